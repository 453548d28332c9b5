import { posix } from "node:path";
import { FILES } from "./check.ts";
import type { RepoPath } from "./path.ts";

/** Puts files in the place of `{files}`, each as an argument of its own, as they are seen from the working directory. */
export function expandFiles(
  args: readonly string[],
  files: readonly RepoPath[],
  cwd: string,
): readonly string[] {
  return args.flatMap((arg) =>
    arg.includes(FILES) ? files.map((file) => arg.replaceAll(FILES, () => asArgument(file, cwd))) : [arg],
  );
}

/** Relative to the working directory, and never something that a tool could take for an option. */
function asArgument(file: RepoPath, cwd: string): string {
  const path = cwd === "." ? file : posix.relative(cwd, file);
  return path.startsWith("-") ? `./${path}` : path;
}

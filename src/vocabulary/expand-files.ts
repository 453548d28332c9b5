import { FILES } from "./check.ts";
import { nameFile, type FileTaker } from "./name-files.ts";
import type { RepoPath } from "./path.ts";

/** The arguments with files in the place of `{files}`, each as an argument of its own. */
export function expandFiles(taker: FileTaker, files: readonly RepoPath[]): readonly string[] {
  return taker.args.flatMap((arg) =>
    arg.includes(FILES) ? files.map((file) => arg.replaceAll(FILES, () => nameFile(file, taker))) : [arg],
  );
}

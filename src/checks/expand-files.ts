import { FILES } from "../vocabulary/check/check.ts";
import type { FileTaker } from "../vocabulary/check/tool.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { nameFile } from "./name-files.ts";

/** The arguments with files in the place of `{files}`, each as an argument of its own. */
export function expandFiles(taker: FileTaker, files: readonly RepoPath[]): readonly string[] {
  return taker.args.flatMap((arg) =>
    arg.includes(FILES) ? files.map((file) => arg.replaceAll(FILES, () => nameFile(file, taker))) : [arg],
  );
}

import { decodePath } from "../../paths/encode-path.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** Paths that each end with a NUL. */
export function splitPaths(output: Buffer): readonly RepoPath[] {
  const paths: RepoPath[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    paths.push(decodePath(output.subarray(start, end)));
    start = end + 1;
  }
  return paths;
}

import { statSync } from "node:fs";
import { findDeclaredFiles } from "../detect/declared-files.ts";
import { createExclude } from "../detect/exclude.ts";
import { encodePath } from "../paths/encode-path.ts";
import { plainStart } from "../paths/glob.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/**
 * The existing files below the root that match a glob, tracked by git or not. Installed packages and our own
 * files count only if the glob names their directory before its first wildcard.
 */
export function findArtifacts(root: string, glob: string): readonly RepoPath[] {
  const excluded = createExclude(["**/node_modules"]);
  const namesExcluded = excluded(plainStart(glob) as RepoPath);
  return [...findDeclaredFiles({ root, globs: [glob], excluded })].filter(
    (path) => (namesExcluded || !excluded(path)) && isFile(`${root}/${path}`),
  );
}

/** A link counts as what it points to. */
function isFile(path: string): boolean {
  try {
    return statSync(encodePath(path)).isFile();
  } catch {
    return false;
  }
}

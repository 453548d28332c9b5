import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** The files of a repository, for reading what tools say about them. */
export interface SourceFiles {
  /** Absolute, under all names of the root: as given, and with links resolved. */
  readonly roots: readonly string[];
  isFile(path: RepoPath): boolean;
  /** The current lines of a text file; null if it cannot be read or is large. */
  readLines(path: RepoPath): readonly string[] | null;
}

const LARGEST = 2 * 1024 * 1024;

export function openSourceFiles(root: string): SourceFiles {
  const absolute = (path: RepoPath): string | Buffer => encodePath(join(root, path));
  return {
    roots: [...new Set([root, realPath(root)])].map((each) => each.replaceAll("\\", "/")),
    isFile: (path) => {
      try {
        return statSync(absolute(path), { throwIfNoEntry: false })?.isFile() ?? false;
      } catch {
        return false;
      }
    },
    readLines: (path) => {
      try {
        const stats = statSync(absolute(path));
        if (!stats.isFile() || stats.size > LARGEST) return null;
        return readFileSync(absolute(path), "utf8").split(/\r?\n/);
      } catch {
        return null;
      }
    },
  };
}

function realPath(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}

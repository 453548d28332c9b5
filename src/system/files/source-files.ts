import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** The files of a repository, as those see them who read what tools say about them. */
export interface SourceFiles {
  /** Absolute, under all the names it has: as it was given, and without links. */
  readonly roots: readonly string[];
  isFile(path: RepoPath): boolean;
  /** The lines of a text file as it is now; null where it cannot be read or is large. */
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

import { join, relative } from "node:path";
import { directoriesOfFiles } from "../../paths/directories.ts";
import { encodePath } from "../../paths/encode-path.ts";
import { leadsOut } from "../../paths/is-within.ts";
import { memo, memoize } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import { listBelow, realpathSync, statSync } from "./observed-files.ts";

/** Files that git does not track, and that something of the tree leads to. */
export interface OutsideFiles {
  /** The file of the tree that such a path leads to, because it is a link or behind one; undefined for any other. */
  readonly linkedTo: (path: string) => RepoPath | undefined;
  /**
   * Which files count where one of them does. What it loads may not be known, so where it stands in a directory that is wholly
   * untracked, such as a build's output, everything in that directory counts with it. A directory that a link leads to counts
   * with all that is in it.
   */
  readonly expand: (path: string) => readonly string[];
}

/** Each is looked at once. */
export function createOutsideFiles({ root, files }: Pick<Snapshot, "root" | "files">): OutsideFiles {
  const real = memo(() => realOf(root) ?? root);
  // Stubs of packages in development are links to their sources: what is there is a file of the tree.
  const linkedTo = memoize((path: string): RepoPath | undefined => {
    const place = leadsOut(path) ? undefined : realOf(join(root, path));
    if (place === undefined) return undefined;
    const inner = relative(real(), place).replaceAll("\\", "/") as RepoPath;
    return inner !== path && files.has(inner) ? inner : undefined;
  });
  const isFile = (path: string): boolean =>
    linkedTo(path) !== undefined ||
    (statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false);
  const below = memoize((directory: string): readonly string[] | null => {
    try {
      if (!statSync(join(root, directory)).isDirectory()) return null;
      return listBelow(join(root, directory), {
        isEntered: (path) => !/(^|\/)(node_modules|\.git)$/.test(path),
        follow: true,
      })
        .map((path) => `${directory}/${path}`)
        .filter(isFile);
    } catch {
      return null;
    }
  });
  const tracked = () => directoriesOfFiles(files);
  return {
    linkedTo,
    expand: memoize((path: string) => {
      if (leadsOut(path) || linkedTo(path) !== undefined) return [path];
      for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
        const directory = path.slice(0, at);
        if (!tracked().has(directory)) return below(directory) ?? [path];
      }
      return below(path) ?? [path];
    }),
  };
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(encodePath(path));
  } catch {
    return undefined;
  }
}

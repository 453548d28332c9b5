import { isKnownSorted, listPaths } from "../../paths/directories.ts";
import { memo } from "../../values/memo.ts";
import { firstNotBelow } from "../../values/search-sorted.ts";
import type { Place } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";

type Names = ReadonlySet<string>;

/** The character after a slash. */
const AFTER_SLASH = "0";

/** For so many directories, looking at every path once for each is faster than an index of all directories. */
const FEW = 16;

/**
 * What git lists in a directory of the tree, without the outputs of checks; undefined if that is nothing, as in a path
 * that is no directory.
 */
export function createChildren(
  { files }: Pick<Snapshot, "files">,
  isOutput: (path: RepoPath) => boolean,
): (directory: Place) => Names | undefined {
  const index = memo(() => indexChildren(listPaths(files), isOutput));
  const known = new Map<Place, Names | undefined>();
  return (directory) => {
    if (known.size >= FEW) return index().get(directory);
    if (!known.has(directory)) known.set(directory, findChildren(directory, listPaths(files), isOutput));
    return known.get(directory);
  };
}

function findChildren(
  directory: Place,
  paths: readonly RepoPath[],
  isOutput: (path: RepoPath) => boolean,
): Names | undefined {
  const start = directory === "." ? "" : `${directory}/`;
  const names = new Set<string>();
  const isSorted = isKnownSorted(paths);
  for (let at = isSorted ? firstNotBelow<string>(paths, start) : 0; at < paths.length; at++) {
    const path = paths[at] as RepoPath;
    if (!path.startsWith(start)) {
      if (isSorted) break;
      continue;
    }
    if (isOutput(path)) continue;
    const end = path.indexOf("/", start.length);
    names.add(path.slice(start.length, end === -1 ? undefined : end));
    // All that follows in the same directory says the same name.
    if (isSorted && end !== -1) at = firstNotBelow<string>(paths, `${path.slice(0, end)}${AFTER_SLASH}`) - 1;
  }
  return names.size === 0 ? undefined : names;
}

function indexChildren(
  paths: readonly RepoPath[],
  isOutput: (path: RepoPath) => boolean,
): ReadonlyMap<Place, Names> {
  const children = new Map<Place, Set<string>>();
  for (const path of paths) {
    if (isOutput(path)) continue;
    for (let at = path.length; at > 0;) {
      const slash = path.lastIndexOf("/", at - 1);
      const directory = slash === -1 ? "." : path.slice(0, slash);
      const known = children.get(directory);
      const name = path.slice(slash + 1, at);
      if (known?.has(name)) break;
      if (known === undefined) children.set(directory, new Set([name]));
      else known.add(name);
      at = slash;
    }
  }
  return children;
}

import { listAccesses } from "../../paths/path-sets.ts";
import { memoize } from "../../values/memo.ts";
import { firstNotBelow } from "../../values/search-sorted.ts";
import type { PathSet } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

export interface ChangedNames {
  /** The files before and after, each sorted. */
  readonly before: readonly RepoPath[];
  readonly after: readonly RepoPath[];
  /** Those in only one of the two. */
  readonly paths: readonly RepoPath[];
}

/**
 * Tells whether adding or removing files changes what a command was seen to look up: it looked for one of the files, or for
 * a directory that was added or removed with them, or it listed a directory whose names changed.
 */
export function createConcernedSets({ before, after, paths }: ChangedNames): (set: PathSet) => boolean {
  const moved = new Set<string>(paths);
  const listed = new Set<string>();
  const isThere = memoize((directory: string) => hasBelow(before, directory) && hasBelow(after, directory));
  for (const path of paths)
    for (let at: string = path; at !== ".";) {
      const slash = at.lastIndexOf("/");
      const above = slash === -1 ? "." : at.slice(0, slash);
      listed.add(above);
      if (above === "." || isThere(above)) break;
      moved.add(above);
      at = above;
    }
  return (set) => {
    for (const [place, access] of listAccesses(set))
      if (moved.has(place) || (access === "names" && listed.has(place))) return true;
    return false;
  };
}

/** The paths must be sorted. */
function hasBelow(paths: readonly RepoPath[], directory: string): boolean {
  const start = `${directory}/`;
  return paths[firstNotBelow<string>(paths, start)]?.startsWith(start) === true;
}

import { listAccesses } from "../../paths/path-sets.ts";
import { memoize } from "../../values/memo.ts";
import type { PathSet } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

export interface ComingAndGoing {
  /** The files that there were and those that there are, each in their order. */
  readonly before: readonly RepoPath[];
  readonly after: readonly RepoPath[];
  /** Those that are in one of the two alone. */
  readonly paths: readonly RepoPath[];
}

/**
 * Whether what a command was seen to look at shows something else since files came or went: it asked for one of them, or for a
 * directory that came or went with them, or it listed a directory whose names are others.
 */
export function createConcernedSets({ before, after, paths }: ComingAndGoing): (set: PathSet) => boolean {
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

/** Of paths in their order. */
function hasBelow(paths: readonly RepoPath[], directory: string): boolean {
  const start = `${directory}/`;
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] as string) < start) low = middle + 1;
    else high = middle;
  }
  return paths[low]?.startsWith(start) === true;
}

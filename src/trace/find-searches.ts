import { posix } from "node:path";
import { directoriesOf } from "../paths/directories.ts";
import { isInside } from "../paths/places.ts";
import { leastOf } from "../values/least.ts";
import type { Place } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/**
 * A tool that searches for its targets lists the directories that lead to them, or walks through all directories, each
 * once, and reads nothing in them. Any other listing has another purpose, such as data that a setup file reads from a
 * directory.
 *
 * @param lists how often each directory was listed before the first target was opened
 * @param early what was read before that
 */
export function findSearches(
  lists: ReadonlyMap<Place, number>,
  early: readonly Place[],
  targets: readonly RepoPath[],
): ReadonlySet<Place> {
  const leading = new Set<string>([".", ...directoriesOf(targets)]);
  const fewest = leastOf(lists.values());
  const used = new Set(early.map((place) => posix.dirname(place)).filter((directory) => directory !== "."));
  const isSearch = (place: Place, times: number): boolean => {
    if (times > fewest || used.has(place)) return false;
    return leading.has(place) || (isInside(place) && lists.has(posix.dirname(place)));
  };
  return new Set([...lists].flatMap(([place, times]) => (isSearch(place, times) ? [place] : [])));
}

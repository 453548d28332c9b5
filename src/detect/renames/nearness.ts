import { posix } from "node:path";
import type { MoveType } from "../../vocabulary/tree/change-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** Two files, of which one may have become the other. */
export interface Pair<T> {
  readonly from: T;
  readonly to: T;
}

interface Placed {
  readonly path: RepoPath;
}

/** Which part of the path changed. */
export function moveTypeOf(previous: RepoPath, current: RepoPath): MoveType {
  if (posix.dirname(previous) === posix.dirname(current)) return "rename-in-place";
  return posix.basename(previous) === posix.basename(current) ? "directory-move" : "move-and-rename";
}

/** Orders pairs of equal similarity: the same name first, then the nearest directory, then the paths themselves. */
export function byNearness(one: Pair<Placed>, other: Pair<Placed>): number {
  return (
    nameDistance(one) - nameDistance(other) ||
    directoryDistance(one) - directoryDistance(other) ||
    compareText(one.from.path, other.from.path) ||
    compareText(one.to.path, other.to.path)
  );
}

export function byPath(one: Placed, other: Placed): number {
  return compareText(one.path, other.path);
}

/** The last names of a path; with a count of one, the file's name. Null if it has fewer. */
export function lastNames(path: RepoPath, count: number): string | null {
  let at = path.length;
  for (let remaining = count; remaining > 0; remaining -= 1) {
    at = path.lastIndexOf("/", at - 1);
    if (at === -1 && remaining > 1) return null;
  }
  return path.slice(at + 1);
}

function nameDistance({ from, to }: Pair<Placed>): number {
  const [one, other] = [posix.basename(from.path), posix.basename(to.path)];
  if (one === other) return 0;
  return one.toLowerCase() === other.toLowerCase() ? 1 : 2;
}

/** How many directories must be left and entered on the way, apart from what both paths begin or end with. */
function directoryDistance({ from, to }: Pair<Placed>): number {
  const [one, other] = [from.path.split("/").slice(0, -1), to.path.split("/").slice(0, -1)];
  const shorter = Math.min(one.length, other.length);
  let kept = 0;
  while (kept < shorter && one[kept] === other[kept]) kept += 1;
  const first = kept;
  while (kept < shorter && one.at(first - kept - 1) === other.at(first - kept - 1)) kept += 1;
  return one.length + other.length - 2 * kept;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

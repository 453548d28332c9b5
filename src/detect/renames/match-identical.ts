import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { byNearness, byPath, lastNames, type Pair } from "./nearness.ts";

export interface ContentFile {
  readonly path: RepoPath;
  /** Equal for files with the same content, and only for those. */
  readonly content: string;
  /** An empty file can only be recognised by its name. */
  readonly empty: boolean;
}

/** Up to this many pairs, all of them are compared. */
const WEIGHED = 1024;
const MAX_DEPTH = 32;

/**
 * Pairs files with the same content, as many as there are on both sides; an empty file only pairs with one of the same
 * name. Prefers the same name, then the nearest directory. The order of the files does not matter.
 */
export function matchIdentical<T extends ContentFile>(
  deleted: readonly T[],
  added: readonly T[],
): readonly Pair<T>[] {
  const groups = bothSides({ from: deleted, to: added }, ({ content }) => content);
  return groups.flatMap((group) => {
    const pairs: Pair<T>[] = [];
    let rest: Sides<T> = group;
    const nameOf = (file: T): string => lastNames(file.path, 1) ?? file.path;
    for (const name of [nameOf, (file: T): string => nameOf(file).toLowerCase()]) {
      pairs.push(...bothSides(rest, name).flatMap(pairNearest));
      rest = without(rest, pairs);
    }
    return group.from[0]?.empty === true ? pairs : [...pairs, ...pairNearest(rest)];
  });
}

interface Sides<T> {
  readonly from: readonly T[];
  readonly to: readonly T[];
}

/** The files of both sides by a key, for keys that both sides have. */
function bothSides<T>({ from, to }: Sides<T>, keyOf: (file: T) => string | null): readonly Sides<T>[] {
  const groups = new Map<string, { from: T[]; to: T[] }>();
  for (const file of from) {
    const key = keyOf(file);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { from: [file], to: [] });
    else group.from.push(file);
  }
  for (const file of to) groups.get(keyOf(file) ?? "")?.to.push(file);
  return [...groups.values()].filter((group) => group.to.length > 0);
}

function without<T>({ from, to }: Sides<T>, pairs: readonly Pair<T>[]): Sides<T> {
  const taken = new Set(pairs.flatMap((pair) => [pair.from, pair.to]));
  return { from: from.filter((file) => !taken.has(file)), to: to.filter((file) => !taken.has(file)) };
}

/**
 * Makes as many pairs as possible. If there are too many to compare them all, paths with the same last names go first.
 */
function pairNearest<T extends ContentFile>(sides: Sides<T>): readonly Pair<T>[] {
  if (sides.from.length * sides.to.length <= WEIGHED) return takeBest(allPairs(sides).sort(byNearness));
  const pairs: Pair<T>[] = [];
  let rest = sides;
  for (let depth = Math.min(MAX_DEPTH, deepest(sides.from)); depth > 0; depth -= 1) {
    const found = bothSides(rest, ({ path }) => lastNames(path, depth)).flatMap(pairInOrder);
    pairs.push(...found);
    if (found.length > 0) rest = without(rest, found);
  }
  return [...pairs, ...pairInOrder(rest)];
}

function deepest(files: readonly ContentFile[]): number {
  return files.reduce((depth, { path }) => Math.max(depth, path.split("/").length), 0);
}

function allPairs<T>({ from, to }: Sides<T>): Pair<T>[] {
  return from.flatMap((one) => to.map((other) => ({ from: one, to: other })));
}

function pairInOrder<T extends ContentFile>(sides: Sides<T>): readonly Pair<T>[] {
  const [from, to] = [sides.from.toSorted(byPath), sides.to.toSorted(byPath)];
  return from.slice(0, to.length).map((file, at) => ({ from: file, to: to[at] as T }));
}

/** Takes pairs from the first to the last, each file once. */
export function takeBest<P extends Pair<unknown>>(pairs: readonly P[]): readonly P[] {
  const taken = new Set<unknown>();
  return pairs.filter(({ from, to }) => {
    if (taken.has(from) || taken.has(to)) return false;
    taken.add(from).add(to);
    return true;
  });
}

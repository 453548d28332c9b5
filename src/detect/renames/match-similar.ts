import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { type LineSketch, similarityOf } from "./line-sketch.ts";
import { takeBest } from "./match-identical.ts";
import { byNearness, byPath, lastNames, type Pair } from "./nearness.ts";

export interface SketchedFile {
  readonly path: RepoPath;
  readonly sketch: LineSketch;
}

export interface SimilarPair<T> extends Pair<T> {
  readonly similarity: number;
}

/** A line in more files than this is everywhere: it does not tell them apart. */
const EVERYWHERE = 16;
/** How many of the files that share rare lines are compared: those that share the most. */
const COMPARED = 16;
/** How many of a path's last names are used to find candidates. */
const NAMES = [1, 2, 3];
/** Equal lines are not equal bytes: only identical content has a similarity of 1. */
const ALMOST = 0.999;

/**
 * Pairs files that share enough of their lines, the most similar first. No pair is below the threshold or without a
 * common line, and the order of the files does not matter. It compares only files that share a rare line or the end of
 * their path.
 */
export function matchSimilar<T extends SketchedFile>(
  deleted: readonly T[],
  added: readonly T[],
  threshold: number,
): readonly SimilarPair<T>[] {
  const old = deleted.toSorted(byPath);
  const candidatesOf = createCandidates(old);
  const pairs = added.flatMap((to) =>
    candidatesOf(to).flatMap((at): SimilarPair<T>[] => {
      const from = old[at] as T;
      // The smaller of two sets is the most that they can have in common.
      const [less, more] = [from.sketch.lines, to.sketch.lines].sort((a, b) => a - b) as [number, number];
      if (less / more < threshold) return [];
      const similarity = Math.min(similarityOf(from.sketch, to.sketch), ALMOST);
      return similarity > 0 && similarity >= threshold ? [{ from, to, similarity }] : [];
    }),
  );
  return takeBest(pairs.sort((one, other) => other.similarity - one.similarity || byNearness(one, other)));
}

/** The positions of the files that this one may have been. */
function createCandidates(files: readonly SketchedFile[]): (file: SketchedFile) => readonly number[] {
  const withLine = indexLines(files);
  const withName = indexNames(files);
  const shared = new Uint16Array(files.length);
  return (file) => {
    const sharing: number[] = [];
    for (const hash of file.sketch.hashes) {
      for (const at of withLine(hash)) {
        if (shared[at] === 0) sharing.push(at);
        shared[at] = (shared[at] ?? 0) + 1;
      }
    }
    const most = sharing
      .sort((one, other) => (shared[other] ?? 0) - (shared[one] ?? 0) || one - other)
      .slice(0, COMPARED);
    for (const at of sharing) shared[at] = 0;
    return [...new Set([...most, ...namesOf(file.path).flatMap(withName)])];
  };
}

/** More files than there can be. */
const PLACES = 2 ** 21;

/** Which files have a line, unless it is everywhere. One sorted list of numbers is far smaller than a list per line. */
function indexLines(files: readonly SketchedFile[]): (hash: number) => readonly number[] {
  const entries = new Float64Array(files.reduce((sum, { sketch }) => sum + sketch.hashes.length, 0));
  let count = 0;
  files.forEach(({ sketch }, at) => {
    for (const hash of sketch.hashes) entries[count++] = hash * PLACES + at;
  });
  entries.sort();
  return (hash) => {
    const start = firstNotBelow(entries, hash * PLACES);
    const places: number[] = [];
    for (let at = start; at < entries.length && (entries[at] as number) < (hash + 1) * PLACES; at += 1) {
      if (places.length === EVERYWHERE) return [];
      places.push((entries[at] as number) - hash * PLACES);
    }
    return places;
  };
}

function firstNotBelow(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function indexNames(files: readonly SketchedFile[]): (name: string) => readonly number[] {
  const index = new Map<string, number[]>();
  files.forEach(({ path }, at) => {
    for (const name of namesOf(path)) {
      const list = index.get(name);
      if (list === undefined) index.set(name, [at]);
      else list.push(at);
    }
  });
  return (name) => {
    const places = index.get(name) ?? [];
    return places.length > EVERYWHERE ? [] : places;
  };
}

function namesOf(path: RepoPath): readonly string[] {
  return NAMES.flatMap((count) => lastNames(path, count) ?? []);
}

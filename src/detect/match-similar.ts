import type { RepoPath } from "../vocabulary/path.ts";
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

/** A line that more files have is everywhere: it does not tell which of them this one was. */
const EVERYWHERE = 64;
/** Of the files that share rare lines, so many are compared: those that share the most. */
const COMPARED = 16;
/** How many of a path's last names may lead to another file. */
const NAMES = [1, 2, 3];
/** Equal lines are not equal bytes: only identical content has a similarity of 1. */
const ALMOST = 0.999;

/**
 * Pairs files that share enough of their lines, the most similar first. No pair is below the threshold or without a
 * common line, and the order in which files are given does not matter. Not every pair of files is compared:
 * only those that share a line that few others have, or the end of their path.
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

/** Where in the list a file's likely earlier selves are. */
function createCandidates(files: readonly SketchedFile[]): (file: SketchedFile) => readonly number[] {
  const byLine = new Map<number, number[]>();
  const byName = new Map<string, number[]>();
  files.forEach(({ path, sketch }, at) => {
    for (const hash of sketch.hashes) note(byLine, hash, at);
    for (const name of namesOf(path)) note(byName, name, at);
  });
  const shared = new Uint16Array(files.length);
  return (file) => {
    const sharing: number[] = [];
    for (const hash of file.sketch.hashes) {
      for (const at of rare(byLine.get(hash))) {
        if (shared[at] === 0) sharing.push(at);
        shared[at] = (shared[at] ?? 0) + 1;
      }
    }
    const most = sharing
      .sort((one, other) => (shared[other] ?? 0) - (shared[one] ?? 0) || one - other)
      .slice(0, COMPARED);
    for (const at of sharing) shared[at] = 0;
    return [...new Set([...most, ...namesOf(file.path).flatMap((name) => rare(byName.get(name)))])];
  };
}

function note<K>(index: Map<K, number[]>, key: K, at: number): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [at]);
  // One more than is looked at shows that there are too many.
  else if (list.length <= EVERYWHERE) list.push(at);
}

function rare(list: readonly number[] | undefined): readonly number[] {
  return list === undefined || list.length > EVERYWHERE ? [] : list;
}

function namesOf(path: RepoPath): readonly string[] {
  return NAMES.flatMap((count) => lastNames(path, count) ?? []);
}

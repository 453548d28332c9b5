import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** Files in numbered groups. Each group is a component of the graph. */
export interface Groups {
  /** The number of the file's group. */
  readonly numberOf: (path: RepoPath) => number | undefined;
  readonly members: (number: number) => readonly RepoPath[];
  /** The groups that this group leads to directly; all have lower numbers. */
  readonly next: (number: number) => readonly number[];
}

/** From this share of all groups on, one byte per group takes less memory than the list of group numbers. */
const LARGE = 1 / 8;

/** What the objects take beside the numbers. */
const OVERHEAD = 400;

/**
 * The files of a group and of all groups that it leads to. Stores the group numbers, or one byte per group, and copies
 * no paths.
 */
export class ClosureSet implements ReadonlySet<RepoPath> {
  readonly size: number;
  readonly #groups: Groups;
  /** Ascending. */
  readonly #numbers: Uint32Array | null;
  readonly #held: Uint8Array | null;

  constructor(start: number, groups: Groups) {
    this.#groups = groups;
    const found = new Set([start]);
    let size = 0;
    // Iteration over a set also visits what is added meanwhile.
    for (const number of found) {
      size += groups.members(number).length;
      for (const other of groups.next(number)) found.add(other);
    }
    this.size = size;
    const isLarge = found.size > (start + 1) * LARGE;
    this.#numbers = isLarge ? null : Uint32Array.from(found).sort();
    this.#held = isLarge ? new Uint8Array(start + 1) : null;
    if (this.#held !== null) for (const number of found) this.#held[number] = 1;
  }

  /** About what it takes in memory. */
  get bytes(): number {
    return (this.#numbers ?? this.#held ?? []).length * (this.#held === null ? 4 : 1) + OVERHEAD;
  }

  has(path: RepoPath): boolean {
    const number = this.#groups.numberOf(path);
    if (number === undefined) return false;
    return this.#held === null ? includes(this.#numbers ?? [], number) : this.#held[number] === 1;
  }

  *values(): SetIterator<RepoPath> {
    for (const number of this.#numbers ?? []) yield* this.#groups.members(number);
    for (let number = 0; number < (this.#held?.length ?? 0); number += 1)
      if (this.#held?.[number] === 1) yield* this.#groups.members(number);
  }

  keys(): SetIterator<RepoPath> {
    return this.values();
  }

  *entries(): SetIterator<[RepoPath, RepoPath]> {
    for (const path of this) yield [path, path];
  }

  [Symbol.iterator](): SetIterator<RepoPath> {
    return this.values();
  }

  forEach(callback: (path: RepoPath, again: RepoPath, set: ReadonlySet<RepoPath>) => void): void {
    for (const path of this) callback(path, path, this);
  }
}

function includes(numbers: ArrayLike<number>, number: number): boolean {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number;
}

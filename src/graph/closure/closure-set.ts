import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** Files in groups that are numbered: a component of the graph each. */
export interface Groups {
  /** The number of the group that a file is in. */
  readonly numberOf: (path: RepoPath) => number | undefined;
  readonly members: (number: number) => readonly RepoPath[];
  /** The groups that one leads to next; all have lower numbers. */
  readonly next: (number: number) => readonly number[];
}

/** The files of a group and of all that it leads to. It holds a byte for each group, and copies no names. */
export class ClosureSet implements ReadonlySet<RepoPath> {
  readonly size: number;
  readonly #groups: Groups;
  readonly #held: Uint8Array;

  constructor(start: number, groups: Groups) {
    this.#groups = groups;
    this.#held = new Uint8Array(start + 1);
    this.#held[start] = 1;
    let size = 0;
    const pending = [start];
    for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
      size += groups.members(number).length;
      for (const other of groups.next(number)) {
        if (this.#held[other] === 1) continue;
        this.#held[other] = 1;
        pending.push(other);
      }
    }
    this.size = size;
  }

  has(path: RepoPath): boolean {
    const number = this.#groups.numberOf(path);
    return number !== undefined && this.#held[number] === 1;
  }

  *values(): SetIterator<RepoPath> {
    for (let number = 0; number < this.#held.length; number += 1)
      if (this.#held[number] === 1) yield* this.#groups.members(number);
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

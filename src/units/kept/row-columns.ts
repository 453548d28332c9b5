import { searchSorted } from "../../values/search-sorted.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Column } from "./columns.ts";
import type { NumberLists } from "./number-lists.ts";

/** One unit. Its target is a file number, and everything else that can be a number is one too. */
export interface KeptRow {
  readonly target: number;
  readonly fingerprint: Fingerprint;
  readonly set: number;
  readonly settings: number;
  readonly run: number;
  readonly origin: number;
  readonly createdAt: number;
  readonly durationMs: number;
  readonly exitCode: number | null;
  readonly flags: number;
  /** The path sets of other verdicts with its weak key. */
  readonly candidates: readonly number[];
  /** The files that its answers came from. */
  readonly by: readonly number[];
}

/** Any file may matter to it. */
export const WIDE = 1;
/** Its verdict says more than "passed". */
export const MORE = 2;
/** Only its existence is known: it is always looked up. */
export const LOOSE = 4;
/** It is identified by what its command was seen to read. */
export const IS_OBSERVED = 8;
/** It depends on the content of the files that its target reaches. */
export const SEES_CONTENT = 16;
/** It depends on their structure. */
export const SEES_STRUCTURE = 32;

const NOTHING = "0".repeat(32) as Fingerprint;

/** The row of a unit whose verdict is not kept. */
export function looseRow(target: number): KeptRow {
  const numbers = { set: 0, settings: 0, run: 0, origin: 0, createdAt: 0, durationMs: 0 };
  return { ...numbers, target, fingerprint: NOTHING, exitCode: null, flags: LOOSE, candidates: [], by: [] };
}

/** The number of bytes that a fingerprint takes in the column. */
const BYTES = 16;
const FINGERPRINT = /^[0-9a-f]{32}$/;

export function isPackable(fingerprint: Fingerprint): boolean {
  return FINGERPRINT.test(fingerprint);
}

/** How many rows columns have room for at first, if it is not known how many there will be. */
const FIRST_LENGTH = 1024;

/** Marks a missing exit status. */
const NO_STATUS = -0x8000_0000;

/** The units of one check, ordered by target: one column for each property. */
export class RowColumns {
  readonly length: number;
  readonly target: Uint32Array;
  readonly settings: Uint32Array;
  readonly set: Uint32Array;
  readonly origin: Uint32Array;
  readonly createdAt: Float64Array;
  readonly durationMs: Float64Array;
  readonly flags: Uint8Array;
  /** Each is the number of a list. */
  readonly candidates: Uint32Array;
  readonly by: Uint32Array;
  readonly #run: Uint32Array;
  readonly #exitCode: Int32Array;
  readonly #fingerprint: Buffer;
  readonly #lists: NumberLists;

  /** @param columns in the order of the `columns` getter */
  constructor(columns: readonly Column[], lists: NumberLists) {
    const [createdAt, durationMs, target, settings, set, run, origin, candidates, by] = columns;
    const [exitCode, fingerprint, flags] = columns.slice(ROW_COLUMNS - 3);
    this.createdAt = createdAt as Float64Array;
    this.durationMs = durationMs as Float64Array;
    this.target = target as Uint32Array;
    this.settings = settings as Uint32Array;
    this.set = set as Uint32Array;
    this.#run = run as Uint32Array;
    this.origin = origin as Uint32Array;
    this.candidates = candidates as Uint32Array;
    this.by = by as Uint32Array;
    this.#exitCode = exitCode as Int32Array;
    const bytes = fingerprint as Uint8Array;
    this.#fingerprint = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
    this.flags = flags as Uint8Array;
    this.length = this.target.length;
    this.#lists = lists;
  }

  static of(rows: readonly KeptRow[], lists: NumberLists): RowColumns {
    const made = RowColumns.#empty(rows.length, lists);
    for (const [at, row] of rows.toSorted((one, other) => one.target - other.target).entries())
      made.write(at, row);
    return made;
  }

  /**
   * The same for rows that come in the order of their targets, each written when it comes, so that they never exist all at
   * once. Null if they come in another order.
   */
  static inOrder(rows: Iterable<KeptRow>, lists: NumberLists): RowColumns | null {
    let made = RowColumns.#empty(0, lists);
    let length = 0;
    let last = -1;
    for (const row of rows) {
      if (row.target <= last) return null;
      last = row.target;
      if (length === made.length) made = made.#resized(Math.max(FIRST_LENGTH, 2 * length));
      made.write(length, row);
      length += 1;
    }
    return made.#resized(length);
  }

  static #empty(length: number, lists: NumberLists): RowColumns {
    const numbers = Array.from({ length: 7 }, () => new Uint32Array(length));
    const columns = [
      new Float64Array(length),
      new Float64Array(length),
      ...numbers,
      new Int32Array(length),
      new Uint8Array(length * BYTES),
      new Uint8Array(length),
    ];
    return new RowColumns(columns, lists);
  }

  /** The first rows in columns of another length. */
  #resized(length: number): RowColumns {
    const resized = RowColumns.#empty(length, this.#lists);
    const { columns } = this;
    for (const [at, column] of resized.columns.entries())
      column.set((columns[at] as Column).subarray(0, column.length));
    return resized;
  }

  get columns(): readonly Column[] {
    return [
      this.createdAt,
      this.durationMs,
      this.target,
      this.settings,
      this.set,
      this.#run,
      this.origin,
      this.candidates,
      this.by,
      this.#exitCode,
      new Uint8Array(this.#fingerprint.buffer, this.#fingerprint.byteOffset, this.#fingerprint.length),
      this.flags,
    ];
  }

  write(at: number, row: KeptRow): void {
    this.target[at] = row.target;
    this.settings[at] = row.settings;
    this.set[at] = row.set;
    this.#run[at] = row.run;
    this.origin[at] = row.origin;
    this.createdAt[at] = row.createdAt;
    this.durationMs[at] = row.durationMs;
    this.flags[at] = row.flags;
    this.candidates[at] = this.#lists.add(row.candidates);
    this.by[at] = this.#lists.add(row.by);
    this.#exitCode[at] = row.exitCode ?? NO_STATUS;
    this.#fingerprint.write(row.fingerprint, at * BYTES, BYTES, "hex");
  }

  at(at: number): KeptRow {
    const exitCode = this.#exitCode[at] as number;
    return {
      target: this.target[at] as number,
      fingerprint: this.fingerprintAt(at),
      set: this.set[at] as number,
      settings: this.settings[at] as number,
      run: this.#run[at] as number,
      origin: this.origin[at] as number,
      createdAt: this.createdAt[at] as number,
      durationMs: this.durationMs[at] as number,
      exitCode: exitCode === NO_STATUS ? null : exitCode,
      flags: this.flags[at] as number,
      candidates: Array.from(this.#lists.at(this.candidates[at] as number)),
      by: Array.from(this.#lists.at(this.by[at] as number)),
    };
  }

  fingerprintAt(at: number): Fingerprint {
    return this.#fingerprint.toString("hex", at * BYTES, (at + 1) * BYTES) as Fingerprint;
  }

  /** The place of a file's unit; -1 if there is none. */
  find(target: number): number {
    return searchSorted(this.target, target);
  }
}

/** The number of columns for the units of a check. */
export const ROW_COLUMNS = 12;

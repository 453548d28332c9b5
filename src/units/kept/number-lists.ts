import type { Column } from "./columns.ts";

/** Lists of numbers. Each list has a number itself; 0 is the empty list. */
export class NumberLists {
  readonly #starts: Uint32Array;
  readonly #values: Uint32Array;
  /** Lists added after the columns were written, each once. */
  readonly #added: (readonly number[])[] = [];
  readonly #known = new Map<string, number>();

  constructor([starts, values]: readonly Column[] = [new Uint32Array(2), new Uint32Array(0)]) {
    this.#starts = starts as Uint32Array;
    this.#values = values as Uint32Array;
  }

  get length(): number {
    return this.#packed + this.#added.length;
  }

  get #packed(): number {
    return this.#starts.length - 1;
  }

  at(number: number): ArrayLike<number> {
    const added = this.#added[number - this.#packed];
    return added ?? this.#values.subarray(this.#starts[number], this.#starts[number + 1]);
  }

  /** Marks each list that contains a marked number. */
  markThose(marked: Uint8Array): Uint8Array {
    const found = new Uint8Array(this.length);
    const starts = this.#starts;
    const values = this.#values;
    for (let list = 0; list < this.#packed; list++)
      for (let at = starts[list] as number; at < (starts[list + 1] as number); at++)
        if (marked[values[at] as number] === 1) found[list] = 1;
    for (const [at, list] of this.#added.entries())
      if (list.some((number) => marked[number] === 1)) found[this.#packed + at] = 1;
    return found;
  }

  add(list: readonly number[]): number {
    if (list.length === 0) return 0;
    const key = list.join(" ");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.length);
    this.#added.push(list);
    return this.length - 1;
  }

  toColumns(): readonly [Uint32Array, Uint32Array] {
    const all = Array.from({ length: this.length }, (_, at) => this.at(at));
    const starts = new Uint32Array(all.length + 1);
    for (const [at, list] of all.entries()) starts[at + 1] = (starts[at] as number) + list.length;
    const values = new Uint32Array(starts.at(-1) as number);
    for (const [at, list] of all.entries()) values.set(list, starts[at]);
    return [starts, values];
  }
}

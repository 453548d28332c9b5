/** Values, each with the number under which it is found again. */
export class Numbered<T> {
  readonly #before: readonly string[];
  readonly #keyOf: (value: T) => string;
  readonly #added: T[] = [];
  #numbers: Map<string, number> | undefined;

  /** @param before the keys of those that have a number already */
  constructor(before: readonly string[], keyOf: (value: T) => string) {
    this.#before = before;
    this.#keyOf = keyOf;
  }

  /** Those that were not there before. */
  get added(): readonly T[] {
    return this.#added;
  }

  add(value: T): number {
    this.#numbers ??= new Map(this.#before.map((key, at) => [key, at]));
    const key = this.#keyOf(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#before.length + this.#added.length;
    this.#numbers.set(key, number);
    this.#added.push(value);
    return number;
  }
}

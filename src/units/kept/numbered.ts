/** Values, each with a number to find it by. */
export class Numbered<T> {
  readonly #before: readonly string[];
  readonly #keyOf: (value: T) => string;
  readonly #added: T[] = [];
  #numbers: Map<string, number> | undefined;

  /** @param before the keys of the values that already have a number */
  constructor(before: readonly string[], keyOf: (value: T) => string) {
    this.#before = before;
    this.#keyOf = keyOf;
  }

  /** The values that are new. */
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

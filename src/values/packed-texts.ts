const CHUNK = 1 << 20;

/** A growing list of texts in a few large buffers. As strings, they would be many objects for the engine to look after. */
export class PackedTexts {
  readonly #chunks: Buffer[] = [];
  /** For each text, its chunk, and where it starts and ends there. */
  readonly #places: number[] = [];
  #chunk: Buffer = Buffer.alloc(0);
  #used = 0;

  get length(): number {
    return this.#places.length / 3;
  }

  /** Takes a text, or its bytes; returns its number. */
  add(text: string | Buffer): number {
    const length = Buffer.byteLength(text);
    if (length > this.#chunk.length - this.#used) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK, length));
      this.#chunks.push(this.#chunk);
      this.#used = 0;
    }
    if (typeof text === "string") this.#chunk.write(text, this.#used);
    else text.copy(this.#chunk, this.#used);
    const end = this.#used + length;
    this.#places.push(this.#chunks.length - 1, this.#used, end);
    this.#used = end;
    return this.length - 1;
  }

  at(number: number): string {
    return this.bytesAt(number).toString("utf8");
  }

  bytesAt(number: number): Buffer {
    const [chunk = 0, start, end] = this.#places.slice(3 * number, 3 * number + 3);
    return (this.#chunks[chunk] as Buffer).subarray(start, end);
  }
}

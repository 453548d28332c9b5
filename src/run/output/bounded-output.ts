import { cutMarker, findCuts } from "../../wording/cut-marker.ts";

/**
 * Collects what a command prints in bounded memory: it keeps the first and the last bytes, with a marker between them
 * that says how much is missing.
 */
export class BoundedOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  /** A ring buffer: once it is full, the oldest byte is at `#tailBytes % #half`. Allocated when it is first needed. */
  #ring: Buffer | null = null;
  #tailBytes = 0;

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(chunk: Buffer): void {
    const room = this.#half - this.#headBytes;
    if (room > 0) {
      // A copy, because a slice would keep the whole pooled chunk alive.
      const part = Buffer.from(chunk.subarray(0, room));
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    if (chunk.length > room) this.#addToRing(chunk.subarray(room));
  }

  toString(): string {
    const head = Buffer.concat(this.#head);
    if (this.#ring === null) return head.toString("utf8");
    const missing = this.#tailBytes - this.#half;
    if (missing <= 0) return Buffer.concat([head, this.#ring.subarray(0, this.#tailBytes)]).toString("utf8");
    const oldest = this.#tailBytes % this.#half;
    const tail = Buffer.concat([this.#ring.subarray(oldest), this.#ring.subarray(0, oldest)]);
    return `${head.toString("utf8")}${cutMarker(missing)}${tail.toString("utf8")}`;
  }

  #addToRing(chunk: Buffer): void {
    this.#ring ??= Buffer.alloc(this.#half);
    const kept = chunk.subarray(Math.max(0, chunk.length - this.#half));
    let at = (this.#tailBytes + chunk.length - kept.length) % this.#half;
    for (let from = 0; from < kept.length;) {
      const length = Math.min(kept.length - from, this.#half - at);
      kept.copy(this.#ring, at, from, from + length);
      from += length;
      at = (at + length) % this.#half;
    }
    this.#tailBytes += chunk.length;
  }
}

/**
 * Shortens a text to this many characters of its beginning and end, in the same way. Adds what was left out of it
 * before to the count.
 */
export function boundText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  let [from, to] = [half, text.length - half];
  const cuts = findCuts(text).filter((cut) => cut.to > from && cut.from < to);
  for (const cut of cuts) [from, to] = [Math.min(from, cut.from), Math.max(to, cut.to)];
  const missing = cuts.reduce(
    (total, cut) => total + cut.missing - (cut.to - cut.from),
    Buffer.byteLength(text.slice(from, to)),
  );
  return `${text.slice(0, from)}${cutMarker(missing)}${text.slice(to)}`;
}

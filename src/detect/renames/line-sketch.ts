/**
 * A digest of the lines of a content, small enough to keep: the smallest hashes of its distinct lines. If all lines
 * fit, the sketch is exact; for a longer content the hashes are a fair sample.
 */
export interface LineSketch {
  /** How many distinct lines the content has. */
  readonly lines: number;
  /** In ascending order, each once. */
  readonly hashes: Uint32Array;
}

/** With a sample of 256 lines, the common share of two contents has a standard error of at most 0.5 / sqrt(256). */
const SAMPLE = 256;
/** Larger contents are data, and are only compared as a whole. */
export const SKETCHED_BYTES: number = 4 * 1024 * 1024;
const BINARY_PROBE = 8000;
const NEWLINE = 10;
const SPACE = 32;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Null if there are no lines to compare: binary, blank or very large contents. */
export function sketchLines(bytes: Buffer): LineSketch | null {
  if (bytes.length > SKETCHED_BYTES || bytes.subarray(0, BINARY_PROBE).includes(0)) return null;
  const lines: number[] = [];
  let isBlank = true;
  let hash = FNV_START;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === NEWLINE) {
      lines.push(mix(hash));
      hash = FNV_START;
    } else {
      if (byte > SPACE) isBlank = false;
      hash = Math.imul(hash ^ byte, FNV_PRIME);
    }
  }
  if (isBlank) return null;
  lines.push(mix(hash));
  const sorted = Uint32Array.from(lines).sort();
  const distinct = sorted.filter((each, at) => at === 0 || each !== sorted[at - 1]);
  return { lines: distinct.length, hashes: distinct.slice(0, SAMPLE) };
}

/**
 * How many of the distinct lines of the longer content the other has too, from 0 to 1. This is close to git's measure,
 * so that a rename is recognised before git knows it if it would be afterwards. Exact if the lines of both fit into a
 * sketch; otherwise an estimate. The smallest hashes of both together are a fair sample of all lines, and for each of
 * them it is known whether both have it.
 */
export function similarityOf(one: LineSketch, other: LineSketch): number {
  const isWhole = one.lines === one.hashes.length && other.lines === other.hashes.length;
  const limit = isWhole ? Infinity : SAMPLE;
  let [shared, all, a, b] = [0, 0, 0, 0];
  while (all < limit && (a < one.hashes.length || b < other.hashes.length)) {
    const left = one.hashes[a] ?? Infinity;
    const right = other.hashes[b] ?? Infinity;
    if (left <= right) a += 1;
    if (right <= left) b += 1;
    if (left === right) shared += 1;
    all += 1;
  }
  // `all` counts the lines of both together; the share of common ones is exact or estimated.
  const common = ((shared / all) * (one.lines + other.lines)) / (1 + shared / all);
  return common / Math.max(one.lines, other.lines);
}

/** A sketch as text. */
export function formatSketch({ lines, hashes }: LineSketch): string {
  return `${lines}:${Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength).toString("base64")}`;
}

/** The reverse of `formatSketch`; null for anything else. */
export function parseSketch(value: unknown): LineSketch | null {
  const match = typeof value === "string" ? /^(\d+):([A-Za-z0-9+/=]*)$/.exec(value) : null;
  if (match === null) return null;
  const bytes = Buffer.from(match[2] as string, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) return null;
  // A copy, because a typed array must be aligned.
  const hashes = new Uint32Array(new Uint8Array(bytes).buffer);
  return { lines: Number(match[1]), hashes };
}

/** Makes every bit of a line affect every bit of its hash, so that the smallest hashes are a fair sample. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * The lines of a content, small enough to keep when the content is gone: the smallest hashes of its distinct lines.
 * A content with no more lines than fit is known exactly; of a longer one the hashes are a fair sample.
 */
export interface LineSketch {
  /** How many distinct lines the content has. */
  readonly lines: number;
  /** In ascending order, each once. */
  readonly hashes: Uint32Array;
}

/** Of a sample of 256 lines, the share that two contents have in common has a standard error of at most 0.5 / sqrt(256). */
const SAMPLE = 256;
/** What is larger is data. It is compared as a whole only. */
export const SKETCHED_BYTES: number = 4 * 1024 * 1024;
const BINARY_PROBE = 8000;
const NEWLINE = 10;
const SPACE = 32;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Null for what has no lines to compare: binary, blank or very large contents. */
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
 * How many of the distinct lines of the longer content the other has too, from 0 to 1: close to what git measures,
 * so that a rename counts as one before git knows of it if it does afterwards. Exact where both have at most
 * as many lines as a sketch holds; otherwise an estimate. The smallest hashes of both together are those of a
 * fair sample of all lines, and for each of them it is known whether both have it.
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
  // Of `all` lines, which both have together, the share of common ones is exact or estimated.
  const common = ((shared / all) * (one.lines + other.lines)) / (1 + shared / all);
  return common / Math.max(one.lines, other.lines);
}

/** A sketch as JSON can carry it. */
export function formatSketch({ lines, hashes }: LineSketch): string {
  return `${lines}:${Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength).toString("base64")}`;
}

/** The reverse of `formatSketch`; null for anything else. */
export function parseSketch(value: unknown): LineSketch | null {
  const match = typeof value === "string" ? /^(\d+):([A-Za-z0-9+/=]*)$/.exec(value) : null;
  if (match === null) return null;
  const bytes = Buffer.from(match[2] as string, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) return null;
  // A copy: a view on numbers has to begin where a number can.
  const hashes = new Uint32Array(new Uint8Array(bytes).buffer);
  return { lines: Number(match[1]), hashes };
}

/** Lets every bit of a line count in every bit of its hash, so that the smallest hashes are a fair sample. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

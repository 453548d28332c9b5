import type { RepoPath } from "../vocabulary/tree/path.ts";

/** With the u flag, a surrogate that is half of a pair does not match. */
const ESCAPED_BYTE = /[\uDC80-\uDCFF]/u;

/**
 * Decodes a file name of git or the file system. Names are bytes, not text: a byte that is not valid UTF-8 becomes a
 * lone surrogate (U+DC80 to U+DCFF), so that `encodePath` gives the same bytes back.
 */
export function decodePath(bytes: Buffer): RepoPath {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD") || Buffer.from(text, "utf8").equals(bytes)) return text as RepoPath;
  let decoded = "";
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    decoded +=
      length === 0
        ? String.fromCharCode(0xdc00 + (bytes[at] as number))
        : bytes.toString("utf8", at, at + length);
    at += Math.max(length, 1);
  }
  return decoded as RepoPath;
}

/** The form for `node:fs`: the text itself, or its bytes if text cannot represent them. */
export function encodePath(path: string): string | Buffer {
  if (!ESCAPED_BYTE.test(path)) return path;
  const parts: Buffer[] = [];
  for (const char of path) {
    const code = char.length === 1 ? char.charCodeAt(0) : 0;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(char, "utf8"));
  }
  return Buffer.concat(parts);
}

/** Whether a path can be an argument of a command: Node passes arguments as UTF-8 text. */
export function isArgument(path: string): boolean {
  return typeof encodePath(path) === "string";
}

/** The length of the valid UTF-8 sequence at `at`; 0 if there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] as number;
  const length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  const slice = bytes.subarray(at, at + length);
  return slice.length === length && Buffer.from(slice.toString("utf8")).equals(slice) ? length : 0;
}

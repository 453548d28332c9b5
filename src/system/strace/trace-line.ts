import { decodePath } from "../../paths/encode-path.ts";

/** One system call as strace wrote it: its arguments and its result. */
export interface TracedCall {
  readonly name: string;
  /** Everything between the brackets, as written. */
  readonly args: string;
  /**
   * The complete texts among the arguments, each with the directory that it is relative to: null if none was given,
   * empty if strace could not tell which.
   */
  readonly paths: readonly { readonly path: string; readonly directory: string | null }[];
  /** Where the first argument leads, if it is an open file or directory. */
  readonly handle: string | null;
  /** Names such as `O_RDONLY`. */
  readonly flags: ReadonlySet<string>;
  /** The working directory, if the call shows it. */
  readonly cwd: string | null;
  readonly result: CallResult;
}

export type CallResult =
  | { readonly type: "done"; readonly value: number; readonly path: string | null }
  | { readonly type: "failed"; readonly error: string }
  /** It was interrupted, and its result is unknown. */
  | { readonly type: "unknown" };

const START = /(\w+)\(/y;
/** In this order: a text, an open file with its path, one without, flags, the end of the arguments, anything else. */
const TOKEN =
  /"((?:[^"\\]|\\.)*)"(\.\.\.)?|(AT_FDCWD|\d+)<((?:[^>\\]|\\.)*)>|(\d+)(?=, ")|([A-Z]+_[A-Z_]+)|(\) += )|0x[\da-f]+|\d+|[^"A-Z\d)]+|[^"]/y;
const DONE = /(\d+|0x[\da-f]+)(?:<((?:[^>\\]|\\.)*)>)?(?:\(deleted\))?(?: \([^()]*\))?(?: \/\*.*\*\/)?$/y;
const FAILED = /-1 (?:([A-Z]\w+) \(.*\)|\(errno \d+\))$/y;
const UNKNOWN = /\?(?: [A-Z]\w+ \(.*\)| <unavailable>)?$/y;

/** Parses a call; null if the text is not a complete call. Takes linear time. */
export function parseTracedCall(text: string): TracedCall | null {
  START.lastIndex = 0;
  const name = START.exec(text)?.[1];
  if (name === undefined) return null;
  const begin = START.lastIndex;
  const paths: { path: string; directory: string | null }[] = [];
  const flags = new Set<string>();
  let handle: string | null = null;
  let cwd: string | null = null;
  let directory: string | null = null;
  for (let at = begin; ;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (token === null) return null;
    const [, string, isCut, number, place, bare, flag, end] = token;
    if (end !== undefined) {
      const result = parseResult(text, TOKEN.lastIndex);
      return result && { name, args: text.slice(begin, at), paths, flags, handle, cwd, result };
    }
    at = TOKEN.lastIndex;
    if (flag !== undefined) flags.add(flag);
    if (bare !== undefined) directory = "";
    if (place !== undefined) {
      directory = unescape(place);
      if (number === "AT_FDCWD") cwd ??= directory;
      else handle ??= directory;
    }
    if (string !== undefined) {
      if (isCut === undefined) paths.push({ path: unescape(string), directory });
      directory = null;
    }
  }
}

function parseResult(text: string, at: number): CallResult | null {
  DONE.lastIndex = FAILED.lastIndex = UNKNOWN.lastIndex = at;
  const done = DONE.exec(text);
  if (done !== null) {
    const [, value, place] = done;
    return { type: "done", value: Number(value), path: place === undefined ? null : unescape(place) };
  }
  const failed = FAILED.exec(text);
  if (failed !== null) return { type: "failed", error: failed[1] ?? "" };
  return UNKNOWN.test(text) ? { type: "unknown" } : null;
}

const LETTERS: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12 };

/** Texts are written as in C, byte by byte: unprintable bytes as a letter or an octal number after `\`. */
export function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  const bytes: number[] = [];
  for (const [, octal, letter, char] of text.matchAll(/\\([0-7]{1,3})|\\(.)|([^\\])/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(LETTERS[letter] ?? letter.charCodeAt(0));
    else bytes.push((char as string).charCodeAt(0));
  }
  return decodePath(Buffer.from(bytes));
}

import { decodePath } from "../vocabulary/path.ts";

/** One call of the system as strace wrote it down: what it was given, and what it gave back. */
export interface TracedCall {
  /** Seconds since 1970. */
  readonly at: number;
  readonly name: string;
  /** The texts among the arguments, each with the directory that it is relative to, where one was given. */
  readonly paths: readonly { readonly path: string; readonly directory: string | null }[];
  /** What the first argument leads to where it is an open file or directory. */
  readonly handle: string | null;
  /** Names such as `O_RDONLY`. */
  readonly flags: ReadonlySet<string>;
  /** The working directory, where the call shows it. */
  readonly cwd: string | null;
  readonly result:
    | { readonly type: "done"; readonly path: string | null }
    | { readonly type: "failed"; readonly error: string };
}

const START = /(\d+\.\d+) (\w+)\(/y;
/** In this order: a text, an open file with its path, flags, the end of the arguments, anything else. */
const TOKEN =
  /"((?:[^"\\]|\\.)*)"|(AT_FDCWD|\d+)<((?:[^>\\]|\\.)*)>|([A-Z]+_[A-Z_]+)|(\) = )|[^"A-Z\d)]+|[^"]/y;
const RESULT = /(-?\d+)(?:<((?:[^>\\]|\\.)*)>)?(?: ([A-Z]+))?/y;

/** Reads a line; null for one that tells of no call that came to its end. Its time is linear in the line. */
export function parseTraceLine(line: string): TracedCall | null {
  START.lastIndex = 0;
  const start = START.exec(line);
  if (start === null) return null;
  const paths: { path: string; directory: string | null }[] = [];
  const flags = new Set<string>();
  let handle: string | null = null;
  let cwd: string | null = null;
  let directory: string | null = null;
  for (let at = START.lastIndex; ;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(line);
    if (token === null) return null;
    at = TOKEN.lastIndex;
    const [, text, number, place, flag, end] = token;
    if (end !== undefined) return finish(line, at, { start, paths, flags, handle, cwd });
    if (flag !== undefined) flags.add(flag);
    if (place !== undefined) {
      directory = unescape(place);
      if (number === "AT_FDCWD") cwd ??= directory;
      else handle ??= directory;
    }
    if (text !== undefined) {
      paths.push({ path: unescape(text), directory });
      directory = null;
    }
  }
}

type Begun = Pick<TracedCall, "paths" | "flags" | "handle" | "cwd"> & { readonly start: RegExpExecArray };

function finish(line: string, at: number, { start, ...begun }: Begun): TracedCall | null {
  RESULT.lastIndex = at;
  const result = RESULT.exec(line);
  if (result === null) return null;
  const [, value = "", place, error] = result;
  return {
    at: Number(start[1]),
    name: start[2] as string,
    ...begun,
    result:
      value === "-1"
        ? { type: "failed", error: error ?? "" }
        : { type: "done", path: place === undefined ? null : unescape(place) },
  };
}

const LETTERS: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12 };

/** Texts are written as in C, byte by byte: what is not printable as a letter or an octal number after `\`. */
function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  const bytes: number[] = [];
  for (const [, octal, letter, char] of text.matchAll(/\\([0-7]{1,3})|\\(.)|([^\\])/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(LETTERS[letter] ?? letter.charCodeAt(0));
    else bytes.push((char as string).charCodeAt(0));
  }
  return decodePath(Buffer.from(bytes));
}

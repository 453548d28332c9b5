import type { Locate } from "../locate.ts";
import { firstFrame, type StackFrame } from "../stack.ts";

/** What Node.js prints if a file cannot be loaded, or ends with an error that nothing caught. */
export interface Crash {
  readonly message: string;
  readonly frame: StackFrame | undefined;
}

/** How many lines are read, from the end. */
const DEPTH = 200;
const PLACE = /^(.{1,1000}):(\d{1,9})$/;
const CARET = /^\s*\^+\s*$/;
const ERROR = /^\w{0,100}(?:Error|Exception)\b/;

/**
 * Reads the last crash in some lines: its place, the source, a caret under it, the error, and its stack. Without these,
 * only the first line that names an error is known.
 */
export function readCrash(lines: readonly string[], locate: Locate): Crash | undefined {
  const last = lines.slice(-DEPTH).filter((line) => line.trim() !== "");
  const caret = last.findLastIndex((line) => CARET.test(line));
  const at = caret === -1 ? last.findIndex((line) => ERROR.test(line)) : caret + 1;
  if (at === -1 || at === last.length) return undefined;
  const frame = firstFrame(last.slice(at + 1), locate) ?? placeBefore(last, caret, locate);
  return { message: (last[at] as string).trim().replace(/ \{$/, ""), frame };
}

/** A file that cannot be parsed has no frame in the stack: it is named above the source that the caret points at. */
function placeBefore(lines: readonly string[], caret: number, locate: Locate): StackFrame | undefined {
  const named = PLACE.exec(lines[caret - 2] ?? "");
  const place = named === null ? null : locate(named[1] as string);
  if (named === null || place?.exists !== true) return undefined;
  return { file: place.path, line: Number(named[2]), column: (lines[caret] as string).indexOf("^") + 1 };
}

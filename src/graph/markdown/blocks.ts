import { blankFences, toLines } from "./fences.ts";
import { beginsWithTag, PREFIX } from "./line-start.ts";

/** Lines that mean the same whatever stands before and after them. */
export interface Block {
  /** The first line, counted from 0, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

export interface Blocks {
  /** Fenced code is emptied. */
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
}

/** HTML that goes on over blank lines. */
const LONG_HTML = new RegExp(
  `^${PREFIX}<(?:!--(?!.*-->)|\\?(?!.*\\?>)|!\\[|![a-z](?!.*>)|/?(?:pre|script|style|textarea)\\b)`,
  "im",
);
const HEADING = /^#{1,6}(?:[ \t]|$)/;
const BULLET = /^[*+-] [^\s]/;
const FIRST = /^1[.)] [^\s]/;
const ORDERED = /^\d{1,9}[.)] [^\s]/;

/** Undefined where a document has something in it that reaches over blank lines. */
export function splitBlocks(text: string): Blocks | undefined {
  const lines = blankFences(toLines(text));
  if (lines === undefined) return undefined;
  const body = lines.join("\n");
  if (body.includes("<") && LONG_HTML.test(body)) return undefined;
  const blocks: Block[] = [];
  let start = 0;
  let [isFree, hasHtml, isNumbered] = [true, false, false];
  for (const [at, line] of lines.entries()) {
    const isBegin =
      line !== "" && !/^\s/.test(line) && (isFree || (!hasHtml && interrupts(line, isNumbered)));
    if (isBegin && at > start) {
      blocks.push({ start, end: at });
      start = at;
    }
    if (isBegin) hasHtml = false;
    isNumbered = isBegin && ORDERED.test(line);
    hasHtml ||= beginsWithTag(line);
    isFree = line.trim() === "" || (isBegin && HEADING.test(line));
  }
  blocks.push({ start, end: lines.length });
  return { lines, blocks };
}

/** Whether a line begins something new although the one before it is not blank. */
function interrupts(line: string, isNumbered: boolean): boolean {
  return HEADING.test(line) || BULLET.test(line) || FIRST.test(line) || (isNumbered && ORDERED.test(line));
}

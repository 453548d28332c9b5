import { blankFences, toLines } from "./fences.ts";
import { beginsWithTag, PREFIX } from "./line-start.ts";

/** Lines that mean the same whatever comes before and after them. */
export interface Block {
  /** The first line, counted from 0, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Something in it continues across blank lines: only a parser can read it. */
  readonly isHard: boolean;
}

export interface Blocks {
  /** With fenced code emptied. */
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
}

/** HTML that continues across blank lines. */
const LONG_HTML = new RegExp(
  `^${PREFIX}<(?:!--(?!.*-->)|\\?(?!.*\\?>)|!\\[|![a-z](?!.*>)|/?(?:pre|script|style|textarea)\\b)`,
  "i",
);
const HEADING = /^#{1,6}(?:[ \t]|$)/;
/** Text that does not start another list: that list might be empty, and an empty list cannot start here. */
const TEXT = "(?!(?:[*+-]|\\d+[.)])(?:\\s|$))\\S";
const BULLET = new RegExp(`^[*+-] ${TEXT}`);
const FIRST = new RegExp(`^1[.)] ${TEXT}`);
const ORDERED = new RegExp(`^\\d{1,9}[.)] ${TEXT}`);

/** If something continues across blank lines, the block that it starts in is the last. */
export function splitBlocks(text: string): Blocks {
  const all = toLines(text);
  const lines = untilLongHtml(blankFences(all));
  const isHard = lines.length < all.length;
  const blocks: Block[] = [];
  let start = 0;
  let [isFree, hasHtml, isNumbered] = [true, false, false];
  for (const [at, line] of lines.entries()) {
    const isBegin =
      line !== "" && !/^\s/.test(line) && (isFree || (!hasHtml && interrupts(line, isNumbered)));
    if (isBegin && at > start) {
      blocks.push({ start, end: at, isHard: false });
      start = at;
    }
    if (isBegin) hasHtml = false;
    isNumbered = isBegin && ORDERED.test(line);
    hasHtml ||= beginsWithTag(line);
    isFree = line.trim() === "" || (isBegin && HEADING.test(line));
  }
  blocks.push({ start, end: all.length, isHard });
  return { lines: isHard ? [...lines.slice(0, start), ...all.slice(start)] : lines, blocks };
}

function untilLongHtml(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line.includes("<") && LONG_HTML.test(line));
  return at === -1 ? lines : lines.slice(0, at);
}

/** Whether a line starts something new although the line before it is not blank. */
function interrupts(line: string, isNumbered: boolean): boolean {
  return HEADING.test(line) || BULLET.test(line) || FIRST.test(line) || (isNumbered && ORDERED.test(line));
}

import type { ParseResult } from "oxc-parser";
import { memo } from "../../values/memo.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The comments of a text; none if the text has syntax errors. */
export function commentsOf({ errors, comments }: ParseResult): readonly Range[] {
  return errors.length > 0 ? [] : comments;
}

/** Tells whether an offset is in a comment. Finds the comments only if the offset may be in one. */
export function createIsComment(text: string, find: () => readonly Range[]): (offset: number) => boolean {
  const comments = memo(find);
  const mayBeInBlock = createMayBeInBlock(text);
  return (offset) => {
    const line = text.lastIndexOf("\n", offset) + 1;
    if (!text.slice(line, offset).includes("//") && !mayBeInBlock(offset)) return false;
    let [low, high] = [0, comments().length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((comments()[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return (comments()[low]?.start ?? Infinity) <= offset;
  };
}

/**
 * Whether the last mark of a block comment that starts at or before an offset opens one. All marks are found at once:
 * searching backwards from each offset takes time in proportion to the text.
 */
function createMayBeInBlock(text: string): (offset: number) => boolean {
  const marks = memo(() => [...findAll(text, "/*", true), ...findAll(text, "*/", false)].sort(byPlace));
  return (offset) => {
    let [low, high] = [0, marks().length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((marks()[middle]?.at ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return marks()[low - 1]?.opens ?? false;
  };
}

interface Mark {
  readonly at: number;
  readonly opens: boolean;
}

function findAll(text: string, mark: string, opens: boolean): Mark[] {
  const marks: Mark[] = [];
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) marks.push({ at, opens });
  return marks;
}

function byPlace(one: Mark, other: Mark): number {
  return one.at - other.at;
}

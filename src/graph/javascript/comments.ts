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
  return (offset) => {
    if (!mayBeComment(text, offset)) return false;
    let [low, high] = [0, comments().length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((comments()[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return (comments()[low]?.start ?? Infinity) <= offset;
  };
}

function mayBeComment(text: string, offset: number): boolean {
  const line = text.lastIndexOf("\n", offset) + 1;
  return (
    text.slice(line, offset).includes("//") || text.lastIndexOf("/*", offset) > text.lastIndexOf("*/", offset)
  );
}

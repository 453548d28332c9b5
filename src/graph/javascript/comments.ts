import type { ParseResult } from "oxc-parser";
import { memo } from "../../values/memo.ts";

/** Tells whether an offset is in a comment. Only a text that may have it in one is parsed; one with faults has none. */
export function createIsComment(text: string, parse: () => ParseResult): (offset: number) => boolean {
  const comments = memo(() => {
    const { errors, comments: found } = parse();
    return errors.length > 0 ? [] : found;
  });
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

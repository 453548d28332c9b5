import { expect, it } from "vitest";
import { textWidth } from "../../../src/report/print/text-width.ts";

it.each([
  ["abc", 3],
  ["", 0],
  ["日本語", 6],
  ["한국어", 6],
  ["ﾊﾝｶｸ", 4],
  ["é", 1],
  ["e\u0301", 1],
  ["a\u200Bb", 2],
  ["✓ → …", 5],
  ["👩‍👩‍👧", 2],
  ["🇩🇪", 2],
])("the width of %j in a terminal is %i", (text, width) => {
  expect(textWidth(text)).toBe(width);
});

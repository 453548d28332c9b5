import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  formatSketch,
  type LineSketch,
  parseSketch,
  similarityOf,
  sketchLines,
} from "../../../src/detect/renames/line-sketch.ts";
import { sharedLines } from "../oracle.ts";

const sketch = (text: string): LineSketch => sketchLines(Buffer.from(text)) as LineSketch;

const text = fc
  .array(fc.constantFrom("a", "b", "c", "d", "", "  e", "f\r"), { minLength: 1, maxLength: 20 })
  .map((lines) => ["x", ...lines].join("\n"));

it("the similarity of short contents is exactly the share of lines that both have", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(similarityOf(sketch(one), sketch(other))).toBeCloseTo(sharedLines(one, other), 12);
      expect(similarityOf(sketch(one), sketch(other))).toBe(similarityOf(sketch(other), sketch(one)));
    }),
  );
});

it("the similarity of long contents is estimated within a few hundredths", () => {
  const numbered = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, at) => `line ${from + at} of it`).join("\n");
  let worst = 0;
  for (let at = 0; at < 40; at += 1) {
    // Each pair shares another part of other lines, and is of two lengths.
    const start = at * 9000;
    const one = numbered(start, start + 4000);
    const other = numbered(start + at * 50, start + 3000 + at * 25);
    worst = Math.max(worst, Math.abs(similarityOf(sketch(one), sketch(other)) - sharedLines(one, other)));
  }
  // Four standard errors of a sample of 256.
  expect(worst).toBeLessThan((4 * 0.5) / Math.sqrt(256));
  expect(worst).toBeGreaterThan(0);
});

it("a sketch comes back from its text, and nothing else does", () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(parseSketch(formatSketch(sketch(one)))).toEqual(sketch(one));
    }),
  );
  for (const value of [null, undefined, 3, "", "3", "3:", "x:AAAA", "3:AAA", "3:AAAAAAA=", "3:%%%%"])
    expect(parseSketch(value)).toBeNull();
});

it.each([
  ["empty", ""],
  ["blank", "\n \n\t\n"],
  ["binary", "a\0b\n"],
  ["very large", "a\n".repeat(3 * 1024 * 1024)],
])("a content that is %s has no lines to compare", (_, content) => {
  expect(sketchLines(Buffer.from(content))).toBeNull();
});

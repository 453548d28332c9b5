import { describe, expect, it } from "vitest";
import { clipList, formatDuration, formatPercent, stripControl } from "../../src/report/format.ts";

const SIZE = 2000;
const ROUNDS = 50;
/** So many times the text takes about as many times as long; with quadratic work it would be the square, 1024. */
const FACTOR = 32;
const LIMIT = 200;

describe("stripControl", () => {
  it("takes out colours, titles and cursor movements", () => {
    expect(stripControl("\u001B[31mred\u001B[0m \u001B]0;title\u0007text\u001B[2Kend\u0007")).toBe(
      "red textend",
    );
  });

  it("keeps what a terminal would show last of a line that was written over", () => {
    expect(stripControl("10%\r50%\r100%\r\nnext")).toBe("100%\nnext");
  });

  it.each(["x", "\r", "\u001B]", "\u001B["])(
    "takes time in proportion to the length of a line of %j",
    (unit) => {
      // Computing, not waiting for a busy machine; and enough of it that the clock's steps do not count.
      const time = (length: number): number => {
        const text = unit.repeat(length);
        const before = process.cpuUsage();
        for (let round = 0; round < ROUNDS; round++) stripControl(text);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      time(SIZE);
      let best = Infinity;
      // One good measurement is enough: quadratic work gives none.
      for (let attempt = 0; attempt < 5 && best >= LIMIT; attempt++)
        best = Math.min(best, time(FACTOR * SIZE) / Math.max(time(SIZE), 1));
      expect(best).toBeLessThan(LIMIT);
    },
  );
});

describe("formatDuration", () => {
  it.each([
    [12.4, "12 ms"],
    [3210, "3.2 s"],
    [125_000, "2 min 5 s"],
  ])("shows %d as %s", (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));
});

describe("clipList", () => {
  it("keeps a list that fits, and counts what it leaves out of another", () => {
    const lines = ["a", "b", "c"];
    expect(clipList(lines, { most: 3 })).toEqual(lines);
    expect(clipList(lines, { most: Infinity, hint: "--json" })).toEqual(lines);
    expect(clipList(lines, { most: 1 })).toEqual(["a", "... and 2 more"]);
    expect(clipList(lines, { most: 2, indent: "  ", hint: "--json" })).toEqual([
      "a",
      "b",
      "  ... and 1 more (--json)",
    ]);
  });
});

describe("formatPercent", () => {
  it("says all and nothing without a fraction", () => {
    expect([0, 0.125, 0.9999, 1, -0.5].map(formatPercent)).toEqual([
      "0 %",
      "12.5 %",
      "100.0 %",
      "100 %",
      "-50.0 %",
    ]);
  });
});

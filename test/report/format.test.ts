import { describe, expect, it } from "vitest";
import { clipList, formatDuration, formatPercent } from "../../src/report/format.ts";

describe("formatDuration", () => {
  it.each([
    [12.4, "12 ms"],
    [3210, "3.2 s"],
    [125_000, "2 min 5 s"],
  ])("a duration of %d ms is shown as %s", (milliseconds, text) =>
    expect(formatDuration(milliseconds)).toBe(text),
  );
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

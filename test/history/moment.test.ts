import { describe, expect, it } from "vitest";
import { parseMoment } from "../../src/history/moment.ts";

const NOW = Date.UTC(2026, 10, 15, 12);

describe("a moment", () => {
  it.each([
    ["30m", NOW - 30 * 60_000],
    ["12h", NOW - 12 * 3_600_000],
    ["7d", NOW - 7 * 86_400_000],
    ["2w", NOW - 14 * 86_400_000],
    ["2026-11-01", Date.UTC(2026, 10, 1)],
    ["2026-11-01T09:30", Date.UTC(2026, 10, 1, 9, 30)],
    ["2026-11-01T09:30:15Z", Date.UTC(2026, 10, 1, 9, 30, 15)],
    ["2026-11-01T09:30+02:00", Date.UTC(2026, 10, 1, 7, 30)],
  ])("can be given as %s", (text, expected) => {
    expect(parseMoment(text, NOW)).toBe(expected);
  });

  it.each(["", "7", "d", "-7d", "7 d", "yesterday", "2026", "2026-13-01", "2026-11-01T25:00", "11/15/2026"])(
    "'%s' is not a moment",
    (text) => {
      expect(parseMoment(text, NOW)).toBeNull();
    },
  );
});

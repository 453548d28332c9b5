import { describe, expect, it } from "vitest";
import { formatCommand, formatDuration, stripControl } from "../../src/report/format.ts";

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
      const time = (length: number): number => {
        const text = unit.repeat(length);
        const start = performance.now();
        stripControl(text);
        return performance.now() - start;
      };
      time(200_000);
      // Four times the text takes about four times as long; sixteen times would be quadratic.
      const small = Math.min(...Array.from({ length: 5 }, () => time(200_000)));
      const large = Math.min(...Array.from({ length: 5 }, () => time(800_000)));
      expect(large / Math.max(small, 1)).toBeLessThan(12);
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

describe("formatCommand", () => {
  it("quotes what a shell would take apart", () => {
    expect(formatCommand(["sh", "-c", "echo 'a' && b"])).toBe(`sh -c 'echo '\\''a'\\'' && b'`);
  });
});

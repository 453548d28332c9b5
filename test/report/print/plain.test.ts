import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plain, plainLine } from "../../../src/report/print/plain.ts";
import { anyText, FORBIDDEN } from "../hostile-text.ts";

const SIZE = 2000;
const ROUNDS = 50;
/** So many times the text takes about as many times as long; with quadratic work it would be the square, 1024. */
const FACTOR = 32;
const LIMIT = 200;

describe("plain", () => {
  it("takes out colours, titles and cursor movements, in seven bits and in eight", () => {
    expect(plain("\u001B[31mred\u001B[0m \u001B]0;title\u0007text\u001B[2Kend\u0007")).toBe("red textend");
    expect(plain("\u009B31mred\u009B0m \u009D0;title\u009Ctext\u001BPdevice\u001B\\end")).toBe("red textend");
  });

  it("hides no more than its line behind a title without an end", () => {
    expect(plain("a\u001B]0;title\nb")).toBe("a\nb");
  });

  it("keeps what a terminal would show last of a line that was written over", () => {
    expect(plain("10%\r50%\r100%\r\nnext")).toBe("100%\nnext");
  });

  it("takes whatever someone may take for the end of a line for one", () => {
    expect(plain("a\u2028b\u2029c\u0085d")).toBe("a\nb\nc\nd");
  });

  it("keeps joiners where they are part of how a word or a sign is written, and nowhere else", () => {
    for (const text of ["نمی\u200Cخواهم", "❤\uFE0F", "👩\u200D🚀"]) expect(plain(text)).toBe(text);
    expect(plain("a\u200Dd\u200C\u200Dmin\uFE0F")).toBe("admin");
    expect(plain(`😀${"\uFE0E\u200D".repeat(40)}`)).toBe("😀\uFE0E\u200D");
  });

  it("never has a character that does not show, and changes nothing the second time", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = plain(text);
        expect(once).not.toMatch(FORBIDDEN);
        expect(plain(once)).toBe(once);
        expect(plainLine(text)).not.toMatch(/[\n\t]/);
      }),
    );
  });

  it("leaves printable ASCII as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        expect(plain(text)).toBe(text);
      }),
    );
  });

  it.each(["x", "\r", "\u001B]", "\u001B[", "\u009D", "\u009B0", "\u200D"])(
    "takes time in proportion to the length of a line of %j",
    (unit) => {
      // Computing, not waiting for a busy machine; and enough of it that the clock's steps do not count.
      const time = (length: number): number => {
        const text = unit.repeat(length);
        const before = process.cpuUsage();
        for (let round = 0; round < ROUNDS; round++) plain(text);
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

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedOutput, boundText } from "../../../src/run/output/bounded-output.ts";

describe("BoundedOutput", () => {
  it("keeps everything up to its limit, and beyond it the beginning and the end, however the chunks fall", () => {
    const chunks = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c", "\n"), maxLength: 30 }));
    fc.assert(
      fc.property(chunks, fc.integer({ min: 2, max: 40 }), (parts, limit) => {
        const output = new BoundedOutput(limit);
        for (const part of parts) output.add(Buffer.from(part));
        const whole = parts.join("");
        const half = Math.floor(limit / 2);
        const missing = whole.length - 2 * half;
        const expected =
          missing <= 0
            ? whole
            : `${whole.slice(0, half)}\n[... ${missing} bytes left out ...]\n${whole.slice(-half)}`;
        expect(output.toString()).toBe(expected);
      }),
    );
  });
});

describe("boundText", () => {
  it("does the same to a text", () => {
    expect(boundText("0123456789", 10)).toBe("0123456789");
    expect(boundText("0123456789x", 4)).toBe("01\n[... 7 bytes left out ...]\n9x");
  });

  it("counts along what was left out before, wherever that was, and counts bytes", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", "\n"), minLength: 30, maxLength: 200 }),
        fc.integer({ min: 4, max: 60 }),
        fc.integer({ min: 2, max: 100 }),
        (printed, first, second) => {
          const whole = Buffer.from(printed);
          const output = new BoundedOutput(first);
          output.add(whole);
          const text = boundText(output.toString(), second);
          const markers = [...text.matchAll(/\n\[\.\.\. ([\d,]+) bytes left out \.\.\.\]\n/g)];
          const kept = markers.reduce((rest, [marker]) => rest.replace(marker, ""), text);
          const told = markers.reduce((sum, [, count]) => sum + Number(count?.replaceAll(",", "")), 0);
          expect(told + Buffer.byteLength(kept)).toBe(whole.length);
        },
      ),
    );
    expect(boundText("ä€ö€ü", 2)).toBe("ä\n[... 8 bytes left out ...]\nü");
  });
});

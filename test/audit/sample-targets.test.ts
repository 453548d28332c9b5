import * as fc from "fast-check";
import { expect, it } from "vitest";
import { sampleTargets } from "../../src/audit/sample-targets.ts";

it("a sample has as many targets as allowed, each once and in order, from the first to the last", () => {
  fc.assert(
    fc.property(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 40 }), (size, limit) => {
      const list = Array.from({ length: size }, (_, index) => index);
      const sample = sampleTargets(list, limit);
      expect(sample).toHaveLength(Math.min(size, limit));
      expect([...new Set(sample)].toSorted((a, b) => a - b)).toEqual(sample);
      expect(sample.slice(0, 1)).toEqual(list.slice(0, 1));
      expect(limit === 1 ? list.at(-1) : sample.at(-1)).toBe(list.at(-1));
    }),
  );
});

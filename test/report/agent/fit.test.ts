import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fit } from "../../../src/report/agent/fit.ts";

/** Forms that cost more from one to the next. */
const costs = fc.array(
  fc
    .array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 4 })
    .map((steps) => steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, step) => sum + step, 1))),
  { maxLength: 12 },
);

describe("fitting", () => {
  it("never costs more than there is room, and leaves out the last first", () => {
    fc.assert(
      fc.property(costs, fc.integer({ min: -10, max: 800 }), (given, room) => {
        const chosen = fit(given, room);
        const spent = chosen.reduce((sum, form, at) => sum + (form < 0 ? 0 : (given[at]?.[form] ?? NaN)), 0);
        expect(spent).toBeLessThanOrEqual(Math.max(0, room));
        const shown = chosen.filter((form) => form >= 0).length;
        expect(chosen.slice(shown)).toEqual(given.slice(shown).map(() => -1));
        expect(spent + (given[shown]?.[0] ?? Infinity)).toBeGreaterThan(room);
      }),
    );
  });

  it("takes the longest form of all where there is room for that", () => {
    fc.assert(
      fc.property(costs, (given) => {
        const whole = given.reduce((sum, forms) => sum + (forms.at(-1) ?? 0), 0);
        expect(fit(given, whole)).toEqual(given.map((forms) => forms.length - 1));
      }),
    );
  });

  it("names several before it tells the first at length, and tells the first at length first", () => {
    const forms = [10, 40];
    expect(fit([forms, forms, forms, forms], 70)).toEqual([1, 0, 0, 0]);
    expect(fit([forms, forms, forms, forms], 45)).toEqual([0, 0, 0, 0]);
    expect(fit([forms, forms, forms, forms], 30)).toEqual([0, 0, 0, -1]);
  });
});

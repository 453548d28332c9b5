import { describe, expect, it } from "vitest";
import { FAULT_PARTS } from "./fault-parts.ts";
import { isMet } from "./part.ts";

/** How often each part is tried here; `npm run prove` tries them far more often, and floods as well. */
const QUICK: Readonly<Record<string, number>> = {
  "kills-at-writes": 3,
  "kills-at-instants": 2,
  faults: 4,
  damage: 6,
  "tracer-kills": 2,
  "tracer-lies": 6,
};

describe("whatever goes wrong, the next answer is right and nothing is lost", () => {
  it.each(FAULT_PARTS.filter(({ name }) => name in QUICK))(
    "$name",
    async ({ name, run }) => {
      const { figures, failures } = await run({ seed: 1, steps: QUICK[name] ?? 1, progress: () => {} });
      expect(failures).toEqual([]);
      expect(figures.filter((figure) => !isMet(figure))).toEqual([]);
    },
    600_000,
  );
});

import { describe, expect, it } from "vitest";
import { FAULT_PARTS } from "./fault-parts.ts";
import { isMet } from "./part.ts";

/** How often each part is tried here; `npm run prove` tries them far more often, and kills and floods at any instant. */
const QUICK: Readonly<Record<string, number>> = {
  "kills-at-writes": 2,
  faults: 2,
  damage: 3,
  "tracer-lies": 3,
};

describe("whatever goes wrong, the next answer is right and nothing is lost", () => {
  it.each(FAULT_PARTS.filter(({ name }) => name in QUICK))(
    "whatever goes wrong, the next answer is right and nothing is lost: $name",
    async ({ name, run }) => {
      const { figures, failures } = await run({ seed: 1, steps: QUICK[name] ?? 1, progress: () => {} });
      expect(failures).toEqual([]);
      expect(figures.filter((figure) => !isMet(figure))).toEqual([]);
    },
    600_000,
  );
});

import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { runSequence, type Tally } from "./model/run-sequence.ts";
import { sequences } from "./model/steps.ts";
import { createWorlds } from "./model/world.ts";

const worlds = createWorlds();
afterAll(() => worlds.remove());

it("agrees with the reference", { timeout: 600_000 }, async () => {
  const tally: Tally = { steps: 0, runs: 0, ran: 0, stood: 0, recalled: 0 };
  const start = performance.now();
  await fc.assert(
    fc.asyncProperty(sequences(40), async (steps) => {
      const world = worlds.create();
      try {
        const wrong = await runSequence(world, steps, tally);
        expect(wrong).toBeNull();
      } finally {
        world.remove();
      }
    }),
    { numRuns: Number(process.env["N"] ?? 3), seed: Number(process.env["SEED"] ?? 1), endOnFailure: true },
  );
  console.log(tally, (performance.now() - start) / tally.steps);
});

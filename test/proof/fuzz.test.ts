import { expect, it } from "vitest";
import { fuzzPart } from "./fuzz/fuzz-part.ts";

/** `npm run prove -- fuzz` tries far more. */
const CASES = 75;

it("whatever is read back, no answer is wrong, nothing hangs or crashes, and nothing is written elsewhere", async () => {
  const { failures, figures } = await fuzzPart.run({ seed: 20_261_115, steps: CASES, progress: () => {} });
  expect(failures).toEqual([]);
  expect(figures[0]).toMatchObject({ what: "cases", value: CASES });
}, 1_200_000);

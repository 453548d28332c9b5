import { describe, expect, it } from "vitest";
import { runModel } from "./model/model-part.ts";
import { shrink } from "./model/shrink.ts";
import type { Sequence, Step } from "./model/steps.ts";

/** `npm run prove` tries more than this, and other seeds. */
const STEPS = Number(process.env["PROOF_STEPS"] ?? 60);
const SEED = Number(process.env["PROOF_SEED"] ?? 1);

describe("after any steps", () => {
  it(
    "the engine answers as the reference does, and does no more than it must",
    { timeout: 3_600_000 },
    async () => {
      const { figures, failures } = await runModel({ seed: SEED, steps: STEPS, progress: () => {} });
      expect(failures.join("\n\n")).toBe("");
      const value = (what: string): number | undefined =>
        figures.find((figure) => figure.what === what)?.value;
      expect(value("steps")).toBe(STEPS);
      // Where nothing stood or nothing ran, nothing was tried.
      expect(value("units that ran")).toBeGreaterThan(STEPS);
      expect(value("units whose verdict stood")).toBeGreaterThan(STEPS);
      expect(value("runs answered from the last one")).toBeGreaterThan(0);
    },
  );
});

describe("a sequence that disagrees", () => {
  const step = (path: string): Step => ({ operation: { do: "touch", path }, run: { how: "again" } });
  const sequence: Sequence = {
    checks: ["lint", "whole", "links"],
    trace: "off",
    steps: [..."abcdefghij"].map(step),
  };
  const has = ({ steps }: Sequence, path: string): boolean =>
    steps.some(({ operation }) => "path" in operation && operation.path === path);
  const fails = (tried: Sequence): Promise<boolean> =>
    Promise.resolve(tried.checks.includes("whole") && has(tried, "c") && has(tried, "h"));

  it("is made as small as it can be", async () => {
    expect(await shrink(sequence, fails, 1000)).toEqual({
      checks: ["whole"],
      trace: "off",
      steps: ["c", "h"].map((path) => ({ ...step(path), run: { how: "command" } })),
    });
  });

  it("stays as it is where there is no time to try", async () => {
    expect(await shrink(sequence, fails, 0)).toEqual(sequence);
  });
});

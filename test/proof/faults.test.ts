import { expect, it } from "vitest";
import { faultsPart } from "./faults.ts";

const steps = Number(process.env["PROOF_STEPS"] ?? 8);
const seed = Number(process.env["PROOF_SEED"] ?? 1);
const progress = (text: string): void => void (process.env["PROOF_STEPS"] === undefined || console.log(text));

it("a call to the system that fails costs no truth", async () => {
  const { failures, figures } = await faultsPart.run({ seed, steps, progress });
  if (process.env["PROOF_STEPS"])
    require("fs").writeFileSync("/tmp/faults-failures.json", JSON.stringify({ figures, failures }, null, 1));
  expect(failures).toEqual([]);
  expect(figures.length).toBe(3);
}, 3_600_000);

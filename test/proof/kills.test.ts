import { expect, it } from "vitest";
import { killsAtInstantsPart, killsAtWritesPart } from "./kills.ts";

const steps = Number(process.env["PROOF_STEPS"] ?? 8);
const progress = (text: string): void => void (process.env["PROOF_STEPS"] === undefined || console.log(text));

it("a run that is killed at a write leaves the truth, and nothing is lost", async () => {
  const { failures, figures } = await killsAtWritesPart.run({ seed: 1, steps, progress });
  expect(failures).toEqual([]);
  expect(figures).toContainEqual({ what: "killed", value: steps });
}, 3_600_000);

it("a run that is killed at any instant leaves the truth, and nothing is lost", async () => {
  const { failures } = await killsAtInstantsPart.run({ seed: 1, steps, progress });
  expect(failures).toEqual([]);
}, 3_600_000);

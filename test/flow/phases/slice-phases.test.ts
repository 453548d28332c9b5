import fc from "fast-check";
import { expect, it } from "vitest";
import { findWorkflow } from "../../../src/flow/phases/definitions.ts";
import { slicePhases } from "../../../src/flow/phases/slice-phases.ts";

const found = findWorkflow("feature", []);
if (!found.ok) throw new Error("There is no feature workflow.");
const feature = found.value;
const keys = feature.phases.map(({ key }) => key);

it("takes the whole workflow without a start phase", () => {
  expect(slicePhases(feature, null)).toEqual({ phases: keys, problem: null });
});

it("takes the phases from the start phase on", () => {
  expect(slicePhases(feature, "05-test-strategy")).toEqual({ phases: keys.slice(5), problem: null });
});

it("says what a start phase is not, names those there are, and takes the whole workflow", () => {
  const { phases, problem } = slicePhases(feature, "99-none");
  expect(phases).toEqual(keys);
  expect(problem).toContain("ERR-ORCH-INVALID-START-PHASE");
  expect(problem).toContain(keys.join(", "));
});

it("always gives an end of the workflow", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...keys), fc.string()), (start) => {
      const { phases, problem } = slicePhases(feature, start);
      expect(phases).toEqual(keys.slice(keys.length - phases.length));
      expect(problem === null).toBe(keys.includes(start));
    }),
  );
});

it("suggests a workflow for one that is not there", () => {
  expect(findWorkflow("featrue", [])).toMatchObject({ failures: [{ hint: 'Did you mean "feature"?' }] });
});

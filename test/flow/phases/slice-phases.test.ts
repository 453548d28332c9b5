import fc from "fast-check";
import { expect, it } from "vitest";
import { findWorkflow } from "../../../src/flow/phases/definitions.ts";
import { slicePhases } from "../../../src/flow/phases/slice-phases.ts";

const found = findWorkflow("feature", []);
if (!found.ok) throw new Error("There is no feature workflow.");
const feature = found.value;
const keys = feature.phases.map(({ key }) => key);

it("without a start phase, the whole workflow is taken", () => {
  expect(slicePhases(feature, null)).toEqual({ phases: keys, problem: null });
});

it("with a start phase, the phases from there on are taken", () => {
  expect(slicePhases(feature, "05-test-strategy")).toEqual({ phases: keys.slice(5), problem: null });
});

it("an unknown start phase is named with those that exist, and the whole workflow is taken", () => {
  const { phases, problem } = slicePhases(feature, "99-none");
  expect(phases).toEqual(keys);
  expect(problem).toContain("ERR-ORCH-INVALID-START-PHASE");
  expect(problem).toContain(keys.join(", "));
});

it("the phases taken are always an end of the workflow", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...keys), fc.string()), (start) => {
      const { phases, problem } = slicePhases(feature, start);
      expect(phases).toEqual(keys.slice(keys.length - phases.length));
      expect(problem === null).toBe(keys.includes(start));
    }),
  );
});

it("a workflow is suggested for an unknown one", () => {
  expect(findWorkflow("featrue", [])).toMatchObject({ failures: [{ hint: 'Did you mean "feature"?' }] });
});

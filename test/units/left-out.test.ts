import * as fc from "fast-check";
import { expect, it } from "vitest";
import { buildUnits } from "../../src/units/build-units.ts";
import type { Unit } from "../../src/units/unit.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import { buildRandom, nameOf, type RandomGraph, randomGraph } from "../graph/random-graph.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";
import { madeTree } from "./real-tree.ts";

const ROOT = "/repository";

/** f00 -> f01 -> f02, each by its content. */
const CHAIN: RandomGraph = [[1], [2], []].map((targets, index) => ({
  content: `content ${index}`,
  structure: null,
  targets,
  seen: [],
}));

type Units = ReadonlyMap<string, readonly Unit[]>;

async function unitsOf(files: RandomGraph, ...checks: readonly Check[]): Promise<Units> {
  const built = buildRandom(files);
  return buildUnits({
    checks,
    tree: madeTree({ ...built.snapshot, root: ROOT }, built.graph),
    env: { PATH: "" },
    opaqueImports: "project",
    answer: async () => new Map(),
  });
}

const check = (fields: Partial<Check>): Check =>
  declaredCheck({ type: "test", command: process.execPath, files: ["f*"], follow: "content", ...fields });

const dependsOn = (unit: Unit | undefined): readonly boolean[] =>
  [0, 1, 2].map((at) => unit?.dependsOn(nameOf(at)) ?? false);

it("a unit depends on nothing that its check writes, except for its own target", async () => {
  const units = await unitsOf(
    CHAIN,
    check({ name: "files", outputs: ["f01", "f02"] }),
    check({ name: "project", args: [], outputs: ["f01"] }),
    check({ name: "whole", args: [], files: null, outputs: ["f01"] }),
  );
  expect(units.get("files")?.map(dependsOn)).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  expect(dependsOn(units.get("project")?.[0])).toEqual([true, false, true]);
  expect(dependsOn(units.get("whole")?.[0])).toEqual([true, false, true]);
});

it("a unit depends on nothing outside the tree that its check writes", async () => {
  const inputs = ["ignored/a", "ignored/b"];
  const [unit] = (await unitsOf(CHAIN, check({ name: "a", inputs, outputs: ["ignored/a"] }))).get("a") ?? [];
  const beside = inputs.map((path) => unit?.dependsOnBeside(`${ROOT}/${path}`));
  expect(beside).toEqual([false, true]);
});

it("a unit is watched for products of other checks that it depends on", async () => {
  const units = await unitsOf(
    CHAIN,
    check({ name: "maker", args: [], files: ["f02"], outputs: ["f01"] }),
    check({ name: "user", args: [], files: ["f00"], dependsOn: ["maker"] }),
  );
  expect(dependsOn(units.get("user")?.[0])).toEqual([true, true, true]);
  expect(units.get("user")?.[0]?.components).toHaveProperty("product:maker");
});

it("a unit keeps its fingerprint whatever its check writes, as long as the references stay the same", async () => {
  const checks = (["content", "structure"] as const).flatMap((follow) => [
    check({ name: `files by ${follow}`, outputs: ["f00"], follow }),
    check({ name: `project by ${follow}`, args: [], outputs: ["f00"], follow }),
  ]);
  const fingerprints = (units: Units): readonly unknown[] =>
    [...units.values()].flat().flatMap(({ target, fingerprint }) => (target === "f00" ? [] : [fingerprint]));
  await fc.assert(
    fc.asyncProperty(randomGraph, async ([first, ...others]) => {
      if (first === undefined) return;
      const written = { ...first, content: "other", structure: first.structure === null ? null : "other" };
      const before = await unitsOf([first, ...others], ...checks);
      const after = await unitsOf([written, ...others], ...checks);
      expect(fingerprints(after)).toEqual(fingerprints(before));
    }),
    { numRuns: 40 },
  );
});

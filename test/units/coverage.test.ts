import * as fc from "fast-check";
import { expect, it } from "vitest";
import { buildUnits } from "../../src/units/build-units.ts";
import { createCoverage } from "../../src/units/coverage.ts";
import type { Tree } from "../../src/units/tree.ts";
import type { Unit } from "../../src/units/unit.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { buildRandom, nameOf, type RandomGraph, randomGraph } from "../graph/random-graph.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";
import { madeTree } from "./real-tree.ts";

function check(fields: Partial<Check> & Pick<Check, "name">): Check {
  return declaredCheck({
    type: "test",
    command: process.execPath,
    files: ["f*"],
    replayFailures: false,
    ...fields,
  });
}

const CHECKS: readonly Check[] = [
  check({ name: "alone" }),
  check({ name: "structure", follow: "structure" }),
  check({ name: "content", follow: "content" }),
  check({ name: "inputs", inputs: ["f01", "f0[45]", "absent"] }),
  check({ name: "target inputs", targetInputs: ["{dir}/{name}", "f0[34]", "!{stem}"] }),
  check({ name: "project", args: [], files: ["f00", "f02"], follow: "structure" }),
  check({ name: "build", type: "build", args: [], files: ["f03"] }),
  check({ name: "after", dependsOn: ["build"] }),
  check({ name: "whole", args: [], files: null }),
  check({ name: "writer", follow: "content", outputs: ["f0[02]"] }),
  check({ name: "structural writer", follow: "structure", outputs: ["f0[02]"] }),
  check({ name: "maker", args: [], files: null, outputs: ["f01", "f03"] }),
  check({ name: "user", args: [], files: ["f0*"], follow: "content", dependsOn: ["maker"] }),
];

async function observe(
  files: RandomGraph,
): Promise<{ tree: Tree; units: ReadonlyMap<string, readonly Unit[]> }> {
  const { graph, snapshot } = buildRandom(files);
  const tree = madeTree(snapshot, graph);
  const units = await buildUnits({
    checks: CHECKS,
    tree,
    env: { PATH: "" },
    opaqueImports: "project",
    answer: async () => new Map(),
  });
  return { tree, units };
}

const edited = randomGraph.chain((files) =>
  fc.record({ files: fc.constant(files), at: fc.nat({ max: files.length - 1 }), deep: fc.boolean() }),
);

it("coverage is exactly the files whose change changes the fingerprint", async () => {
  await fc.assert(
    fc.asyncProperty(edited, async ({ files, at, deep }) => {
      const after = files.map((file, index) => {
        if (index !== at) return file;
        // Either the structure changes with the content, or only the content does.
        const structure = deep || file.structure === null ? file.structure : "edited";
        return { ...file, content: "edited", structure };
      });
      const before = await observe(files);
      const now = await observe(after);
      const coverageOf = createCoverage(before.tree, before.units);
      const isSeen = deep && files[at]?.structure !== null ? ["content"] : ["content", "structure"];
      for (const [name, units] of before.units)
        for (const [index, unit] of units.entries()) {
          const covered = coverageOf(unit).of(nameOf(at));
          const isChanged = unit.fingerprint !== now.units.get(name)?.[index]?.fingerprint;
          const what = `${name} of ${unit.target}: ${nameOf(at)}`;
          expect({ what, covered: covered !== null && isSeen.includes(covered) }).toEqual({
            what,
            covered: isChanged,
          });
        }
    }),
    { numRuns: 25 },
  );
});

it("coverage says whether a unit covers the whole tree, and whether installed packages are known", async () => {
  const { tree, units } = await observe([
    { content: "a", structure: null, targets: [], seen: [] },
    { content: "b", structure: null, targets: [], seen: [] },
  ]);
  const coverageOf = createCoverage(tree, units);
  const isWhole = (name: string): boolean => coverageOf(units.get(name)?.[0] as Unit).isWhole;
  expect([isWhole("whole"), isWhole("alone")]).toEqual([true, false]);
  expect(coverageOf(units.get("whole")?.[0] as Unit).packages.size).toBe(0);
  const record = "node_modules/.package-lock.json" as RepoPath;
  const locked: Tree = { ...tree, declared: new Map([[record, "file 1 "]]) };
  const again = await buildUnits({
    checks: CHECKS,
    tree: locked,
    env: { PATH: "" },
    opaqueImports: "project",
    answer: async () => new Map(),
  });
  const covered = createCoverage(locked, again)(again.get("alone")?.[0] as Unit);
  expect([...covered.packages]).toEqual([record]);
  expect(covered.files.get(record)).toBe("content");
});

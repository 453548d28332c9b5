import { describe, expect, it } from "vitest";
import { failedRun, isObserved, storedReads } from "../../src/audit/stored-reads.ts";
import { createClosures } from "../../src/graph/closure/closure.ts";
import { isRead } from "../../src/graph/is-read.ts";
import { observedSet } from "../../src/paths/path-sets.ts";
import type { WholeUnitScope } from "../../src/scope/scope.ts";
import { IMPORTS, type NamedPathSet, TYPES } from "../../src/vocabulary/tree/path-set.ts";
import { graphOf, p } from "../graph/repository.ts";

const unitOf = (target: string, pathSet: NamedPathSet): WholeUnitScope["unit"] =>
  ({ target: target === "" ? "" : p(target), pathSet }) as unknown as WholeUnitScope["unit"];

const FILES = {
  "a.test.ts": 'import "./lib.js";\nimport type { T } from "./types.js";\nexport const t = "./data.json";\n',
  "lib.ts": "export {};\n",
  "types.ts": "export type T = 1;\n",
  "data.json": "{}",
};

async function reads(target: string, parts: readonly string[]): Promise<readonly string[]> {
  const { graph } = await graphOf({ files: FILES });
  const unit = unitOf(target, observedSet(parts, [["setup.ts", "module"]]));
  return [...storedReads(unit, { graph }, createClosures(graph, isRead)).keys()].sort();
}

describe("what a stored path set says that a unit read", () => {
  it("is what is named in it", async () => {
    expect(await reads("a.test.ts", [])).toEqual(["setup.ts"]);
    expect(await reads("", [IMPORTS])).toEqual(["setup.ts"]);
  });

  it("is also what a closed target imports, as far as its tool follows that", async () => {
    expect(await reads("a.test.ts", [IMPORTS])).toEqual(["a.test.ts", "lib.ts", "setup.ts"]);
    expect(await reads("a.test.ts", [TYPES])).toEqual(["a.test.ts", "lib.ts", "setup.ts", "types.ts"]);
  });
});

describe("the store says what a unit reads", () => {
  const observed = unitOf("a", observedSet([], []));
  const predicted = unitOf("a", {
    ...observed.pathSet,
    set: { kind: "predicted", parts: [], accesses: [] },
  });
  const scoped = (unit: WholeUnitScope["unit"], rest: unknown): WholeUnitScope =>
    ({ unit, annotations: [], ...(rest as object) }) as unknown as WholeUnitScope;
  const stands = { decision: "stand", verdict: { status: "passed", runId: "1" } };
  const runs = (type: string): unknown => ({ decision: "run", reason: { type, runId: "2" } });

  it.each([
    ["where an observed verdict stands", observed, stands, true],
    ["where one failed that is the same now", observed, runs("failed-before"), true],
    ["where one runs because others need what it makes", observed, runs("needed-by"), true],
    ["not where something has changed", observed, runs("observed-changed"), false],
    ["not where it was thrown away", observed, runs("verdict-gone"), false],
    ["not where a predicted verdict stands", predicted, stands, false],
    ["not where a predicted one failed", predicted, runs("failed-before"), false],
  ])("the store says what a unit reads: %s", (_, unit, rest, known) => {
    expect(isObserved(scoped(unit, rest))).toBe(known);
  });

  it("the store says what a unit reads, and in which run it failed", () => {
    const failed = { decision: "stand", verdict: { status: "failed", runId: "3" } };
    expect(
      [stands, failed, runs("failed-before"), runs("needed-by")].map((each) =>
        failedRun(scoped(observed, each)),
      ),
    ).toEqual([null, "3", "2", null]);
  });
});

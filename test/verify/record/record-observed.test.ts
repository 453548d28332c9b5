import { join } from "node:path";
import { expect, it } from "vitest";
import { observedSet } from "../../../src/paths/path-sets.ts";
import type { StoredVerdict } from "../../../src/store/records/records.ts";
import { createEvaluateSet } from "../../../src/units/inputs/evaluate-set.ts";
import type { Assessment } from "../../../src/verify/assess.ts";
import { lookAtKept } from "../../../src/verify/record/record-observed.ts";
import { OBSERVED } from "../../../src/vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../../../src/vocabulary/tree/path.ts";
import { graphOf } from "../../graph/repository.ts";
import { realTree } from "../../units/real-tree.ts";

const SET = observedSet([], [["out/a", "content"]]);

/** A run that kept one verdict, on what was there or on something else. */
async function look(value: "same" | "other", isStored = true): Promise<boolean | null> {
  const { graph, snapshot, root } = await graphOf({ files: {}, ignored: { "out/a": "1" } });
  const tree = realTree(snapshot, graph);
  const now = await createEvaluateSet({ root, home: null, env: {}, tree, isOutput: () => false })(SET);
  const assessment = {
    tree,
    config: { root, checks: [] },
    store: { pathSets: { getMany: () => new Map(isStored ? [[SET.id, SET.set]] : []) } },
  } as unknown as Assessment;
  const verdict = { pathSet: SET.id, components: { [OBSERVED]: value === "same" ? now : "other" } };
  const kept = new Map([["f" as Fingerprint, verdict as unknown as StoredVerdict]]);
  const seen = await lookAtKept(assessment, kept, {});
  return seen && Object.values(seen).some((paths) => [...paths.keys()].includes(join(root, "out/a")));
}

it("a run is remembered with all that its commands were seen to read", async () => {
  expect(await look("same")).toBe(true);
});

it("a run is not remembered where that shows something else by now, or is not known any more", async () => {
  expect(await look("other")).toBeNull();
  expect(await look("same", false)).toBeNull();
});

import { expect, it } from "vitest";
import { observedSet } from "../../../src/paths/path-sets.ts";
import type { Store } from "../../../src/store/store.ts";
import { chooseRecords } from "../../../src/units/inputs/choose-records.ts";
import { observedRecord } from "../../../src/units/inputs/observed-record.ts";
import type { Unit } from "../../../src/units/unit.ts";
import type { NamedPathSet, PathSetId, WeakKey } from "../../../src/vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../../../src/vocabulary/tree/path.ts";

const KEY = "key" as WeakKey;
const set = (place: string): NamedPathSet => observedSet([], [[place, "content"]]);
const [ONE, TWO] = [set("one"), set("two")];
const PREDICTED: NamedPathSet = {
  id: "predicted" as PathSetId,
  set: { kind: "predicted", parts: ["content"], accesses: [] },
};

const unit = {
  check: "check",
  target: "a",
  fingerprint: "predicted" as Fingerprint,
  weakKey: KEY,
  weakUnknown: null,
  pathSet: PREDICTED,
  components: {},
  part: () => undefined,
} as unknown as Unit;

/** What is stored: sets, and for some of them how the verdict on what is there now came out. */
async function choose(
  sets: readonly NamedPathSet[],
  outcomes: ReadonlyMap<NamedPathSet, "passed" | "failed"> = new Map(),
  value: string | null = "seen",
): Promise<Unit> {
  const evaluate = (): Promise<string | null> => Promise.resolve(value);
  const stored = new Map<Fingerprint | null, { status: string }>([[unit.fingerprint, { status: "passed" }]]);
  for (const [each, status] of outcomes)
    stored.set((await observedRecord(unit, each, evaluate)).fingerprint, { status });
  const store = {
    verdicts: {
      pathSetsOf: () => new Map(sets.length === 0 ? [] : [[KEY, sets.map(({ id }) => id)]]),
      findMany: () => stored,
    },
    pathSets: { getMany: () => new Map(sets.map(({ id, set: each }) => [id, each])) },
  } as unknown as Pick<Store, "verdicts" | "pathSets">;
  const [chosen] = await chooseRecords([unit], { store, evaluate });
  return chosen as Unit;
}

it("a unit whose command was never watched is known by what is predicted", async () => {
  expect(await choose([])).toBe(unit);
  expect(await choose([PREDICTED])).toBe(unit);
});

it("a unit whose command was watched is known by what it read, though a prediction would have a verdict", async () => {
  const chosen = await choose([PREDICTED, ONE]);
  expect(chosen.pathSet.id).toBe(ONE.id);
  expect(chosen.fingerprint).not.toBe(unit.fingerprint);
});

it("the one with a verdict counts where there are several sets", async () => {
  expect((await choose([ONE, TWO], new Map([[TWO, "passed"]]))).pathSet.id).toBe(TWO.id);
});

it("sets that disagree decide nothing", async () => {
  const outcomes = new Map<NamedPathSet, "passed" | "failed">([
    [ONE, "passed"],
    [TWO, "failed"],
  ]);
  const { fingerprint, unknown } = await choose([ONE, TWO], outcomes);
  expect(fingerprint).toBeNull();
  expect(unknown).toMatch(/does not decide/);
});

it("what cannot be read now has no fingerprint", async () => {
  expect((await choose([ONE], new Map(), null)).fingerprint).toBeNull();
});

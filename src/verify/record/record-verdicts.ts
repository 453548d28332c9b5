import { type State, type TreeWatch, type UnitLookup, watchTree } from "../../run/doubt/watch-tree.ts";
import type { KeptTree } from "../../shortcut/open-kept.ts";
import { createRecorder, type Recorder } from "../../run/recorder.ts";
import type { StandingVerdict, StoredVerdict } from "../../store/records/records.ts";
import { listNotedPaths } from "../../system/observed/path-notes.ts";
import { describePathByTimes, isPathUnchanged } from "../../system/observed/path-state.ts";
import type { RunObserver } from "../../trace/run-observer.ts";
import { knownBy } from "../../units/inputs/choose-records.ts";
import { observedRecord } from "../../units/inputs/observed-record.ts";
import { isBuilt } from "../../units/unit.ts";
import { memo } from "../../values/memo.ts";
import type { Emit } from "../../vocabulary/run/event.ts";
import { OBSERVED } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Contradiction } from "../../vocabulary/verdict/cache-check.ts";
import { EVICTIONS, type Target } from "../../vocabulary/verdict/unit.ts";
import type { Assessment } from "../assess.ts";
import { isInSnapshot } from "../observe/observe-tree.ts";
import type { Observation } from "../observe/observe-units.ts";
import { createPartsKeeper } from "./fingerprint-parts.ts";
import { createMerge } from "./record-observed.ts";
import { noteUnstable } from "./unstable-checks.ts";

/** Keeps the verdicts of a run, each with what its fingerprint stands for. */
export function createVerdictRecorder(
  assessment: Assessment,
  watch: TreeWatch,
  run: {
    readonly runId: string;
    readonly emit: Emit;
    /** Called with what was stored. */
    readonly onKept: (verdicts: readonly StoredVerdict[]) => void;
    /** Called with what was stored, and is thrown away again. */
    readonly onWithdrawn: (fingerprints: readonly Fingerprint[]) => void;
    readonly observer: RunObserver;
    /** Called with what came of each sample that could be compared. */
    readonly onCompared: (contradiction: Contradiction | null) => void;
  },
): Recorder {
  const { store } = assessment;
  const keepParts = createPartsKeeper(store);
  return createRecorder({
    ...run,
    look: watch.look,
    surroundings: store.surroundings,
    merge: createMerge(store),
    store: (verdicts, { tree, pathSets, setsThatStay }) => {
      keepParts(tree, verdicts);
      store.pathSets.putMany(pathSets);
      const at = store.verdicts.putMany(verdicts, setsThatStay);
      // What their fingerprints are made of is in the store, and it is most of what they weigh.
      const { origin } = store;
      const stored = { origin, createdAt: at, lastUsedAt: at };
      run.onKept(
        verdicts.map(({ components, ...verdict }) => ({
          ...verdict,
          components: OBSERVED in components ? { [OBSERVED]: components[OBSERVED] ?? "" } : {},
          ...stored,
        })),
      );
    },
    withdraw: (check, fingerprints) => {
      store.verdicts.evictMany(fingerprints, EVICTIONS.unordered, check);
      run.onWithdrawn(fingerprints);
    },
    doubt: (check, fingerprints) => void store.verdicts.evictMany(fingerprints, EVICTIONS.doubted, check),
    expected: samplesOf(assessment),
    compared: (found) => {
      if (found !== null) store.verdicts.evict(found.fingerprint, EVICTIONS.contradicted, found.check);
      run.onCompared(found);
    },
    executed: (executions) => store.history.recordExecutions(executions),
    isFirstTold: (unsettled) => noteUnstable(store, unsettled),
    now: Date.now,
  });
}

/** Watches what was assessed, from now on. */
export function watchAssessed(assessment: Assessment): TreeWatch {
  const { lookAgain, observe } = assessment;
  return watchTree({
    first: stateOf(assessment, assessment.carried.tree?.state.world.paths ?? []),
    lookAgain,
    observe: async (snapshot) => stateOf(await observe(snapshot)),
  });
}

/** @param taken what the last run has seen, whose graph was taken over */
function stateOf(observation: Observation, taken: KeptTree["state"]["world"]["paths"] = []): State {
  const { tree, notedPaths } = observation;
  const listed = listNotedPaths(notedPaths, (path) => isInSnapshot(path, tree.snapshot));
  const isStill = (): boolean =>
    listed.every(([aspect, path, state]) => describePathByTimes(path, aspect) === state) &&
    taken.every(([aspect, path, state]) => isPathUnchanged(path, aspect, state));
  const { units, evaluate } = observation;
  const targets = memo(
    () => new Map([...units].map(([check, list]) => [check, new Set(list.map(({ target }) => target))])),
  );
  return {
    tree,
    unit: lookUp(observation),
    unitsOf: (check) => (units.get(check) ?? []).filter(isBuilt),
    isTarget: (check, path) => targets().get(check)?.has(path) === true,
    knownBy: async (unit, set) => knownBy(unit, await observedRecord(unit, set, evaluate)),
    isStill,
  };
}

function lookUp({ units }: Observation): UnitLookup {
  const index = new Map(
    [...units].map(([check, list]) => [
      check,
      new Map(list.filter(isBuilt).map((unit) => [unit.target, unit])),
    ]),
  );
  return (check, target) => index.get(check)?.get(target);
}

/** The verdicts that stand and are put to the test. */
function samplesOf({ scope }: Assessment): (check: string, target: Target) => StoredVerdict | undefined {
  const samples = new Map(
    [...scope.units].map(([check, list]) => [
      check,
      new Map(
        list.flatMap((each) =>
          each.decision === "run" && each.expected !== undefined
            ? [[each.unit.target, each.expected] as const]
            : [],
        ),
      ),
    ]),
  );
  return (check, target) => samples.get(check)?.get(target);
}

/** The verdicts that stand among the units that the plan is about. */
export function standingVerdicts({ plan, scope }: Assessment, check: string): readonly StandingVerdict[] {
  const planned = plan.checks.find((each) => each.check === check);
  const units = planned !== undefined && "units" in planned ? planned.units : [];
  const scoped = scope.units.get(check) ?? [];
  const isWhole = units.length === scoped.length;
  const targets = new Set(isWhole ? [] : units.map(({ target }) => target));
  return scoped.flatMap((each) =>
    each.decision === "stand" && (isWhole || targets.has(each.unit.target)) ? [each.verdict] : [],
  );
}

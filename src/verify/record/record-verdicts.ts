import { isProducer } from "../../checks/check-traits.ts";
import { startFileClock } from "../../system/files/file-clock.ts";
import { type State, type TreeWatch, type UnitLookup, watchTree } from "../../run/doubt/watch-tree.ts";
import type { KeptTree } from "../../shortcut/open-kept.ts";
import { createRecorder, type Recorder } from "../../run/recorder.ts";
import type { StoredVerdict } from "../../store/records/records.ts";
import { listNotedPaths } from "../../system/observed/path-notes.ts";
import { describePathByTimes, isPathUnchanged } from "../../system/observed/path-state.ts";
import type { RunObserver } from "../../trace/run-observer.ts";
import { knownBy } from "../../units/inputs/choose-records.ts";
import { observedRecord } from "../../units/inputs/observed-record.ts";
import { isBuilt } from "../../units/unit.ts";
import { memo } from "../../values/memo.ts";
import { madeOf, packedOf } from "../../values/packed-list.ts";
import type { Emit } from "../../vocabulary/run/event.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Contradiction } from "../../vocabulary/verdict/cache-check.ts";
import { EVICTIONS, type Target } from "../../vocabulary/verdict/unit.ts";
import type { Assessment } from "../assess.ts";
import { isInSnapshot } from "../observe/observe-tree.ts";
import type { Observation } from "../observe/observe-units.ts";
import { createPartsKeeper } from "./fingerprint-parts.ts";
import { keptVerdicts } from "./kept-verdicts.ts";
import { keepMade, learnFrom } from "./learned.ts";
import { createMerge } from "./record-observed.ts";
import { noteUnstable } from "./unstable-checks.ts";

/** Stores the verdicts of a run, each with what its fingerprint is made from. */
export function createVerdictRecorder(
  assessment: Assessment,
  watch: TreeWatch,
  run: {
    readonly runId: string;
    readonly emit: Emit;
    readonly beforeStoring: () => void;
    /** Called with the stored verdicts. */
    readonly onKept: (verdicts: readonly StoredVerdict[]) => void;
    /** Called with stored verdicts that are thrown away again. */
    readonly onWithdrawn: (fingerprints: readonly Fingerprint[]) => void;
    readonly observer: RunObserver;
    /** Called for each sample that could be compared. */
    readonly onCompared: (contradiction: Contradiction | null) => void;
  },
): Recorder {
  const { store, config } = assessment;
  const keepParts = createPartsKeeper(store);
  const recorder = createRecorder({
    ...run,
    look: watch.look,
    surroundings: store.surroundings,
    merge: createMerge(store),
    store: (verdicts, { tree, pathSets, setsThatStay }) => {
      run.beforeStoring();
      keepParts(tree, verdicts);
      store.pathSets.putMany(pathSets);
      const at = store.verdicts.putMany(verdicts, setsThatStay);
      run.onKept(keptVerdicts(verdicts, { origin: store.origin, at }));
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
    learn: (conflict) => {
      const isInferred = config.source.type === "inferred";
      return learnFrom(conflict, { store, checks: config.checks, isInferred });
    },
    isFirstTold: (unsettled) => noteUnstable(store, unsettled),
    now: Date.now,
  });
  return {
    ...recorder,
    flush: async () => {
      await recorder.flush();
      keepMade(store, run.observer.made());
    },
  };
}

/** Watches the assessed tree from now on. */
export function watchAssessed(assessment: Assessment): TreeWatch {
  const { lookAgain, observe, config, store } = assessment;
  const isMaking = config.checks.some(isProducer);
  return watchTree({
    first: stateOf(assessment, { isMaking, taken: assessment.carried.tree?.state.world.paths ?? [] }),
    clock: startFileClock(store.lastRun.file),
    lookAgain,
    observe: async (snapshot) => stateOf(await observe(snapshot), { isMaking, taken: [] }),
  });
}

interface Before {
  /** Whether a check makes files that others may look for. */
  readonly isMaking: boolean;
  /** The paths that the last run looked at, if its graph was taken over. */
  readonly taken: KeptTree["state"]["world"]["paths"];
}

function stateOf(observation: Observation, { isMaking, taken }: Before): State {
  const { tree, notedPaths, namesBeside } = observation;
  const listed = listNotedPaths(notedPaths, (path) => isInSnapshot(path, tree.snapshot));
  const isStill = (): boolean =>
    listed.every(([aspect, path, state]) => describePathByTimes(path, aspect) === state) &&
    taken.every(([aspect, path, state]) => isPathUnchanged(path, aspect, state)) &&
    // If no check makes files there, it does not matter that there are too many directories.
    (namesBeside === null || (namesBeside.isTooMany && !isMaking) || namesBeside.look() !== null);
  const { units, evaluate } = observation;
  const targets = memo(
    () =>
      new Map([...units].map(([check, list]) => [check, new Set(madeOf(list).map(({ target }) => target))])),
  );
  return {
    tree,
    unit: lookUp(observation),
    unitsOf: (check) => madeOf(units.get(check) ?? []).filter(isBuilt),
    isTarget: (check, path) =>
      targets().get(check)?.has(path) === true || packedOf(units.get(check) ?? [])?.has(path) === true,
    knownBy: async (unit, set) => knownBy(unit, await observedRecord(unit, set, evaluate)),
    isStill,
  };
}

function lookUp({ units }: Observation): UnitLookup {
  const index = new Map(
    [...units].map(([check, list]) => [
      check,
      new Map(
        madeOf(list)
          .filter(isBuilt)
          .map((unit) => [unit.target, unit]),
      ),
    ]),
  );
  return (check, target) => index.get(check)?.get(target);
}

/** The cached verdicts that are re-run as samples. */
function samplesOf({ scope }: Assessment): (check: string, target: Target) => StoredVerdict | undefined {
  const samples = new Map(
    [...scope.units].map(([check, list]) => [
      check,
      new Map(
        madeOf(list).flatMap((each) =>
          each.decision === "run" && each.expected !== undefined
            ? [[each.unit.target, each.expected] as const]
            : [],
        ),
      ),
    ]),
  );
  return (check, target) => samples.get(check)?.get(target);
}

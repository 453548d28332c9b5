import { isProducer } from "../../checks/check-traits.ts";
import { startFileClock } from "../../system/files/file-clock.ts";
import {
  type CommandStart,
  NO_START,
  type State,
  type TreeWatch,
  type UnitLookup,
  watchTree,
} from "../../run/doubt/watch-tree.ts";
import type { KeptTree } from "../../shortcut/open-kept.ts";
import { createRecorder, type Recorder } from "../../run/recorder.ts";
import type { StoredVerdict } from "../../store/records/records.ts";
import { listNotedPaths } from "../../system/observed/path-notes.ts";
import { describePathByTimes, isPathUnchanged } from "../../system/observed/path-state.ts";
import { knownBy } from "../../units/inputs/choose-records.ts";
import { observedRecord } from "../../units/inputs/observed-record.ts";
import { isBuilt } from "../../units/unit.ts";
import { memo } from "../../values/memo.ts";
import { madeOf, packedOf } from "../../values/packed-list.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Emit } from "../../vocabulary/run/event.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Contradiction } from "../../vocabulary/verdict/cache-check.ts";
import { EVICTIONS, type Target } from "../../vocabulary/verdict/unit.ts";
import type { Assessment } from "../assess.ts";
import { isInSnapshot } from "../observe/observe-tree.ts";
import type { Observation } from "../observe/observe-units.ts";
import { claimLastRun } from "./claim-last-run.ts";
import { createPartsKeeper } from "./fingerprint-parts.ts";
import { keptVerdicts } from "./kept-verdicts.ts";
import { keepMade, learnFrom } from "./learned.ts";
import { createMerge, observeRun } from "./record-observed.ts";
import { noteUnstable } from "./unstable-checks.ts";

/** What a run has recorded. */
export interface Recorded {
  /** The verdicts that the run stored. */
  readonly kept: ReadonlyMap<Fingerprint, StoredVerdict>;
  /** Of each sample that could be compared, what it contradicts; null if it agrees. */
  readonly compared: readonly (Contradiction | null)[];
  /** The store's edition, if nothing else was found since; null if another run came in between. */
  readonly edition: string | null;
}

/** Records what commands did while a run goes on. */
export interface Recording extends Pick<Recorder, "record"> {
  readonly noteStart: (check: Check) => Promise<CommandStart>;
  /** Resolves when everything that can be stored is stored. */
  readonly finish: () => Promise<Recorded>;
}

/** For a run that stores nothing, so that other runs do not notice it. */
export function recordNothing({ lastRunEdition }: Pick<Assessment, "lastRunEdition">): Recording {
  return {
    noteStart: async () => NO_START,
    record: () => {},
    finish: async () => ({ kept: new Map(), compared: [], edition: lastRunEdition }),
  };
}

/** Stores the verdicts of a run, each with what its fingerprint is made from. */
export async function startRecording(
  assessment: Assessment,
  { runId, emit, env }: { readonly runId: string; readonly emit: Emit; readonly env: NodeJS.ProcessEnv },
): Promise<Recording> {
  const { store, config, lastRunEdition } = assessment;
  const claim = claimLastRun(store, lastRunEdition);
  const watch = watchAssessed(assessment);
  const observer = await observeRun(assessment, env);
  const keepParts = createPartsKeeper(store);
  const kept = new Map<Fingerprint, StoredVerdict>();
  const compared: (Contradiction | null)[] = [];
  const recorder = createRecorder({
    runId,
    emit,
    observer,
    look: watch.look,
    surroundings: store.surroundings,
    merge: createMerge(store),
    store: (verdicts, { tree, pathSets, setsThatStay }) => {
      claim.beforeStoring();
      keepParts(tree, verdicts);
      store.pathSets.putMany(pathSets);
      const at = store.verdicts.putMany(verdicts, setsThatStay);
      for (const each of keptVerdicts(verdicts, { origin: store.origin, at }))
        kept.set(each.fingerprint, each);
    },
    withdraw: (check, fingerprints) => {
      store.verdicts.evictMany(fingerprints, EVICTIONS.unordered, check);
      for (const fingerprint of fingerprints) kept.delete(fingerprint);
    },
    doubt: (check, fingerprints) => void store.verdicts.evictMany(fingerprints, EVICTIONS.doubted, check),
    expected: samplesOf(assessment),
    compared: (found) => {
      if (found !== null) store.verdicts.evict(found.fingerprint, EVICTIONS.contradicted, found.check);
      compared.push(found);
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
    noteStart: watch.noteStart,
    record: recorder.record,
    finish: async () => {
      await recorder.flush();
      keepMade(store, observer.made());
      return { kept, compared, edition: claim.end() };
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

import type { Assessment, Observation } from "./assess.ts";
import { createEvidenceKeeper } from "./evidence.ts";
import { createRecorder, type Recorder } from "./run/recorder.ts";
import type { TreeWatch } from "./run/watch-tree.ts";
import type { StoredVerdict } from "./store/records.ts";
import type { Unit } from "./units/build-units.ts";
import { isProducer } from "./vocabulary/check.ts";
import type { Contradiction } from "./vocabulary/cache-check.ts";
import type { Emit } from "./vocabulary/event.ts";
import { EVICTIONS, type Target } from "./vocabulary/unit.ts";

/** Keeps the verdicts of a run, each with what its fingerprint stands for. */
export function createVerdictRecorder(
  assessment: Assessment,
  watch: TreeWatch,
  run: {
    readonly runId: string;
    readonly emit: Emit;
    /** Called with what was stored. */
    readonly onKept: (verdicts: readonly StoredVerdict[]) => void;
    /** Called with what came of each sample that could be compared. */
    readonly onCompared: (contradiction: Contradiction | null) => void;
  },
): Recorder {
  const { store, config, plan } = assessment;
  const running = new Set(plan.checks.flatMap(({ check, decision }) => (decision === "run" ? [check] : [])));
  const keepEvidence = createEvidenceKeeper(store);
  let seen: Observation = assessment;
  return createRecorder({
    ...run,
    unit: lookUp(assessment),
    isProducing: config.checks.some((check) => isProducer(check) && running.has(check.name)),
    look: watch.look,
    unitsNow: async (snapshot) => lookUp((seen = await assessment.observe(snapshot))),
    store: (verdicts) => {
      keepEvidence(seen.tree, verdicts);
      store.verdicts.putMany(verdicts);
      const at = Date.now();
      // What their fingerprints are made of is in the store, and it is most of what they weigh.
      run.onKept(verdicts.map((verdict) => ({ ...verdict, components: {}, createdAt: at, lastUsedAt: at })));
    },
    doubt: (check, fingerprints) => void store.verdicts.evictMany(fingerprints, EVICTIONS.doubted, check),
    expected: samplesOf(assessment),
    compared: (found) => {
      if (found !== null) store.verdicts.evict(found.fingerprint, EVICTIONS.contradicted, found.check);
      run.onCompared(found);
    },
    executed: (executions) => store.history.recordExecutions(executions),
    now: Date.now,
  });
}

function lookUp({ units }: Observation): (check: string, target: Target) => Unit | undefined {
  const index = new Map(
    [...units].map(([check, list]) => [check, new Map(list.map((unit) => [unit.target, unit]))]),
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
export function standingVerdicts({ plan, scope }: Assessment, check: string): readonly StoredVerdict[] {
  const planned = plan.checks.find((each) => each.check === check);
  const targets = new Set(
    planned !== undefined && "units" in planned ? planned.units.map(({ target }) => target) : [],
  );
  const scoped = scope.units.get(check) ?? [];
  return scoped.flatMap((each) =>
    each.decision === "stand" && targets.has(each.unit.target) ? [each.verdict] : [],
  );
}

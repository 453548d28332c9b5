import { compareTrees } from "../detect/change-set.ts";
import { planCached } from "../plan/build-plan.ts";
import { NO_IMPACT } from "../scope/analyze-impact.ts";
import { computeScope } from "../scope/compute-scope.ts";
import { NO_DETECTION } from "../scope/detect-triggers.ts";
import type { Scope, UnitScope } from "../scope/scope.ts";
import { indexByUnit } from "../store/records/index-by-unit.ts";
import type { StoredVerdict } from "../store/records/records.ts";
import { knownBy } from "../units/inputs/choose-records.ts";
import type { UnitList } from "../units/kept/unit-list.ts";
import type { Unit } from "../units/unit.ts";
import { madeOf, mapList } from "../values/packed-list.ts";
import type { Assessment } from "../verify/assess.ts";
import type { Judgement } from "../verify/observe/judge-changes.ts";
import type { RecordedRun } from "../verify/record/record-run.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";

/** What a run left behind. */
export interface Aftermath extends RecordedRun {
  /** The verdicts that the run stored. */
  readonly kept: ReadonlyMap<Fingerprint, StoredVerdict>;
}

/**
 * What the next run would find in the same surroundings: this assessment, with the verdicts stored since.
 * Null if something would run again, or if that depends on more than the surroundings.
 */
export function predictNextRun(assessment: Assessment, aftermath: Aftermath): Assessment | null {
  const { kept, baseline } = aftermath;
  // What a trigger means depends on earlier runs.
  if (baseline === null && assessment.judgement.trigger.reasons.length > 0) return null;
  const { plan, scope, meant, config, tree } = assessment;
  const running = new Map(
    plan.checks.flatMap(({ check, decision }) =>
      decision === "run"
        ? [[check, madeOf(meant.units.get(check) ?? []).filter((each) => each.decision === "run")] as const]
        : [],
    ),
  );
  const found = indexByUnit(kept.values());
  const { units } = computeScope({
    checks: config.checks.filter(({ name }) => running.has(name)),
    units: new Map(
      [...running].map(([check, list]) => [
        check,
        list.map(({ unit }) => asStored(unit, found.get(check)?.get(unit.target))),
      ]),
    ),
    verdicts: {
      findMany: () => kept,
      latestMany: () => new Map(),
      isContested: () => false,
    },
    differences: { manifests: () => null, nodes: () => null },
    renamed: [],
    earlierNames: () => [],
    fullRun: null,
  });
  const stands = (each: UnitScope): boolean => each.decision === "stand";
  if (![...units.values()].every((list) => madeOf(list).every(stands))) return null;
  const predict = (before: Scope): Scope => ({
    units: new Map([...before.units].map(([check, list]) => [check, replaceUnits(list, units.get(check))])),
  });
  const next = predict(meant);
  return {
    ...assessment,
    scope: predict(scope),
    meant: next,
    plan: {
      ...plan,
      mode: "incremental",
      checks: plan.checks.map((planned) =>
        planned.decision === "run" ? planCached(planned, next.units.get(planned.check) ?? []) : planned,
      ),
    },
    ...(baseline === null
      ? {}
      : {
          changes: compareTrees(tree.snapshot.files, tree.snapshot, baseline),
          judgement: judgeNothing(assessment, aftermath),
        }),
  };
}

/** The unit as the next run identifies it: by the record under which its verdict was stored. */
function asStored(unit: Unit, verdict: StoredVerdict | undefined): Unit {
  if (verdict === undefined) return unit;
  const { fingerprint, components } = verdict;
  return knownBy(unit, { fingerprint, components, pathSet: unit.pathSet, unknown: null });
}

/** Units outside the run stay as they were. */
function replaceUnits(before: UnitList<UnitScope>, after: UnitList<UnitScope> = []): UnitList<UnitScope> {
  if (after.length === 0) return before;
  const predicted = new Map([...after].map((each) => [each.unit.target, each]));
  const made = madeOf(before).map((each) => predicted.get(each.unit.target) ?? each);
  return mapList(before, made, (each) => each);
}

/** The judgement if nothing has changed. */
function judgeNothing({ judgement }: Assessment, { record }: RecordedRun): Judgement {
  const { fullAt, settings } = record;
  return {
    ...judgement,
    ...NO_DETECTION,
    modified: [],
    answering: [],
    impact: NO_IMPACT,
    carried: {
      ...(fullAt === undefined ? {} : { fullAt }),
      ...(settings === undefined ? {} : { settings }),
    },
  };
}

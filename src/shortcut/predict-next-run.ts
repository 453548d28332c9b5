import { compareTrees } from "../detect/change-set.ts";
import type { PlannedCheck } from "../plan/plan.ts";
import { NO_IMPACT } from "../scope/analyze-impact.ts";
import { computeScope } from "../scope/compute-scope.ts";
import { NO_DETECTION } from "../scope/detect-triggers.ts";
import type { UnitScope } from "../scope/scope.ts";
import type { StoredVerdict } from "../store/records/records.ts";
import { knownBy } from "../units/inputs/choose-records.ts";
import type { Unit } from "../units/unit.ts";
import type { Assessment } from "../verify/assess.ts";
import type { Judgement } from "../verify/observe/judge-changes.ts";
import type { RecordedRun } from "../verify/record/record-run.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";

/** What a run left behind. */
export interface Aftermath extends RecordedRun {
  /** The verdicts that it stored. */
  readonly kept: ReadonlyMap<Fingerprint, StoredVerdict>;
}

/**
 * What the next run would find in the same world: this assessment, with the verdicts that were stored since.
 * Null where something would run again, or where that depends on more than the world.
 */
export function predictNextRun(assessment: Assessment, aftermath: Aftermath): Assessment | null {
  const { kept, baseline } = aftermath;
  // What a trigger means depends on the runs before.
  if (baseline === null && assessment.judgement.trigger.reasons.length > 0) return null;
  const { plan, scope, config, tree } = assessment;
  const running = new Map(
    plan.checks.flatMap((planned) =>
      planned.decision === "run"
        ? [
            [
              planned.check,
              new Set(planned.units.flatMap((each) => (each.decision === "run" ? [each.target] : []))),
            ] as const,
          ]
        : [],
    ),
  );
  const found = new Map(
    [...kept.values()].map((verdict) => [`${verdict.check}\0${verdict.target}`, verdict]),
  );
  const { units } = computeScope({
    checks: config.checks.filter(({ name }) => running.has(name)),
    units: new Map(
      [...running].map(([check, targets]) => [
        check,
        (scope.units.get(check) ?? []).flatMap((each) =>
          each.decision === "run" && targets.has(each.unit.target)
            ? [asStored(each.unit, found.get(`${check}\0${each.unit.target}`))]
            : [],
        ),
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
  if (![...units.values()].flat().every(stands)) return null;
  const predicted = new Map(
    [...scope.units].map(([check, list]) => [check, replaceUnits(list, units.get(check))]),
  );
  return {
    ...assessment,
    scope: { units: predicted },
    plan: {
      ...plan,
      mode: "incremental",
      checks: plan.checks.map((planned) => predictCheck(planned, predicted.get(planned.check) ?? [])),
    },
    ...(baseline === null
      ? {}
      : {
          changes: compareTrees(tree.snapshot.files, tree.snapshot, baseline),
          judgement: judgeNothing(assessment, aftermath),
        }),
  };
}

/** The unit as the next run knows it: by the record under which its verdict was stored. */
function asStored(unit: Unit, verdict: StoredVerdict | undefined): Unit {
  if (verdict === undefined) return unit;
  const { fingerprint, components } = verdict;
  return knownBy(unit, { fingerprint, components, pathSet: unit.pathSet, unknown: null });
}

/** Units that the run was not about are as they were. */
function replaceUnits(before: readonly UnitScope[], after: readonly UnitScope[] = []): readonly UnitScope[] {
  if (after.length === 0) return before;
  const predicted = new Map(after.map((each) => [each.unit.target, each]));
  return before.map((each) => predicted.get(each.unit.target) ?? each);
}

function predictCheck(planned: PlannedCheck, scoped: readonly UnitScope[]): PlannedCheck {
  if (planned.decision !== "run") return planned;
  const targets = new Set(planned.units.map(({ target }) => target));
  const units = scoped.flatMap((each) =>
    each.decision === "stand" && targets.has(each.unit.target)
      ? [
          {
            target: each.unit.target,
            decision: each.decision,
            reason: each.reason,
            kind: each.verdict.kind,
          },
        ]
      : [],
  );
  return { check: planned.check, dependsOn: planned.dependsOn, decision: "stand", units };
}

/** What is to say where nothing has changed. */
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

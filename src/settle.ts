import type { Assessment } from "./assess.ts";
import { compareTrees } from "./detect/change-set.ts";
import { computeScope } from "./scope/compute-scope.ts";
import type { UnitScope } from "./scope/scope.ts";
import type { StoredVerdict } from "./store/records.ts";
import type { BaselineIdentity } from "./vocabulary/change-set.ts";
import type { Fingerprint } from "./vocabulary/path.ts";
import type { PlannedCheck } from "./plan/plan.ts";

/** What a run left behind. */
export interface Aftermath {
  /** The verdicts that it stored. */
  readonly kept: ReadonlyMap<Fingerprint, StoredVerdict>;
  /** The state that it recorded as verified; null where it recorded none. */
  readonly baseline: BaselineIdentity | null;
}

/**
 * What the next run would find in the same world: this assessment, with the verdicts that were stored since.
 * Null where something would run again.
 */
export function settle(assessment: Assessment, { kept, baseline }: Aftermath): Assessment | null {
  const { plan, scope, config, tree } = assessment;
  const running = new Map(
    plan.checks.flatMap((planned) =>
      planned.decision === "run"
        ? [[planned.check, new Set(planned.units.map(({ target }) => target))] as const]
        : [],
    ),
  );
  const { units } = computeScope({
    checks: config.checks.filter(({ name }) => running.has(name)),
    units: new Map(
      [...running].map(([check, targets]) => [
        check,
        (assessment.units.get(check) ?? []).filter(({ target }) => targets.has(target)),
      ]),
    ),
    verdicts: { findMany: () => new Map([...standing(scope.units), ...kept]), latestMany: () => new Map() },
    differences: { manifests: () => null, nodes: () => null },
    fullRun: null,
  });
  const stands = (each: UnitScope): boolean => each.decision === "stand";
  if (![...units.values()].flat().every(stands)) return null;
  return {
    ...assessment,
    scope: { units: new Map([...scope.units, ...units]) },
    plan: {
      ...plan,
      mode: "incremental",
      checks: plan.checks.map((planned) => settleCheck(planned, units.get(planned.check) ?? [])),
    },
    changes:
      baseline === null ? assessment.changes : compareTrees(tree.snapshot.files, tree.snapshot, baseline),
  };
}

/** The verdicts that stood all along. */
function* standing(
  units: ReadonlyMap<string, readonly UnitScope[]>,
): Generator<readonly [Fingerprint, StoredVerdict]> {
  for (const each of [...units.values()].flat())
    if (each.decision === "stand") yield [each.verdict.fingerprint, each.verdict];
}

function settleCheck(planned: PlannedCheck, scoped: readonly UnitScope[]): PlannedCheck {
  if (planned.decision !== "run") return planned;
  const units = scoped.flatMap((each) =>
    each.decision === "stand"
      ? [{ target: each.unit.target, decision: each.decision, reason: each.reason }]
      : [],
  );
  return { check: planned.check, dependsOn: planned.dependsOn, decision: "stand", units };
}

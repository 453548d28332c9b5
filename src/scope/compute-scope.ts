import type { Verdicts } from "../store/store.ts";
import type { Unit } from "../units/build-units.ts";
import type { StoredVerdict } from "../store/records.ts";
import { isProducer, type Check } from "../vocabulary/check.ts";
import type { RunReason } from "../vocabulary/unit.ts";
import { compareComponents, type Differences } from "./compare-components.ts";
import type { FullRun, Scope, UnitScope } from "./scope.ts";

export interface ScopeOptions {
  /** The checks that take part. */
  readonly checks: readonly Check[];
  readonly units: ReadonlyMap<string, readonly Unit[]>;
  readonly verdicts: Pick<Verdicts, "findMany" | "latestMany">;
  readonly differences: Differences;
  /** Why everything must run; null where stored verdicts may stand. */
  readonly fullRun: FullRun | null;
}

/** Decides for every unit whether its verdict stands, and why, or why not. */
export function computeScope(options: ScopeOptions): Scope {
  const units = new Map(options.checks.map((check) => [check.name, decideUnits(check, options)]));
  runNeededProducers(units, options);
  return { units };
}

function decideUnits(
  check: Check,
  { units, verdicts, differences, fullRun }: ScopeOptions,
): readonly UnitScope[] {
  const own = units.get(check.name) ?? [];
  const found = verdicts.findMany(
    own.flatMap(({ fingerprint }) => (fingerprint === null ? [] : [fingerprint])),
  );
  let latest: ReturnType<Verdicts["latestMany"]> | undefined;
  const run = (unit: Unit, reason: RunReason, replaces: StoredVerdict | null = null): UnitScope => ({
    unit,
    decision: "run",
    reason,
    replaces,
  });
  return own.map((unit): UnitScope => {
    const verdict = unit.fingerprint === null ? undefined : found.get(unit.fingerprint);
    if (fullRun !== null && !isExcepted(fullRun, verdict))
      return run(unit, { type: "full-run", why: fullRun.why });
    if (unit.fingerprint === null) return run(unit, { type: "not-reusable", why: unit.unknown ?? "" });
    if (verdict !== undefined && (verdict.status === "passed" || check.replayFailures)) {
      return {
        unit,
        decision: "stand",
        verdict,
        reason: { type: "stands", status: verdict.status, runId: verdict.runId, since: verdict.createdAt },
      };
    }
    if (verdict !== undefined) return run(unit, { type: "failed-before", runId: verdict.runId });
    latest ??= verdicts.latestMany(check.name);
    const last = latest.get(unit.target);
    if (last === undefined) return run(unit, { type: "never-verified" });
    const versions = { before: last.components, after: unit.components };
    return run(unit, compareComponents(versions, unit.target, differences) ?? { type: "verdict-gone" }, last);
  });
}

/** Where a full run goes on that was begun, a unit without a verdict has a reason of its own to run. */
function isExcepted({ except }: FullRun, verdict: StoredVerdict | undefined): boolean {
  return except.size > 0 && (verdict === undefined || except.has(verdict.runId));
}

/**
 * What a check made when it last ran may be from another state of the tree, or be gone; only its verdict is
 * kept. So when a unit runs that uses it, the check that makes it runs first.
 */
function runNeededProducers(units: Map<string, readonly UnitScope[]>, { checks }: ScopeOptions): void {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const visited = new Set<Check>();
  const need = (check: Check): void => {
    if (visited.has(check)) return;
    visited.add(check);
    for (const name of check.dependsOn) {
      const dependency = byName.get(name);
      const scoped = units.get(name);
      if (dependency === undefined || scoped === undefined) continue;
      if (isProducer(dependency) && scoped.some(({ decision }) => decision === "stand")) {
        const reason = { type: "needed-by", check: check.name } as const;
        units.set(
          name,
          scoped.map((each): UnitScope =>
            each.decision === "run" ? each : { unit: each.unit, decision: "run", reason, replaces: null },
          ),
        );
      }
      need(dependency);
    }
  };
  for (const check of checks)
    if (units.get(check.name)?.some(({ decision }) => decision === "run") ?? false) need(check);
}

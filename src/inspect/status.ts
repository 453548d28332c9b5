import type { ResolvedConfig } from "../config/resolved-config.ts";
import { describeChanges, describeScope } from "../scope/describe-scope.ts";
import { findTracer } from "../system/strace/tracer.ts";
import { succeed } from "../values/succeed.ts";
import { assessFromChange } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import { listUnstable } from "../verify/record/unstable-checks.ts";
import { closeStore } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { Changes, ScopeSummary } from "../vocabulary/run/verification-result.ts";
import type { ChangeSet } from "../vocabulary/tree/change-set.ts";
import type { ImpactAnalysis } from "../vocabulary/tree/impact.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Trigger } from "../vocabulary/verdict/trigger.ts";
import { explainReason, explainSkip } from "../wording/explain.ts";

export interface Status {
  readonly schemaVersion: 1;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly uncommittedFiles: readonly string[];
  readonly baseline: { readonly commitHash: string | null; readonly timestamp: string } | null;
  readonly changes: Changes;
  readonly scope: ScopeSummary;
  readonly impact: ImpactAnalysis;
  readonly trigger: Trigger;
  /** Whether commands can be watched here; null if none should be. */
  readonly trace: { readonly available: boolean; readonly why: string; readonly advice: string } | null;
  readonly checks: readonly {
    readonly check: string;
    readonly decision: "run" | "stand" | "skip" | "blocked";
    readonly unitsToRun: number;
    readonly unitsStanding: number;
    /** How many of the cached ones have failed. */
    readonly unitsStandingFailed: number;
    /** How many of the cached ones are observed, and how many are predicted. */
    readonly observed: number;
    readonly predicted: number;
    /** Why the first of its units would run, or why none can or must run. */
    readonly detail: string;
    /** For a check that would run: why it is never cached, if that is known. */
    readonly unsettled: readonly string[];
  }[];
}

/** What has changed and what would run. Runs nothing. */
export async function status(options: PlanOptions = {}): Promise<Result<Status>> {
  const assessed = await assessFromChange(options);
  if (!assessed.ok) return assessed;
  const { tree, changes, meant, plan, store, judgement, config } = assessed.value;
  const unsettled = new Map(config.checks.map((check) => [check.name, listUnstable(store, check)]));
  closeStore(store, options.onEvent);
  return succeed({
    schemaVersion: 1,
    branch: tree.snapshot.branch,
    commit: tree.snapshot.commit,
    uncommittedFiles: listUncommitted(tree.snapshot.uncommitted, changes),
    baseline: changes.baseline,
    changes: describeChanges(changes, judgement.modified),
    scope: describeScope(meant, changes, tree.graph),
    impact: judgement.impact,
    trigger: judgement.trigger,
    trace: describeTracer(config, options.env ?? process.env),
    checks: plan.checks.map((planned) => {
      const units = "units" in planned ? planned.units : [];
      const first = units.find((unit) => unit.decision === "run");
      const detail =
        first?.decision === "run"
          ? explainReason(first.reason)
          : planned.decision === "blocked"
            ? planned.why
            : planned.decision === "skip"
              ? explainSkip(planned.reason)
              : "";
      const unitsToRun = units.filter(({ decision }) => decision === "run").length;
      const unitsStandingFailed = units.filter(
        ({ reason }) => reason.type === "stands" && reason.status === "failed",
      ).length;
      const unitsStanding = units.length - unitsToRun;
      return {
        check: planned.check,
        decision: planned.decision,
        unitsToRun,
        unitsStanding,
        unitsStandingFailed,
        observed: units.filter(({ decision, kind }) => decision === "stand" && kind === "observed").length,
        predicted: units.filter(({ decision, kind }) => decision === "stand" && kind === "predicted").length,
        detail,
        unsettled: planned.decision === "run" ? (unsettled.get(planned.check) ?? []) : [],
      };
    }),
  });
}

function describeTracer({ checks }: Pick<ResolvedConfig, "checks">, env: NodeJS.ProcessEnv): Status["trace"] {
  if (checks.every(({ builtin, trace }) => builtin !== null || trace === "off")) return null;
  const found = findTracer(env);
  return "why" in found
    ? { available: false, why: found.why, advice: found.advice }
    : { available: true, why: "", advice: "" };
}

/** A renamed file counts once, under its current name. */
function listUncommitted(
  uncommitted: ReadonlySet<RepoPath>,
  { renamed }: Pick<ChangeSet, "renamed">,
): readonly string[] {
  const before = new Set(
    renamed.flatMap(({ previousPath, currentPath }) => (uncommitted.has(currentPath) ? [previousPath] : [])),
  );
  return [...uncommitted].filter((path) => !before.has(path)).sort();
}

import type { CheckRecord, RunRecord } from "../store/records/records.ts";
import type { PastCheck, PastRun } from "../vocabulary/run/past-run.ts";
import type { Trigger } from "../vocabulary/verdict/trigger.ts";

/** A run for output, with the field names of its result. */
export function toPastRun(run: RunRecord): PastRun {
  const { baseline, counts } = run;
  const saved = run.checks.flatMap(({ saved: each }) => (each === undefined ? [] : [each]));
  return {
    runId: run.runId,
    startedAt: toIso(run.startedAt),
    duration: run.duration,
    success: run.success,
    stoppedBy: run.stoppedBy ?? null,
    mode: run.mode,
    requestedMode: run.requestedMode,
    trigger: isTrigger(run.trigger) ? run.trigger : null,
    reason: run.reason,
    passed: counts["passed"] ?? 0,
    failed: counts["failed"] ?? 0,
    skipped: counts["skipped"] ?? 0,
    totalChecks: run.checks.length,
    filesVerified: counts["filesVerified"] ?? 0,
    cacheHits: counts["cacheHits"] ?? 0,
    timeSaved: saved.length === 0 ? null : saved.reduce((total, each) => total + each, 0),
    commit: run.commit,
    branch: run.branch,
    worktree: run.worktree === "" ? null : run.worktree,
    baseline:
      baseline === null ? null : { commitHash: baseline.commitHash, timestamp: toIso(baseline.timestamp) },
    scope: run.scope ?? null,
    checks: run.checks.map(toPastCheck),
  };
}

function toPastCheck(record: CheckRecord): PastCheck {
  return {
    check: record.check,
    status: record.status,
    cached: record.cached,
    duration: record.duration,
    exitCode: record.exitCode,
    retryCount: record.retryCount,
    filesVerified: record.unitsRun,
    cacheHits: record.unitsStood,
    skippedReason: record.skippedReason ?? null,
    startedAfter: record.startedAfter ?? null,
    dependsOn: record.dependsOn ?? null,
    timeSaved: record.saved ?? null,
    ranOn: record.ranOn ?? null,
  };
}

/** Never throws, even for a time outside the calendar. */
export function toIso(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

function isTrigger(value: unknown): value is Trigger {
  return typeof value === "object" && value !== null && Array.isArray((value as Partial<Trigger>).reasons);
}

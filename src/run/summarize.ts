import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { RunResult } from "./run-plan.ts";

export interface SummaryOptions extends Pick<
  VerificationResult,
  | "runId"
  | "duration"
  | "mode"
  | "requestedMode"
  | "reason"
  | "trigger"
  | "baseline"
  | "changes"
  | "scope"
  | "impact"
  | "cacheCheck"
  | "findings"
  | "upstream"
  | "fixedFindings"
  | "findingsBaseline"
  | "tolerated"
  | "warnings"
> {
  readonly run: RunResult;
  readonly startedAt: Date;
}

/** Combines the results of all checks into one. */
export function summarize(options: SummaryOptions): VerificationResult {
  const { results, stoppedBy } = options.run;
  const passed = results.filter((result) => result.status === "passed");
  const failed = results.filter((result) => result.status === "failed");
  const grave = failed.filter(({ check }) => !options.tolerated.includes(check));
  const isAnythingFine = passed.length + failed.length - grave.length > 0;
  return {
    schemaVersion: 1,
    success: grave.length === 0 && isAnythingFine && stoppedBy === null,
    hasCriticalFailure: grave.some((result) => result.critical),
    mode: options.mode,
    requestedMode: options.requestedMode,
    reason: options.reason,
    trigger: options.trigger,
    passed: passed.length,
    failed: failed.length,
    skipped: results.length - passed.length - failed.length,
    totalChecks: results.length,
    filesVerified: results.reduce((total, result) => total + result.filesVerified, 0),
    cacheHits: results.reduce((total, result) => total + result.cacheHits, 0),
    duration: options.duration,
    startedAt: options.startedAt.toISOString(),
    runId: options.runId,
    stoppedBy: stoppedBy?.type ?? null,
    baseline: options.baseline,
    changes: options.changes,
    scope: options.scope,
    impact: options.impact,
    cacheCheck: options.cacheCheck,
    results,
    findings: options.findings,
    upstream: options.upstream,
    fixedFindings: options.fixedFindings,
    findingsBaseline: options.findingsBaseline,
    tolerated: options.tolerated,
    recovery: [],
    warnings: options.warnings,
  };
}

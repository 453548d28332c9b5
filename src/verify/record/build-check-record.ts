import type { CheckRecord } from "../../store/records/records.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import type { Assessment } from "../assess.ts";
import { standingVerdicts } from "./record-verdicts.ts";

/** A check within a run that started at this time, as history keeps it. */
export function buildCheckRecord(
  result: CheckResult,
  assessment: Assessment,
  startedAt: number,
): CheckRecord {
  const { check, status, duration, cached, filesVerified, cacheHits, exitCode, retryCount } = result;
  const [unit] = assessment.units.get(check) ?? [];
  const fingerprint = unit?.target === "" ? unit.fingerprint : null;
  const { dependsOn = [] } = assessment.plan.checks.find((planned) => planned.check === check) ?? {};
  // What was stopped while it ran has no verdict, and took its time all the same.
  const wasEnded = status === "skipped" && duration > 0;
  return {
    check,
    status,
    duration,
    cached,
    unitsRun: filesVerified,
    unitsStood: cacheHits,
    exitCode,
    retryCount,
    fingerprint,
    dependsOn,
    saved: cacheHits === 0 ? 0 : savedTime(assessment, check),
    ...(filesVerified > 0 || wasEnded ? { startedAfter: Math.max(0, result.timestamp - startedAt) } : {}),
    ...(result.ranOn === undefined ? {} : { ranOn: result.ranOn }),
    ...(result.skippedReason === undefined ? {} : { skippedReason: result.skippedReason }),
  };
}

function savedTime(assessment: Assessment, check: string): number {
  const verdicts = standingVerdicts(assessment, check);
  return Math.round(verdicts.reduce((total, { durationMs }) => total + durationMs, 0));
}

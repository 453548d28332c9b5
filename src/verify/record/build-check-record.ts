import type { CheckRecord } from "../../store/records/records.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import type { Assessment } from "../assess.ts";
import { madeOf } from "../../values/packed-list.ts";
import { cachedVerdicts } from "./cached-verdicts.ts";

/** A check of a run as history keeps it. */
export function buildCheckRecord(
  result: CheckResult,
  assessment: Assessment,
  startedAt: number,
): CheckRecord {
  const { check, status, duration, cached, filesVerified, cacheHits, exitCode, retryCount } = result;
  const [unit] = madeOf(assessment.units.get(check) ?? []);
  const fingerprint = unit?.target === "" ? unit.fingerprint : null;
  const { dependsOn = [] } = assessment.plan.checks.find((planned) => planned.check === check) ?? {};
  // A check that was stopped has no verdict, but its time counts.
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
    saved: cacheHits === 0 ? 0 : Math.round(cachedVerdicts(assessment, check).durationMs),
    ...(filesVerified > 0 || wasEnded ? { startedAfter: Math.max(0, result.timestamp - startedAt) } : {}),
    ...(result.ranOn === undefined ? {} : { ranOn: result.ranOn }),
    ...(result.skippedReason === undefined ? {} : { skippedReason: result.skippedReason }),
  };
}

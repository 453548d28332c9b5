import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { CheckResult } from "../vocabulary/verdict/result.ts";

/** What made a run fail: checks that failed and were not tolerated. */
export function listFailed({
  results,
  tolerated,
}: Pick<VerificationResult, "results" | "tolerated">): readonly CheckResult[] {
  return results.filter(({ check, status }) => status === "failed" && !tolerated.includes(check));
}

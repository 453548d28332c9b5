import { listFailed } from "../checks/list-failed.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";

/** The result as if these failed checks had not been declared. */
export function withoutChecks(result: VerificationResult, checks: readonly string[]): VerificationResult {
  if (checks.length === 0) return result;
  const isLeft = ({ check }: { readonly check: string }): boolean => !checks.includes(check);
  const results = result.results.filter(isLeft);
  return {
    ...result,
    results,
    findings: result.findings.filter(isLeft),
    failed: results.filter(({ status }) => status === "failed").length,
    totalChecks: results.length,
    success: listFailed({ ...result, results }).length === 0 && result.stoppedBy === null,
  };
}

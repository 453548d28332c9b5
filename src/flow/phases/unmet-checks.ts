import type { CheckResult } from "../../vocabulary/verdict/result.ts";

/**
 * The checks that fail a gate: all checks that ran and did not pass, and named ones that are disabled. A check without
 * files is fine if another named one passed.
 */
export function findUnmet(results: readonly CheckResult[], named: readonly string[]): readonly CheckResult[] {
  const isNamed = ({ check }: CheckResult): boolean => named.includes(check);
  const isEmpty = ({ skippedReason }: CheckResult): boolean => skippedReason === "no-files";
  const unmet = results.filter((result) => {
    if (result.passed || isEmpty(result) || result.skippedReason === "filtered") return false;
    return result.skippedReason !== "disabled" || isNamed(result);
  });
  const hasPassed = results.some((result) => result.passed && isNamed(result));
  return unmet.length > 0 || hasPassed
    ? unmet
    : results.filter((result) => isEmpty(result) && isNamed(result));
}

/** Why a check without a verdict fails a gate, and what to do. Failed checks are shown with their findings. */
export function explainUnmet({ check, status, skippedReason, why = "" }: CheckResult): readonly string[] {
  if (status !== "skipped") return [];
  if (skippedReason === "disabled")
    return [`${check} is disabled, so it cannot pass. Enable it, or remove it from the gate.`];
  if (skippedReason === "no-files")
    return [`${check} has no file to verify, and no other check that the gate names passed.`];
  return [`${check} was not run: ${why}.`];
}

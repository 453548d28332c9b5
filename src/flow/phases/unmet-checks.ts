import type { CheckResult } from "../../vocabulary/verdict/result.ts";

/**
 * The checks that keep a gate closed: of those that take part, all that did not pass. A check that is disabled takes
 * part only where it is named. One without files has nothing to verify, which is enough beside another that passed.
 */
export function findUnmet(
  results: readonly CheckResult[],
  named: readonly string[] | null,
): readonly CheckResult[] {
  const isNamed = ({ check }: CheckResult): boolean => named === null || named.includes(check);
  const isEmpty = ({ skippedReason }: CheckResult): boolean => skippedReason === "no-files";
  const unmet = results.filter((result) => {
    if (result.passed || isEmpty(result) || result.skippedReason === "filtered") return false;
    return result.skippedReason !== "disabled" || (named !== null && isNamed(result));
  });
  const hasPassed = results.some((result) => result.passed && isNamed(result));
  return unmet.length > 0 || hasPassed
    ? unmet
    : results.filter((result) => isEmpty(result) && isNamed(result));
}

/** Why a check that has no verdict keeps a gate closed, and what to do. What failed is shown with its findings. */
export function explainUnmet({ check, status, skippedReason, why = "" }: CheckResult): readonly string[] {
  if (status !== "skipped") return [];
  if (skippedReason === "disabled")
    return [`${check} is disabled, so it cannot pass. Enable it, or take it out of the gate.`];
  if (skippedReason === "no-files")
    return [`${check} has no file to verify, and no other check that the gate names passed.`];
  return [`${check} was not run: ${why}.`];
}

import { findingId } from "../../checks/finding-id.ts";
import {
  type Contradiction,
  type ComparedVerdict,
  STALE_VERDICT,
} from "../../vocabulary/verdict/cache-check.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { explainEnding } from "../../wording/explain.ts";

/** The result of a check whose stored verdicts were wrong: it has failed, whatever else it says. */
export function contradictResult(
  result: CheckResult,
  category: Pick<Finding, "category" | "checkCategory">,
  contradictions: readonly Contradiction[],
): CheckResult {
  if (contradictions.length === 0) return result;
  const count = contradictions.length === 1 ? "a stored verdict" : `${contradictions.length} stored verdicts`;
  return {
    ...result,
    status: "failed",
    passed: false,
    why: `${count} did not hold: with the same fingerprint, a fresh run says otherwise`,
    errors: [...contradictions.map((each) => toFinding(each, category)), ...result.errors],
  };
}

function toFinding(
  contradiction: Contradiction,
  category: Pick<Finding, "category" | "checkCategory">,
): Finding {
  const { check, file, fingerprint, stored, fresh, together } = contradiction;
  const among = together === undefined ? "" : ` together with ${together - 1} more`;
  return {
    id: findingId({ check, file, code: STALE_VERDICT, message: "stale verdict" }),
    check,
    ...category,
    severity: "error",
    code: STALE_VERDICT,
    message: [
      "The stored verdict does not hold and was discarded.",
      `Stored in run ${stored.runId}: ${describe(stored)}.`,
      `Fresh in run ${fresh.runId}${among}: ${describe(fresh)}.`,
      `Fingerprint ${fingerprint}.`,
    ].join(" "),
    ...(file === "" ? {} : { file }),
    suggestion: `It depends on something that the fingerprint does not cover: \`verification audit --check ${check}\` shows what it reads, \`verification flaky\` whether it is flaky.`,
  };
}

function describe({ status, exitCode, findings }: ComparedVerdict): string {
  return [
    status,
    ...(exitCode === null ? [] : [explainEnding({ type: "exited", code: exitCode })]),
    ...(findings.length === 0 ? [] : [`findings: ${findings.length}`]),
  ].join(", ");
}

import { listFailed } from "../checks/list-failed.ts";
import { flaky } from "../history/flaky.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";

/** Failed checks that are, or may be, flaky. */
export interface FlakyFailures {
  /** Their failed units have passed with exactly the same inputs. */
  readonly proved: readonly string[];
  /** They were flaky with other inputs: one more run can tell. */
  readonly suspected: readonly string[];
}

/** Searches the executions of earlier runs. If they cannot be read, nothing counts as flaky. */
export async function findFlakyFailures(
  result: VerificationResult,
  { root, env }: { readonly root: string; readonly env: NodeJS.ProcessEnv },
): Promise<FlakyFailures> {
  const failed = listFailed(result);
  const known = await flaky({ cwd: root, env, checks: failed.map(({ check }) => check) });
  if (!known.ok) return { proved: [], suspected: [] };
  const proved = new Set<string>();
  for (const { check, units } of known.value.checks) {
    const runs = new Set([result.runId, failed.find((each) => each.check === check)?.replayed?.runId]);
    const current = units.filter(({ executions }) =>
      executions.some(({ runId, status }) => status === "failed" && runs.has(runId)),
    );
    if (explains(result, check, current)) proved.add(check);
  }
  const suspected = known.value.checks.map(({ check }) => check).filter((check) => !proved.has(check));
  return { proved: [...proved], suspected };
}

/** Whether the flaky units are all that failed in a check. */
function explains(
  { findings, results }: VerificationResult,
  check: string,
  units: readonly { readonly target: string; readonly batch: { readonly files: number } | null }[],
): boolean {
  if (units.some(({ target, batch }) => target === "" && batch === null)) return true;
  const result = results.find((each) => each.check === check);
  const ran = result?.filesVerified ?? 0;
  const flakyFiles = units.reduce((sum, { batch }) => sum + (batch?.files ?? 1), 0);
  // Everything that ran is flaky, and nothing else is known to fail.
  if (flakyFiles === ran && result?.replayed === undefined) return true;
  const targets = new Set(units.map(({ target }) => target));
  const ownFindings = findings.filter((finding) => finding.check === check);
  return ownFindings.length > 0 && ownFindings.every(({ file }) => file !== undefined && targets.has(file));
}

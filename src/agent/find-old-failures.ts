import { rawFindingId } from "../checks/finding-id.ts";
import { listFailed } from "../checks/list-failed.ts";
import { history } from "../history/history.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";

/**
 * Failed checks without parsed findings that already failed when the session began: nothing shows that the agent broke
 * them. Raw output cannot be compared, so the run itself does not tolerate them.
 */
export async function findOldFailures(
  result: VerificationResult,
  { root, env, since }: { readonly root: string; readonly env: NodeJS.ProcessEnv; readonly since: number },
): Promise<readonly string[]> {
  const checks = listFailed(result)
    .filter(({ check, exitCode, signal }) => {
      const ownFindings = result.findings.filter((finding) => finding.check === check);
      const isRaw = ownFindings.some(({ id }) => id === rawFindingId(check));
      return (
        isRaw &&
        exitCode !== null &&
        signal === undefined &&
        ownFindings.every(({ state }) => state === "old")
      );
    })
    .map(({ check }) => check);
  if (checks.length === 0) return [];
  const past = await history({ cwd: root, env, checks, limit: Infinity });
  if (!past.ok) return [];
  const before = past.value.runs
    .filter(({ runId, startedAt }) => runId !== result.runId && Date.parse(startedAt) < since)
    .flatMap((run) => run.checks);
  const lastOf = (name: string) =>
    before.find(({ check, status }) => check === name && (status === "passed" || status === "failed"));
  return checks.filter((check) => lastOf(check)?.status === "failed");
}

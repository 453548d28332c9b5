import { listFailed } from "../checks/list-failed.ts";
import { history } from "../history/history.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";

/** Failed checks whose command cannot start here and never could: no change of the agent is to blame. */
export async function findNeverStarted(
  result: VerificationResult,
  { root, env }: { readonly root: string; readonly env: NodeJS.ProcessEnv },
): Promise<readonly string[]> {
  const checks = listFailed(result)
    .filter(
      ({ cached, exitCode, signal, filesVerified, cacheHits }) =>
        !cached && exitCode === null && signal === undefined && filesVerified + cacheHits === 0,
    )
    .map(({ check }) => check);
  if (checks.length === 0) return [];
  const past = await history({ cwd: root, env, checks, limit: Infinity });
  if (!past.ok) return [];
  const passed = new Set(
    past.value.runs.flatMap((run) =>
      run.checks.flatMap(({ check, status }) => (status === "passed" ? [check] : [])),
    ),
  );
  return checks.filter((check) => !passed.has(check));
}

import { existsSync } from "node:fs";
import { loadConfig } from "../config/load.ts";
import { listStrategies } from "../config/recovery/list-strategies.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import { createRedact } from "../secrets/redact.ts";
import { succeed } from "../values/succeed.ts";
import { verify } from "../verify.ts";
import { createTreeReader } from "../verify/observe/tree-reader.ts";
import type { VerifyOptions } from "../verify/options.ts";
import type { RunOptions } from "../verify/run-assessed.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { RecoveryProposal } from "../vocabulary/run/recovery.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { FailedCheck } from "./match-strategy.ts";
import { isRecoverable, type RecoveryWorld, runRecovery } from "./recovery-loop.ts";
import { createStrategyRunner } from "./run-strategy.ts";

export interface RecoverOptions extends VerifyOptions {
  /** Called if strategies match and recovery was neither requested nor turned off: whether to run them. */
  readonly offer?: (proposals: readonly RecoveryProposal[]) => Promise<boolean>;
}

/**
 * Verifies a repository. If something fails and recovery is on (`recover`, or `recovery.enabled` in the configuration),
 * runs the strategies that match and verifies again. It edits the working tree, but changes nothing in git. The result
 * is that of the last verification, with everything that was done in `recovery`.
 */
export async function verifyAndRecover(
  options: RecoverOptions & RunOptions = {},
): Promise<Result<VerificationResult>> {
  const { offer, read, ...asked } = options;
  const known = read === undefined ? {} : { read };
  const first = await verify({ ...asked, ...known });
  if (!first.ok || !isRecoverable(first.value)) return first;
  const { cwd = process.cwd(), env = process.env } = options;
  const loaded = await loadConfig({ ...asked, ...known, cwd, env });
  // It was valid a moment ago: whoever changed it will verify again.
  if (!loaded.ok) return first;
  const { enabled } = loaded.value.recovery;
  if (!enabled && (offer === undefined || options.recover === false)) return first;
  const recovered = await runRecovery(first.value, {
    ...openWorld(loaded.value, { ...asked, cwd, env }, first.value),
    consent: async (proposals) => enabled || (await offer?.(proposals)) === true,
  });
  return recovered.ok ? succeed({ ...recovered.value, requestedMode: first.value.requestedMode }) : recovered;
}

function openWorld(
  config: ResolvedConfig,
  options: RunOptions & { readonly env: NodeJS.ProcessEnv },
  first: VerificationResult,
): Omit<RecoveryWorld, "consent"> {
  const { root, recovery } = config;
  const { env, signal, onEvent } = options;
  const look = createTreeReader(options, [], config);
  const runs = [first.runId];
  return {
    strategies: listStrategies(config),
    maxAttempts: recovery.maxAttempts,
    failedIn: (result) => failedChecks(config, result, options),
    look: () => look.take(true),
    run: createStrategyRunner({ root, env, ...(signal === undefined ? {} : { signal }) }),
    // If everything was requested, verdicts of the runs before this one stand, and nothing older does.
    verify: async (rerunFailed) => {
      const again = await verify({ ...options, continues: [...runs], rerunFailed });
      if (again.ok) runs.push(again.value.runId);
      return again;
    },
    redact: createRedact({
      env,
      declared: new Set(config.checks.flatMap((check) => Object.keys(check.env))),
      isPath: existsSync,
    }),
    emit: (event) => onEvent?.(event),
  };
}

function failedChecks(
  { checks }: ResolvedConfig,
  { results, findings, tolerated }: VerificationResult,
  { newOnly }: VerifyOptions,
): readonly FailedCheck[] {
  const byName = new Map(checks.map((check) => [check.name, check]));
  return results.flatMap((result) => {
    const check = byName.get(result.check);
    if (check === undefined || result.status !== "failed" || tolerated.includes(result.check)) return [];
    const own = findings.filter((finding) => finding.check === result.check);
    return [{ check, result, findings: newOnly === true ? own.filter(({ state }) => state === "new") : own }];
  });
}

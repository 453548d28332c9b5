import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { loadConfig, type LoadOptions } from "../config/load.ts";
import { listStrategies } from "../config/recovery/list-strategies.ts";
import { createRedact } from "../secrets/redact.ts";
import { succeed } from "../values/succeed.ts";
import { createTreeReader } from "../verify/observe/tree-reader.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { RecoveryProposal } from "../vocabulary/run/recovery.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../vocabulary/verdict/result.ts";
import { planRecovery } from "./plan-recovery.ts";
import { propose } from "./recovery-loop.ts";

/** What is known about a failed check. */
export interface KnownFailure {
  readonly result: Pick<CheckResult, "check" | "exitCode" | "stdout" | "stderr">;
  readonly findings: readonly Finding[];
}

/** What `--recover` would start with after these failures. Runs nothing. */
export async function proposeRecovery(
  failures: readonly KnownFailure[],
  options: LoadOptions,
): Promise<Result<readonly RecoveryProposal[]>> {
  const loaded = await loadConfig(options);
  if (!loaded.ok) return loaded;
  const config = loaded.value;
  const failed = failures.flatMap(({ result, findings }) => {
    const check = config.checks.find(({ name }) => name === result.check);
    return check === undefined ? [] : [{ check, result, findings }];
  });
  const tree = await createTreeReader(options, [], config).take(true);
  const state = hash("sha256", JSON.stringify([...tree]), "hex");
  const declared = new Set(config.checks.flatMap((check) => Object.keys(check.env)));
  const redact = createRedact({ env: options.env, declared, isPath: existsSync });
  const steps = planRecovery({ strategies: listStrategies(config), failed, tree, state, past: [] });
  return succeed(steps.flatMap((step) => propose(step, 1, { redact })));
}

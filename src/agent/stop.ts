import { hash } from "node:crypto";
import { listFailed } from "../checks/list-failed.ts";
import { loadConfig } from "../config/load.ts";
import { verify } from "../verify.ts";
import type { AgentName } from "../vocabulary/flow/agent.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import { decideStop } from "./decide-stop.ts";
import { describeFailure } from "./describe-failure.ts";
import {
  describeExcused,
  describeOpen,
  describeReason,
  type Excused,
  describeLastStop,
} from "./describe-stop.ts";
import { findFlakyFailures } from "./find-flaky-failures.ts";
import { findNeverStarted } from "./find-never-started.ts";
import { findOldFailures } from "./find-old-failures.ts";
import { holdUp, type HookAnswer, letGo, tell } from "./hook/hook-answer.ts";
import type { HookInput } from "./hook/hook-input.ts";
import { hookRequest } from "./hook/hook-request.ts";
import { endSession, readSession, sessionPlace, writeSession } from "./sessions.ts";
import { withoutChecks } from "./without-checks.ts";

export interface HookContext {
  readonly agent: AgentName;
  /** Of the repository. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** How the command is called, to call it again. */
  readonly program: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Verifies before an agent stops. It is blocked only for what it broke: not for older problems, flaky checks, or
 * problems with this tool or its configuration, and not more often than allowed.
 */
export async function answerStop(input: HookInput, context: HookContext): Promise<HookAnswer> {
  const { agent, root, env, signal } = context;
  if (input.isAborted) return letGo(agent);
  const config = await loadConfig({ cwd: root, env });
  if (!config.ok) return tell(agent, `verification: not verified. ${describeFailure(config.failures)}`);
  const { newOnly } = config.value.agent;
  const verified = await verify({ cwd: root, env, newOnly, signal, request: hookRequest(newOnly) });
  if (!verified.ok) return tell(agent, `verification: not verified. ${describeFailure(verified.failures)}`);
  const result = verified.value;
  const place = sessionPlace({ base: root, path: config.value.incremental.storagePath }, { ...input, agent });
  if (listFailed(result).length === 0 || result.stoppedBy === "interrupted") {
    if (result.success) endSession(place);
    return result.success ? letGo(agent) : tell(agent, `verification: not verified. ${describeOpen(result)}`);
  }
  const session = readSession(place, Date.parse(result.startedAt));
  const excused: Excused = {
    flaky: await proveFlaky(result, newOnly, context),
    absent: await findNeverStarted(result, context),
    old: newOnly ? await findOldFailures(result, { root, env, since: session.since }) : [],
  };
  const real = withoutChecks(result, Object.values(excused).flat());
  const failed = listFailed(real).map(({ check }) => check);
  if (failed.length === 0) {
    endSession(place);
    return tell(agent, `verification: ${describeExcused(excused).join(" ")} Nothing else failed.`);
  }
  const { maxBlocks } = config.value.agent;
  const decision = decideStop(session, input, { maxBlocks, wrong: digest(real) });
  const isCounted = writeSession(place, decision.session);
  // If nothing can be stored, blocks cannot be counted, so one in a row must do.
  if (decision.type === "hold-up" && (isCounted || !input.isContinued))
    return holdUp(
      agent,
      describeReason(real, { decision, excused, settings: config.value.agent, ...context }),
    );
  return tell(agent, describeLastStop(decision, failed, context.program));
}

/** Failed checks that are proved to pass and fail with the same inputs: by earlier runs, or by one more. */
async function proveFlaky(
  result: VerificationResult,
  newOnly: boolean,
  { root, env, signal }: HookContext,
): Promise<readonly string[]> {
  const { proved, suspected } = await findFlakyFailures(result, { root, env });
  if (suspected.length === 0) return proved;
  const again = await verify({ cwd: root, env, newOnly, signal, checks: suspected, rerunFailed: suspected });
  if (!again.ok) return proved;
  const passed = again.value.results.filter(
    ({ check, status }) => suspected.includes(check) && status === "passed",
  );
  return [...proved, ...passed.map(({ check }) => check)];
}

/** The same for the same failures, wherever in a file they are. */
function digest(result: VerificationResult): string {
  const failed = listFailed(result).map(({ check }) => check);
  const ids = result.findings.filter(({ check }) => failed.includes(check)).map(({ id }) => id);
  return hash("sha256", JSON.stringify([failed.sort(), ids.sort()]), "hex").slice(0, 32);
}

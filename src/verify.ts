import { assess, assessFromChange } from "./assess.ts";
import { closeStore } from "./cache.ts";
import { refuseUnwatched } from "./choose-tracer.ts";
import { keepForNext } from "./keep-for-next.ts";
import { testify } from "./keep-standing-run.ts";
import { listSeenBeside } from "./list-seen-beside.ts";
import type { Plan } from "./plan/plan.ts";
import { redactPlan } from "./redact-plan.ts";
import { rememberRun } from "./remember.ts";
import { runAssessed, type RunContext, type VerifyOptions } from "./run-assessed.ts";
import type { Emit } from "./vocabulary/event.ts";
import { fail, succeed, type Result } from "./vocabulary/failure.ts";
import type { VerificationResult } from "./vocabulary/verification-result.ts";
import { recordFindings } from "./weigh-findings.ts";

export type { VerifyOptions } from "./run-assessed.ts";

/**
 * Verifies a repository. A check that fails is a result, and so is everything that can be wrong with what the
 * caller gave; an exception is a bug.
 */
export async function verify(options: VerifyOptions = {}): Promise<Result<VerificationResult>> {
  const startedAt = new Date();
  const start = performance.now();
  const warnings: string[] = [];
  const emit: Emit = (event) => {
    if (event.type === "warning") warnings.push(event.message);
    options.onEvent?.(event);
  };
  const env = options.env ?? process.env;
  // What is not noted cannot be compared later.
  const look = options.request === undefined ? assess : assessFromChange;
  const { value: assessed, testimony } = await testify(
    { cwd: options.cwd ?? process.cwd(), env, isKept: options.request !== undefined },
    (seen) => look({ verifyCache: "configured", ...options, env: seen, commandEnv: env, isRun: true }),
  );
  if (!assessed.ok) return assessed;
  const refused =
    refuseUnwatched(assessed.value, env) ?? options.refuse?.(assessed.value.config.reports) ?? null;
  if (refused !== null) {
    assessed.value.store.close();
    return fail(refused);
  }
  try {
    const context: RunContext = {
      startedAt,
      start,
      emit,
      warnings,
      kept: new Map(),
      standing: { mark: assessed.value.standingMark },
    };
    const result = await runAssessed(assessed.value, options, context);
    const remembered = await rememberRun(assessed.value, result);
    recordFindings(assessed.value, result, options);
    options.onSeenBeside?.(listSeenBeside(assessed.value, context.kept, env));
    if (options.request !== undefined && assessed.value.sampling.share === 0)
      await keepForNext(assessed.value, { ...options, env, testimony, context, remembered });
    return succeed(result);
  } finally {
    assessed.value.store.close();
  }
}

/** What `verify` would do, as plain data. Nothing is run. */
export async function plan(options: VerifyOptions = {}): Promise<Result<Plan>> {
  const assessed = await assessFromChange({ verifyCache: "configured", ...options });
  if (!assessed.ok) return assessed;
  closeStore(assessed.value.store, options.onEvent);
  const { plan: built, config } = assessed.value;
  return succeed(redactPlan(built, config.checks, options.env ?? process.env));
}

import { recordFindings } from "./findings/known-findings.ts";
import type { Plan } from "./plan/plan.ts";
import { type AfterRun, keepForNext } from "./shortcut/keep-for-next.ts";
import { noteMeanwhile } from "./shortcut/keep-last-run.ts";
import { fail, succeed } from "./values/succeed.ts";
import { assess, assessFromChange, type Assessment } from "./verify/assess.ts";
import type { AssessOptions } from "./verify/assess/assess-options.ts";
import { listSeenBeside } from "./verify/record/list-read-outside.ts";
import { openRunLog } from "./verify/record/log-run.ts";
import { recordRun } from "./verify/record/record-run.ts";
import { redactPlan } from "./verify/redact-plan.ts";
import { refuseRun } from "./verify/refuse-run.ts";
import { closeStore } from "./verify/repository-store.ts";
import { runAssessed, type RunOptions } from "./verify/run-assessed.ts";
import { shareVerdicts } from "./verify/shared/share-verdicts.ts";
import { type StartedRun, startRun } from "./verify/start-run.ts";
import type { Result } from "./vocabulary/failure.ts";
import type { VerificationResult } from "./vocabulary/run/verification-result.ts";

/**
 * Verifies a repository. Returns a result if a check fails, and a failure if the caller's input is wrong. An exception is a
 * bug.
 */
export async function verify(options: RunOptions = {}): Promise<Result<VerificationResult>> {
  const env = options.env ?? process.env;
  const context = startRun(options.onEvent);
  const look = options.request === undefined ? assess : assessFromChange;
  // A later run can only compare what is noted here.
  const { value: assessed, noted } = await noteMeanwhile(env, (seen) =>
    look({ verifyCache: "configured", ...options, env: seen, commandEnv: env, isRun: true }),
  );
  if (!assessed.ok) return assessed;
  const assessment = assessed.value;
  let sharing = Promise.resolve();
  try {
    const refused = await refuseRun(assessment, options);
    if (refused !== null) return fail(refused);
    const { ran, recorded } = await runAndRecord(assessment, options, context);
    const { result, kept } = ran;
    const fresh = [...kept.keys()];
    options.onSeenBeside?.(listSeenBeside(assessment, kept, env));
    if (options.request !== undefined && assessment.sampling.share === 0)
      await keepForNext(assessment, { ...options, env, noted, context, ran, recorded });
    options.onReached?.(assessment, { runId: result.runId, fingerprints: fresh });
    sharing = shareVerdicts(assessment, { runId: result.runId, fresh }, options.onEvent);
    return succeed(result);
  } finally {
    const closed = sharing.finally(() => assessment.store.close());
    if (options.inBackground === undefined) await closed;
    else options.inBackground(closed);
  }
}

/** Runs the plan and stores what it found. Other processes can follow it in the log. */
async function runAndRecord(
  assessment: Assessment,
  options: RunOptions,
  context: StartedRun,
): Promise<Pick<AfterRun, "ran" | "recorded">> {
  const log = openRunLog(assessment, context);
  context.follow(log.take);
  try {
    const ran = await runAssessed(assessment, options, context);
    const recorded = await recordRun(assessment, ran.result);
    recordFindings(assessment, ran.result, options);
    log.finish(ran.result);
    return { ran, recorded };
  } finally {
    log.close();
  }
}

/** What `verify` would do, as plain data. Nothing is run. */
export async function plan(options: AssessOptions = {}): Promise<Result<Plan>> {
  const assessed = await assessFromChange({ verifyCache: "configured", ...options });
  if (!assessed.ok) return assessed;
  closeStore(assessed.value.store, options.onEvent);
  const { plan: built, config } = assessed.value;
  return succeed(redactPlan(built, config.checks, options.env ?? process.env));
}

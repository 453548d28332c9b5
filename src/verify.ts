import { recordFindings } from "./findings/known-findings.ts";
import { openRunLog, type RunLog } from "./verify/record/log-run.ts";
import type { Plan } from "./plan/plan.ts";
import { keepForNext } from "./shortcut/keep-for-next.ts";
import { noteMeanwhile } from "./shortcut/keep-last-run.ts";
import { fail, succeed } from "./values/succeed.ts";
import { assess, assessFromChange, type Assessment } from "./verify/assess.ts";
import type { AssessOptions } from "./verify/assess/assess-options.ts";
import { refuseUnwatched } from "./verify/choose-tracer.ts";
import { listSeenBeside } from "./verify/record/list-read-outside.ts";
import { recordRun } from "./verify/record/record-run.ts";
import { redactPlan } from "./verify/redact-plan.ts";
import { closeStore } from "./verify/repository-store.ts";
import { runAssessed, type RunOptions } from "./verify/run-assessed.ts";
import { createRunId } from "./verify/run-id.ts";
import { pushShared } from "./verify/shared/push-shared.ts";
import type { Failure, Result } from "./vocabulary/failure.ts";
import type { Emit } from "./vocabulary/run/event.ts";
import type { VerificationResult } from "./vocabulary/run/verification-result.ts";
import type { Fingerprint } from "./vocabulary/tree/path.ts";

/**
 * Verifies a repository. Returns a result if a check fails, and a failure if the caller's input is wrong. An exception is a
 * bug.
 */
export async function verify(options: RunOptions = {}): Promise<Result<VerificationResult>> {
  const startedAt = new Date();
  const start = performance.now();
  const warnings: string[] = [];
  let log: RunLog | null = null;
  const emit: Emit = (event) => {
    if (event.type === "warning") {
      // Several commands of a check may give the same warning.
      if (warnings.includes(event.message)) return;
      warnings.push(event.message);
    }
    log?.take(event);
    options.onEvent?.(event);
  };
  const env = options.env ?? process.env;
  // A later run can only compare what is noted here.
  const look = options.request === undefined ? assess : assessFromChange;
  const { value: assessed, noted } = await noteMeanwhile(env, (seen) =>
    look({ verifyCache: "configured", ...options, env: seen, commandEnv: env, isRun: true }),
  );
  if (!assessed.ok) return assessed;
  const refused =
    refuseUnwatched(assessed.value, env) ??
    (await refuseWithoutQueue(assessed.value)) ??
    options.refuse?.(assessed.value.config.reports) ??
    null;
  if (refused !== null) {
    assessed.value.store.close();
    return fail(refused);
  }
  const closing: (() => void)[] = [() => assessed.value.store.close()];
  try {
    const runId = createRunId(startedAt);
    log = openRunLog(assessed.value, runId, startedAt);
    closing.push(log.close);
    const context = { runId, startedAt, start, emit, warnings };
    const ran = await runAssessed(assessed.value, options, context);
    const { result, kept } = ran;
    const recorded = await recordRun(assessed.value, result);
    recordFindings(assessed.value, result, options);
    log.finish(result);
    closing.pop();
    options.onSeenBeside?.(listSeenBeside(assessed.value, kept, env));
    if (options.request !== undefined && assessed.value.sampling.share === 0)
      await keepForNext(assessed.value, { ...options, env, noted, context, ran, recorded });
    options.onReached?.(assessed.value, { runId: result.runId, fingerprints: [...kept.keys()] });
    const sharing = share(assessed.value, {
      ...options,
      runId: result.runId,
      fresh: [...kept.keys()],
    }).finally(closing.pop());
    if (options.inBackground === undefined) await sharing;
    else options.inBackground(sharing);
    return succeed(result);
  } finally {
    for (const close of closing.toReversed()) close();
  }
}

/**
 * Why workers cannot be used: their URL is wrong, or the library for their queue is not installed. Called before anything
 * runs. Null if they can be used, or if none are configured.
 */
async function refuseWithoutQueue({ config }: Assessment): Promise<Failure | null> {
  const { workers } = config.execution;
  if (workers === null) return null;
  const { loadQueueLibrary } = await import("./queue/queue-library.ts");
  const { checkQueueUrl } = await import("./queue/connect.ts");
  const [url, library] = [checkQueueUrl(workers.url), loadQueueLibrary(config.root)];
  if (!url.ok) return url.failures[0] ?? null;
  return library.ok ? null : (library.failures[0] ?? null);
}

/** Shares the verdicts of this run with other machines. If that fails, it warns, and the result of the run stays the same. */
async function share(
  assessment: Assessment,
  { runId, fresh, onEvent }: RunOptions & { readonly runId: string; readonly fresh: readonly Fingerprint[] },
): Promise<void> {
  if (assessment.shared === null || fresh.length === 0 || assessment.taken?.isTroubled === true) return;
  const pushed = await pushShared(assessment, { runId, fresh });
  if ("trouble" in pushed && pushed.trouble !== null)
    onEvent?.({ type: "warning", message: `Shared cache: nothing was written (${pushed.trouble}).` });
}

/** What `verify` would do, as plain data. Nothing is run. */
export async function plan(options: AssessOptions = {}): Promise<Result<Plan>> {
  const assessed = await assessFromChange({ verifyCache: "configured", ...options });
  if (!assessed.ok) return assessed;
  closeStore(assessed.value.store, options.onEvent);
  const { plan: built, config } = assessed.value;
  return succeed(redactPlan(built, config.checks, options.env ?? process.env));
}

import { randomBytes } from "node:crypto";
import { assess, type AssessOptions, type Assessment } from "./assess.ts";
import { createVerdictRecorder, standingVerdicts } from "./keep-verdicts.ts";
import type { Plan } from "./plan/plan.ts";
import { rememberRun } from "./remember.ts";
import { createLocalExecutor } from "./run/executor.ts";
import { runPlan } from "./run/run-plan.ts";
import { summarize } from "./run/summarize.ts";
import { watchTree } from "./run/watch-tree.ts";
import { describeChanges, describeScope, narrowScope } from "./scope/describe-scope.ts";
import { openSourceFiles } from "./system/source-files.ts";
import type { Emit } from "./vocabulary/event.ts";
import { succeed, type Result } from "./vocabulary/failure.ts";
import type { VerificationResult } from "./vocabulary/verification-result.ts";

export interface VerifyOptions extends AssessOptions {
  /** Why this run was asked for; kept in reports. */
  readonly reason?: string;
  /** Abort it to stop the run: what is running is ended, and the result says so. */
  readonly signal?: AbortSignal;
}

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
  const assessed = await assess(options);
  if (!assessed.ok) return assessed;
  try {
    return succeed(await runAssessed(assessed.value, options, { startedAt, start, emit, warnings }));
  } finally {
    assessed.value.store.close();
  }
}

interface RunContext {
  readonly startedAt: Date;
  /** By the clock that only goes forward, in milliseconds. */
  readonly start: number;
  readonly emit: Emit;
  readonly warnings: readonly string[];
}

/** Runs what was planned, keeps what came out, and puts it together. */
async function runAssessed(
  assessment: Assessment,
  options: VerifyOptions,
  context: RunContext,
): Promise<VerificationResult> {
  const { startedAt, emit } = context;
  const runId = createRunId(startedAt);
  const { config, plan, scope, store, changes, tree } = assessment;
  for (const message of assessment.warnings) emit({ type: "warning", message });
  const started = plan.checks.flatMap(({ check, decision }) => (decision === "skip" ? [] : [check]));
  emit({ type: "run-started", checks: started, report: config.report });

  const { lookAgain, isKeeping } = assessment;
  const isRecording = isKeeping && plan.checks.some(({ decision }) => decision === "run");
  const watch = isRecording ? watchTree({ snapshot: tree.snapshot, beside: tree.beside, lookAgain }) : null;
  const recorder = watch === null ? null : createVerdictRecorder(assessment, watch, { runId, emit });
  const run = await runPlan({
    plan,
    checks: config.checks,
    execution: config.execution,
    executor: createLocalExecutor({ root: config.root, env: options.env ?? process.env }),
    sources: openSourceFiles(config.root),
    emit,
    signal: options.signal ?? new AbortController().signal,
    standing: (check) => standingVerdicts(assessment, check),
    mark: () => watch?.mark() ?? new Map(),
    record: (check, attempt) => recorder?.record(check, attempt),
  });
  await recorder?.flush();
  for (const message of store.warnings) emit({ type: "warning", message });
  const result = summarize({
    run,
    runId,
    startedAt,
    duration: Math.round(performance.now() - context.start),
    mode: plan.mode,
    requestedMode: options.mode ?? "auto",
    reason: options.reason ?? null,
    baseline: changes.baseline,
    changes: describeChanges(changes),
    scope: describeScope(narrowScope(scope, plan), changes, tree.graph),
    warnings: context.warnings,
  });
  await rememberRun(assessment, result);
  return result;
}

/** What `verify` would do, as plain data. Nothing is run. */
export async function plan(options: VerifyOptions = {}): Promise<Result<Plan>> {
  const assessed = await assess(options);
  if (!assessed.ok) return assessed;
  assessed.value.store.close();
  return succeed(assessed.value.plan);
}

/** Sorts by time, and is unique among runs that start in the same second. */
function createRunId(startedAt: Date): string {
  const time = startedAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${time}-${randomBytes(3).toString("hex")}`;
}

import { setMaxListeners } from "node:events";
import type { PlannedCheck } from "../plan/plan.ts";
import type { SourceFiles } from "../system/files/source-files.ts";
import { createLimit } from "../system/process/limit.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import type { CheckResult, StopReason } from "../vocabulary/verdict/result.ts";
import type { Executor } from "./executor.ts";
import {
  type AnswerOptions,
  answerWithoutRunning,
  inOrderOfDependencies,
  stopsIfFailed,
  stopsRun,
} from "./answer-plan.ts";
import { judge, skip } from "./judge.ts";
import { type BuiltinExecutor, runBuiltin } from "./run-builtin.ts";
import { type Attempt, type CheckContext, runCheck } from "./run-check.ts";

export interface RunPlanOptions extends AnswerOptions {
  readonly executor: Executor;
  /** How many commands may run at once if workers run some of them; by default as many as run here. */
  readonly width?: () => number;
  readonly verifyFile: BuiltinExecutor;
  readonly sources: SourceFiles;
  readonly emit: Emit;
  /** Aborted when the user stops the run, or with the reason `superseded` when a newer run makes this one pointless. */
  readonly signal: AbortSignal;
  readonly noteStart: CheckContext["noteStart"];
  readonly record: CheckContext["record"];
}

export interface RunResult {
  /** One for every check of the plan, in its order. */
  readonly results: readonly CheckResult[];
  readonly stoppedBy: StopReason | null;
}

/** Runs a plan: every check as soon as its dependencies have passed and a slot is free. */
export async function runPlan(options: RunPlanOptions): Promise<RunResult> {
  const { execution, executor, emit } = options;
  const stop = new AbortController();
  // Every command adds a listener, and with workers there are many commands at once.
  setMaxListeners(0, stop.signal);
  const halt = (reason: StopReason): void => {
    if (stop.signal.aborted) return;
    emit({ type: "run-stopping", reason });
    stop.abort(reason);
  };
  const onSignal = (): void => {
    const reason = options.signal.reason as { readonly type?: unknown } | null | undefined;
    halt({ type: reason?.type === "superseded" ? "superseded" : "interrupted" });
  };
  if (options.signal.aborted) onSignal();
  options.signal.addEventListener("abort", onSignal, { once: true });
  const { overallTimeout } = execution;
  const timer =
    overallTimeout > 0
      ? setTimeout(() => halt({ type: "overall-timeout", limit: overallTimeout }), overallTimeout)
      : undefined;

  const { tolerates } = options;
  const stopIfCalledFor = (check: Check): void => {
    if (stopsIfFailed(check, execution)) halt({ type: "fail-fast", failed: check.name });
  };
  const context: CheckContext = {
    executor,
    sources: options.sources,
    slots: createLimit(options.width ?? execution.slots),
    stop: stop.signal,
    retryDelayMs: execution.retryDelayMs,
    emit,
    redact: options.redact,
    // Whether a failure is tolerated is known only once its findings are.
    failed: tolerates === undefined ? stopIfCalledFor : () => {},
    noteStart: options.noteStart,
    record: options.record,
  };
  try {
    const results = await inOrderOfDependencies(options, async (planned, check, dependencies) => {
      const found = await resultOf(planned, check, { dependencies, context, options });
      const result = { ...found, command: found.command.map(options.redact) };
      if (planned.decision !== "skip") emit({ type: "check-finished", result });
      if (stopsRun(result, check, options)) stopIfCalledFor(check);
      return result;
    });
    return { results, stoppedBy: stop.signal.aborted ? (stop.signal.reason as StopReason) : null };
  } catch (error) {
    // A bug of ours must not leave a process running.
    halt({ type: "interrupted" });
    throw error;
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", onSignal);
  }
}

interface Running {
  readonly dependencies: readonly CheckResult[];
  readonly context: CheckContext;
  readonly options: RunPlanOptions;
}

async function resultOf(planned: PlannedCheck, check: Check, running: Running): Promise<CheckResult> {
  const { context, options } = running;
  if (planned.decision !== "skip" && context.stop.aborted)
    return skip(check, context.stop.reason as StopReason);
  const answer = answerWithoutRunning(planned, check, running);
  return answer ?? judge(check, await attempt(planned, check, running), options.cached(check.name));
}

/** Runs the commands of a check; none if nothing of it has to run. */
async function attempt(
  planned: PlannedCheck,
  check: Check,
  { context, options }: Running,
): Promise<readonly Attempt[]> {
  if (planned.decision !== "run") return [];
  return "builtin" in planned
    ? runBuiltin(check, planned, { ...context, verify: options.verifyFile })
    : runCheck(check, planned.commands, context);
}

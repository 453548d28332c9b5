import { setMaxListeners } from "node:events";
import type { ExecutionSettings } from "../config/resolved-config.ts";
import type { Plan, PlannedCheck } from "../plan/plan.ts";
import type { Redact } from "../secrets/redact.ts";
import type { SourceFiles } from "../system/files/source-files.ts";
import { createLimit } from "../system/process/limit.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import type { CheckResult, StopReason } from "../vocabulary/verdict/result.ts";
import type { Executor } from "./executor.ts";
import { block, judge, skip, type Standing } from "./judge.ts";
import { type BuiltinExecutor, runBuiltin } from "./run-builtin.ts";
import { type CheckContext, runCheck } from "./run-check.ts";

export interface RunPlanOptions {
  readonly plan: Plan;
  readonly checks: readonly Check[];
  readonly execution: ExecutionSettings;
  readonly executor: Executor;
  /** How many commands may run at once if workers run some of them; by default as many as run here. */
  readonly width?: () => number;
  readonly verifyFile: BuiltinExecutor;
  readonly sources: SourceFiles;
  readonly emit: Emit;
  /** Aborted when the user stops the run, or with the reason `superseded` when a newer run makes this one pointless. */
  readonly signal: AbortSignal;
  /** The verdicts of a check that stand, among the requested targets. */
  readonly standing: (check: string) => Standing;
  /** Whether this failed check does not fail the run, so that its dependents may run. */
  readonly tolerates?: (result: CheckResult) => boolean;
  /** Removes secrets from the commands that are reported, and from the source that findings quote. */
  readonly redact: Redact;
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
  const { plan, execution, executor, emit } = options;
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
    if (stopsRun(check, execution)) halt({ type: "fail-fast", failed: check.name });
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
  const checks = new Map(options.checks.map((check) => [check.name, check]));
  try {
    const results = await runInOrder(plan.checks, async (planned, dependencies) => {
      const check = checks.get(planned.check) as Check;
      const found = await resultOf({
        planned,
        check,
        dependencies,
        context,
        verifyFile: options.verifyFile,
        standing: options.standing(check.name),
        isMet: (result) =>
          result.passed || result.skippedReason === "no-files" || tolerates?.(result) === true,
      });
      const result = { ...found, command: found.command.map(options.redact) };
      if (planned.decision !== "skip") emit({ type: "check-finished", result });
      if (result.status === "failed" && tolerates?.(result) !== true) stopIfCalledFor(check);
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

/** Runs every check once, after the checks that it depends on. */
function runInOrder(
  checks: readonly PlannedCheck[],
  runOne: (planned: PlannedCheck, dependencies: readonly CheckResult[]) => Promise<CheckResult>,
): Promise<readonly CheckResult[]> {
  const byName = new Map(checks.map((planned) => [planned.check, planned]));
  const started = new Map<string, Promise<CheckResult>>();
  const runPlanned = (planned: PlannedCheck): Promise<CheckResult> => {
    const known = started.get(planned.check);
    if (known !== undefined) return known;
    const dependencies = planned.dependsOn.map((name) => runPlanned(byName.get(name) as PlannedCheck));
    const result = Promise.all(dependencies).then((results) => runOne(planned, results));
    started.set(planned.check, result);
    return result;
  };
  return Promise.all(checks.map(runPlanned));
}

async function resultOf(options: {
  readonly planned: PlannedCheck;
  readonly check: Check;
  readonly dependencies: readonly CheckResult[];
  readonly context: CheckContext;
  readonly verifyFile: BuiltinExecutor;
  readonly standing: Standing;
  readonly isMet: (dependency: CheckResult) => boolean;
}): Promise<CheckResult> {
  const { planned, check, dependencies, context, standing, isMet } = options;
  if (planned.decision === "skip") return skip(check, planned.reason);
  if (context.stop.aborted) return skip(check, context.stop.reason as StopReason);
  const unmet = dependencies.find((result) => !isMet(result));
  if (unmet !== undefined) return skip(check, { type: "dependency-failed", dependency: unmet.check });
  if (planned.decision === "blocked") return block(check, planned.why);
  if (planned.decision === "stand") return judge(check, [], standing);
  const attempts =
    "builtin" in planned
      ? await runBuiltin(check, planned, { ...context, verify: options.verifyFile })
      : await runCheck(check, planned.commands, context);
  return judge(check, attempts, standing);
}

function stopsRun(check: Check, { failFast, continueOnWarning }: ExecutionSettings): boolean {
  return check.critical ? failFast : !continueOnWarning;
}

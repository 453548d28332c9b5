import type { ExecutionSettings } from "../config/resolved-config.ts";
import type { Plan, PlannedCheck } from "../plan/plan.ts";
import type { Redact } from "../secrets/redact.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { CheckResult } from "../vocabulary/verdict/result.ts";
import { block, judge, skip, type CachedVerdicts } from "./judge.ts";

/** What the results of a plan are found from, beside what its commands do. */
export interface AnswerOptions {
  readonly plan: Plan;
  readonly checks: readonly Check[];
  readonly execution: ExecutionSettings;
  /** The verdicts of a check that stand, among the requested targets. */
  readonly cached: (check: string) => CachedVerdicts;
  /** Whether this failed check does not fail the run, so that its dependents may run. */
  readonly tolerates?: (result: CheckResult) => boolean;
  /** Removes secrets from the commands that are reported, and from the source that findings quote. */
  readonly redact: Redact;
}

/**
 * The results of a plan in which nothing has to run. Null if they depend on how a run goes: something has to run, or a
 * failure stops it.
 */
export async function answerPlan(options: AnswerOptions): Promise<readonly CheckResult[] | null> {
  const { plan, redact } = options;
  if (plan.checks.some(({ decision }) => decision === "run")) return null;
  let isWhole = true;
  const results = await inOrderOfDependencies(options, async (planned, check, dependencies) => {
    const found = answerWithoutRunning(planned, check, { dependencies, options });
    if (found === null) throw new Error(`${check.name} has to run`);
    isWhole &&= !stopsRun(found, check, options);
    return { ...found, command: found.command.map(redact) };
  });
  return isWhole ? results : null;
}

interface Place {
  /** The results of the checks that it depends on. */
  readonly dependencies: readonly CheckResult[];
  readonly options: Pick<AnswerOptions, "cached" | "tolerates">;
}

/** The result of a check of which nothing runs; null if something has to. */
export function answerWithoutRunning(
  planned: PlannedCheck,
  check: Check,
  { dependencies, options: { cached, tolerates } }: Place,
): CheckResult | null {
  if (planned.decision === "skip") return skip(check, planned.reason);
  const isMet = (result: CheckResult): boolean =>
    result.passed || result.skippedReason === "no-files" || tolerates?.(result) === true;
  const unmet = dependencies.find((result) => !isMet(result));
  if (unmet !== undefined) return skip(check, { type: "dependency-failed", dependency: unmet.check });
  if (planned.decision === "blocked") return block(check, planned.why);
  return planned.decision === "stand" ? judge(check, [], cached(check.name)) : null;
}

/** Whether this result keeps the checks that are not done from going on. */
export function stopsRun(
  result: CheckResult,
  check: Check,
  { execution, tolerates }: Pick<AnswerOptions, "execution" | "tolerates">,
): boolean {
  return result.status === "failed" && tolerates?.(result) !== true && stopsIfFailed(check, execution);
}

export function stopsIfFailed(
  check: Check,
  { failFast, continueOnWarning }: Pick<ExecutionSettings, "failFast" | "continueOnWarning">,
): boolean {
  return check.critical ? failFast : !continueOnWarning;
}

/** Finds the result of every check once, after those of the checks that it depends on. */
export function inOrderOfDependencies(
  { plan, checks }: Pick<AnswerOptions, "plan" | "checks">,
  answer: (planned: PlannedCheck, check: Check, dependencies: readonly CheckResult[]) => Promise<CheckResult>,
): Promise<readonly CheckResult[]> {
  const declared = new Map(checks.map((check) => [check.name, check]));
  const byName = new Map(plan.checks.map((planned) => [planned.check, planned]));
  const started = new Map<string, Promise<CheckResult>>();
  const answerOne = (planned: PlannedCheck): Promise<CheckResult> => {
    const known = started.get(planned.check);
    if (known !== undefined) return known;
    const dependencies = planned.dependsOn.map((name) => answerOne(byName.get(name) as PlannedCheck));
    const check = declared.get(planned.check) as Check;
    const result = Promise.all(dependencies).then((results) => answer(planned, check, results));
    started.set(planned.check, result);
    return result;
  };
  return Promise.all(plan.checks.map(answerOne));
}

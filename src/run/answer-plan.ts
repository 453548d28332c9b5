import type { Plan, PlannedCheck } from "../plan/plan.ts";
import type { Redact } from "../secrets/redact.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { CheckResult } from "../vocabulary/verdict/result.ts";
import { block, judge, skip, type Standing } from "./judge.ts";

/** What the results of a plan are found from, beside what its commands do. */
export interface MeansOfAnswer {
  readonly plan: Plan;
  readonly checks: readonly Check[];
  /** The verdicts of a check that stand, among the requested targets. */
  readonly standing: (check: string) => Standing;
  /** Whether this failed check does not fail the run, so that its dependents may run. */
  readonly tolerates?: (result: CheckResult) => boolean;
  /** Removes secrets from the commands that are reported, and from the source that findings quote. */
  readonly redact: Redact;
}

/** A check of a plan, and the results of those that it depends on. */
export interface InPlace {
  readonly check: Check;
  readonly dependencies: readonly CheckResult[];
}

/** The results of a plan in which nothing has to run. */
export function answerPlan(means: MeansOfAnswer): Promise<readonly CheckResult[]> {
  return answerInOrder(means, async (planned, place) => {
    const found = answerWithoutRunning(planned, place, means);
    if (found === null) throw new Error(`${planned.check} has to run`);
    return { ...found, command: found.command.map(means.redact) };
  });
}

/** The result of a check of which nothing runs; null if something has to. */
export function answerWithoutRunning(
  planned: PlannedCheck,
  { check, dependencies }: InPlace,
  { standing, tolerates }: MeansOfAnswer,
): CheckResult | null {
  if (planned.decision === "skip") return skip(check, planned.reason);
  const isMet = (result: CheckResult): boolean =>
    result.passed || result.skippedReason === "no-files" || tolerates?.(result) === true;
  const unmet = dependencies.find((result) => !isMet(result));
  if (unmet !== undefined) return skip(check, { type: "dependency-failed", dependency: unmet.check });
  if (planned.decision === "blocked") return block(check, planned.why);
  return planned.decision === "stand" ? judge(check, [], standing(check.name)) : null;
}

/** Finds the result of every check once, after those of the checks that it depends on. */
export function answerInOrder(
  { plan, checks }: Pick<MeansOfAnswer, "plan" | "checks">,
  answer: (planned: PlannedCheck, place: InPlace) => Promise<CheckResult>,
): Promise<readonly CheckResult[]> {
  const declared = new Map(checks.map((check) => [check.name, check]));
  const byName = new Map(plan.checks.map((planned) => [planned.check, planned]));
  const started = new Map<string, Promise<CheckResult>>();
  const answerOne = (planned: PlannedCheck): Promise<CheckResult> => {
    const known = started.get(planned.check);
    if (known !== undefined) return known;
    const dependencies = planned.dependsOn.map((name) => answerOne(byName.get(name) as PlannedCheck));
    const check = declared.get(planned.check) as Check;
    const result = Promise.all(dependencies).then((results) =>
      answer(planned, { check, dependencies: results }),
    );
    started.set(planned.check, result);
    return result;
  };
  return Promise.all(plan.checks.map(answerOne));
}

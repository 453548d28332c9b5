import { buildBatches } from "../plan/batches.ts";
import type { PlannedCommand } from "../plan/plan.ts";
import type { Condition, Strategy } from "../vocabulary/run/recovery.ts";
import type { TreeState } from "../vocabulary/run/watch.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";
import { formatPlace } from "../wording/format-place.ts";
import { shorten } from "../wording/shorten.ts";
import { type FailedCheck, matchStrategy } from "./match-strategy.ts";

/** A strategy that has run for a check. */
export interface PastStep {
  readonly strategy: string;
  readonly check: string;
  /** A digest of the tree before it ran. */
  readonly state: string;
  /** Whether it returned the tree to an earlier state. */
  readonly hasLooped: boolean;
}

/** A check that a step is for, and what to fix in it. */
export interface StepSubject {
  readonly check: string;
  readonly findings: readonly Finding[];
  readonly why: string;
}

/** A strategy with its commands, and the checks that it runs for. */
export interface RecoveryStep {
  readonly strategy: Strategy;
  readonly subjects: readonly StepSubject[];
  readonly commands: readonly PlannedCommand[];
}

export interface RecoveryOptions {
  /** In order of preference. */
  readonly strategies: readonly Strategy[];
  readonly failed: readonly FailedCheck[];
  readonly tree: TreeState;
  /** The digest of `tree`. */
  readonly state: string;
  readonly past: readonly PastStep[];
}

/**
 * What to do next about the failed checks: at most one strategy for each. Never a strategy twice for the same check in
 * the same state of the tree, never one that looped for it, and never one that matches nothing. A strategy that has not
 * run yet comes before one that has. If several checks need the same command, it runs once.
 */
export function planRecovery(options: RecoveryOptions): readonly RecoveryStep[] {
  const steps = new Map<string, RecoveryStep>();
  for (const failed of options.failed) {
    const step = chooseStep(failed, options);
    if (step === null) continue;
    const key = JSON.stringify([step.strategy.name, step.commands]);
    const same = steps.get(key);
    steps.set(key, same === undefined ? step : { ...same, subjects: [...same.subjects, ...step.subjects] });
  }
  return [...steps.values()];
}

/** Whether a strategy may run for a check in this state of the tree, given what has run before. */
export function isUntried(
  { strategy, check, state }: Omit<PastStep, "hasLooped">,
  past: readonly PastStep[],
): boolean {
  return !past.some(
    (step) => step.strategy === strategy && step.check === check && (step.hasLooped || step.state === state),
  );
}

function chooseStep(failed: FailedCheck, options: RecoveryOptions): RecoveryStep | null {
  const { strategies, tree, state, past } = options;
  const check = failed.check.name;
  const timesRun = ({ name }: Strategy): number =>
    past.filter((step) => step.strategy === name && step.check === check).length;
  const candidates = strategies
    .filter(({ name }) => isUntried({ strategy: name, check, state }, past))
    .toSorted((one, other) => timesRun(one) - timesRun(other));
  for (const strategy of candidates) {
    const match = matchStrategy(strategy, failed, tree);
    if (match === null) continue;
    const { findings, files } = match;
    const { command, args, cwd, env, timeout } = strategy;
    const batches = files.length === 0 ? [{ args, files }] : buildBatches(strategy, files);
    return {
      strategy,
      subjects: [{ check, findings, why: explainMatch(strategy.when, check, findings) }],
      commands: batches.map((batch) => ({ command, cwd, env, timeout, trace: null, ...batch })),
    };
  }
  return null;
}

/** How many findings are named to explain why a strategy was chosen. */
const NAMED = 3;
/** Characters of each quote there. */
const LONGEST = 60;

function explainMatch(conditions: readonly Condition[], check: string, findings: readonly Finding[]): string {
  const asked = conditions.flatMap((when) =>
    (["type", "category", "code", "pattern"] as const).flatMap((key) =>
      when[key] === undefined ? [] : [`${key} ${shorten(when[key], LONGEST)}`],
    ),
  );
  const { length } = findings;
  const what = length === 0 ? "the failure" : length === 1 ? "1 finding" : `${length} findings`;
  const named = findings.slice(0, NAMED).map(nameFinding);
  const list = length > NAMED ? [...named, "..."] : named;
  return [
    `${what} of ${check}`,
    ...(asked.length === 0 ? [] : [` with ${asked.join(", ")}`]),
    ...(list.length === 0 ? [] : [` (${list.join("; ")})`]),
  ].join("");
}

function nameFinding({ file, line, code, message }: Finding): string {
  const place = formatPlace({ file, line });
  return [place, code ?? shorten(message, LONGEST)].filter((part) => part !== "").join(" ");
}

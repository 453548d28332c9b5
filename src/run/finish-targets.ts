import type { NotObserved, ObservedCommand } from "../trace/observe-command.ts";
import type { RunObserver } from "../trace/run-observer.ts";
import type { Unit } from "../units/unit.ts";
import type { Check } from "../vocabulary/check/check.ts";
import { NOT_WATCHED } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { TreeNow } from "./doubt/watch-tree.ts";
import {
  finishElsewhere,
  type FinishedUnit,
  finishObserved,
  finishPredicted,
  type Happened,
} from "./finish-unit.ts";
import type { Attempt } from "./run-check.ts";

/** The part of an attempt that shows what its units depend on. */
type FinishedAttempt = Pick<Attempt, "command" | "start" | "traces" | "since" | "elsewhere">;

export interface FinishContext {
  readonly check: Check;
  readonly observer: RunObserver;
  readonly look: TreeNow;
  readonly happened: Happened;
}

/** The units of a command in the form in which their verdicts can be stored, wherever it ran. */
export async function finishTargets(
  attempt: FinishedAttempt,
  targets: readonly Target[],
  context: FinishContext,
): Promise<{
  readonly byTarget: ReadonlyMap<Target, FinishedUnit>;
  /** For some targets, why it was not observed what they depend on. */
  readonly unobserved: ReadonlyMap<Target, string>;
  /** A file that the command both read and changed. */
  readonly modified: RepoPath | null;
}> {
  const { check, happened } = context;
  const byTarget = new Map<Target, FinishedUnit>();
  const unobserved = new Map<Target, string>();
  const unitAtStart = (target: Target): Unit | undefined => attempt.start.unit(check.name, target);
  if (attempt.elsewhere.some((each) => each !== null)) {
    for (const target of targets) {
      const unit = unitAtStart(target);
      const finished = unit === undefined ? null : await finishElsewhere(unit, attempt.elsewhere, happened);
      if (finished !== null) byTarget.set(target, finished);
    }
    return { byTarget, unobserved, modified: null };
  }
  const observed = observeAttempt(attempt, targets, context);
  for (const target of targets) {
    const unit = unitAtStart(target);
    if (unit === undefined) continue;
    const seen = "why" in observed ? observed : await finishObserved(unit, observed, happened);
    if ("why" in seen && seen.why !== NOT_WATCHED) unobserved.set(target, seen.why);
    const part = "part" in seen ? seen.part : undefined;
    byTarget.set(target, "why" in seen ? await finishPredicted(unit, happened, part) : seen);
  }
  return { byTarget, unobserved, modified: "why" in observed ? (observed.modified ?? null) : null };
}

/** What the command depends on, or why that was not observed. */
function observeAttempt(
  attempt: FinishedAttempt,
  targets: readonly Target[],
  { check, observer, look, happened }: FinishContext,
): ObservedCommand | NotObserved {
  const { command, start, traces, since } = attempt;
  const unit = targets
    .map((target) => look.state.unit(check.name, target))
    .find((each) => each !== undefined);
  if (!("command" in command) || start.tree === null || unit === undefined)
    return { why: "it starts no command" };
  return observer.observe({
    check,
    targets: command.files,
    traces,
    depth: command.trace,
    since,
    before: start.tree,
    after: look.state.tree,
    touched: happened.touched,
    unit: unit.predicted,
  });
}

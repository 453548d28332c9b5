import { posix } from "node:path";
import { runsCode } from "../checks/check-traits.ts";
import { isShareable } from "../checks/is-shareable.ts";
import type { Execution, Verdict } from "../store/records/records.ts";
import type { NotObserved, ObservedCommand } from "../trace/observe-command.ts";
import type { RunObserver } from "../trace/run-observer.ts";
import type { Tree } from "../units/tree.ts";
import type { Unit } from "../units/unit.ts";
import { shortHash } from "../values/short-hash.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import {
  NOT_WATCHED,
  type PathSet,
  type PathSetId,
  RAN_ON,
  UNOBSERVED,
  type WeakKey,
} from "../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { UnstableCheck } from "../vocabulary/verdict/unstable-check.ts";
import { compareSample, type DoubtOptions, doubtOthers } from "./doubt/doubt.ts";
import type { TreeNow, Mark } from "./doubt/watch-tree.ts";
import {
  finishElsewhere,
  type FinishedUnit,
  finishObserved,
  finishPredicted,
  type Happened,
} from "./finish-unit.ts";
import { listExecutions } from "./list-executions.ts";
import { unitOutcomes } from "./output/unit-outcomes.ts";
import type { Attempt } from "./run-check.ts";

export interface StoreOptions extends DoubtOptions {
  /** Keeps all verdicts of one command, or none, with what their fingerprints stand for in this tree. */
  readonly store: (verdicts: readonly Verdict[], kept: Kept) => void;
  /** What observed sets become together with those that are stored. */
  readonly merge: Merge;
  /** Throws away what was stored in this run. */
  readonly withdraw: (check: string, fingerprints: readonly Fingerprint[]) => void;
  readonly observer: RunObserver;
  /** Keeps what a conflict shows; whether the next run goes by it. */
  readonly learn: (conflict: ReturnType<RunObserver["conflicts"]>[number]) => boolean;
  /** What lies around the tree, as a digest. */
  readonly surroundings: string;
  readonly executed: (executions: readonly Execution[]) => void;
  readonly now: () => number;
  readonly emit: Emit;
  /** Keeps that a check writes what it reads; whether that is told for the first time. */
  readonly isFirstTold: (unsettled: UnstableCheck) => boolean;
}

/** What verdicts are stored with. */
export interface Kept {
  readonly tree: Tree;
  readonly pathSets: readonly PathSet[];
  readonly setsThatStay: ReadonlyMap<WeakKey, ReadonlySet<PathSetId>>;
}

/** Joins what was observed now with what was observed before: the units by the sets that they are stored under. */
export type Merge = (
  check: Check,
  units: readonly Unit[],
  seen: { readonly state: TreeNow["state"]; readonly isShared: boolean },
) => Promise<{
  readonly units: ReadonlyMap<Target, Unit>;
  readonly setsThatStay: Kept["setsThatStay"];
}>;

export interface StoreContext {
  readonly check: Check;
  readonly options: StoreOptions;
  readonly look: TreeNow;
  /** What was stored of this run, by check and target. */
  readonly stored: Map<string, Map<Target, Fingerprint>>;
}

export async function storeAttempt(attempt: Attempt, context: StoreContext): Promise<void> {
  const { check, options, look } = context;
  const outcomes = unitOutcomes(attempt);
  const happened: Happened = {
    state: look.state,
    touched: look.touchedSince(attempt.mark),
    beside: look.besideSince(attempt.mark),
    current: (unit) => withProducts(unit, context),
  };
  const met = ({ unit }: Mark, target: Target): Unit | undefined => unit(check.name, target);
  const targets = new Set<Target>([...attempt.command.files, ...outcomes.map(({ target }) => target)]);
  const { byTarget, unobserved, modified } = await finishTargets(attempt, [...targets], {
    ...context,
    happened,
  });
  const known = new Set(outcomes.map(({ target }) => target));
  doubtOthers(attempt, {
    options,
    units: attempt.command.files.flatMap((target) =>
      known.has(target) ? [] : (met(attempt.mark, target) ?? []),
    ),
    isUnmoved: ({ target }) => "unit" in (byTarget.get(target) ?? {}),
  });
  const finished = outcomes.flatMap((outcome) => {
    const own = byTarget.get(outcome.target);
    return own === undefined ? [] : [{ outcome, ...own }];
  });
  sayWhatMoved(finished, modified, context);
  const units = finished.flatMap((each) =>
    "unit" in each && each.unit.fingerprint !== null ? [each.unit] : [],
  );
  const merged = await options.merge(check, units, {
    state: look.state,
    isShared: attempt.command.files.length > 1,
  });
  const { runId } = options;
  const at = options.now();
  const shared = Math.max(1, attempt.command.files.length);
  const verdicts = finished.flatMap((each): Verdict[] => {
    const unit = merged.units.get(each.outcome.target);
    if (!("unit" in each) || unit === undefined || unit.fingerprint === null) return [];
    const { fingerprint, components, weakKey, pathSet } = unit;
    const { kind } = pathSet.set;
    // A file's share of a large batch is less than a millisecond, and all of them together are not nothing.
    const durationMs = Math.round((attempt.outcome.duration / shared) * 1000) / 1000;
    return [
      // Written out: objects that are put together from others take twice the room, and there is one for each unit.
      {
        target: each.outcome.target,
        status: each.outcome.status,
        exitCode: each.outcome.exitCode,
        findings: each.outcome.findings,
        stdout: each.outcome.stdout,
        stderr: each.outcome.stderr,
        fingerprint,
        weakKey,
        pathSet: pathSet.id,
        kind,
        platform: components["platform"] ?? "",
        // What was seen to be read is in the fingerprint, wherever it lies.
        surroundings: kind === "predicted" && runsCode(check) ? options.surroundings : null,
        isShareable: isShareable(pathSet.set),
        check: check.name,
        durationMs,
        runId,
        components: withNotes(components, {
          why: unobserved.get(each.outcome.target),
          worker: attempt.outcome.elsewhere?.worker,
        }),
      },
    ];
  });
  const executions = listExecutions(attempt, {
    verdicts,
    fingerprintOf: (file) => {
      const own = byTarget.get(file);
      return own !== undefined && "unit" in own ? own.unit.fingerprint : null;
    },
    isQuietSince: (mark) =>
      look.besideSince(mark).length === 0 &&
      [...targets].every(
        (target) => met(mark, target)?.fingerprint === met(attempt.mark, target)?.fingerprint,
      ),
    check: check.name,
    runId,
    at,
  });
  const kept = verdicts.filter((verdict) => !compareSample(check, verdict, options));
  const pathSets = new Set([...merged.units.values()].map(({ pathSet }) => pathSet.set));
  if (kept.length > 0) {
    options.store(kept, {
      tree: look.state.tree,
      pathSets: [...pathSets],
      setsThatStay: merged.setsThatStay,
    });
    const own = context.stored.get(check.name) ?? new Map<Target, Fingerprint>();
    context.stored.set(check.name, own);
    for (const { target, fingerprint } of kept) own.set(target, fingerprint);
  }
  if (executions.length > 0) options.executed(executions);
}

/** What is known of a verdict beside its fingerprint is kept for those who ask: why it was not seen, and who ran it. */
function withNotes(
  components: Verdict["components"],
  { why, worker }: { readonly why: string | undefined; readonly worker: string | undefined },
): Verdict["components"] {
  if (why === undefined && worker === undefined) return components;
  return {
    ...components,
    ...(why === undefined ? {} : { [UNOBSERVED]: why }),
    ...(worker === undefined ? {} : { [RAN_ON]: worker }),
  };
}

/** The units of a command as their verdicts can be stored, wherever it ran. */
export async function finishTargets(
  attempt: FinishedAttempt,
  targets: readonly Target[],
  context: Pick<StoreContext, "check" | "look"> & {
    readonly options: Pick<StoreOptions, "observer">;
    readonly happened: Happened;
  },
): Promise<{
  readonly byTarget: ReadonlyMap<Target, FinishedUnit>;
  /** Why it was not seen what some depend on. */
  readonly unobserved: ReadonlyMap<Target, string>;
  /** A file that the command read and changed. */
  readonly modified: RepoPath | null;
}> {
  const { check, happened } = context;
  const byTarget = new Map<Target, FinishedUnit>();
  const unobserved = new Map<Target, string>();
  const met = (target: Target): Unit | undefined => attempt.mark.unit(check.name, target);
  if (attempt.elsewhere.some((each) => each !== null)) {
    for (const target of targets) {
      const unit = met(target);
      const own = unit === undefined ? null : await finishElsewhere(unit, attempt.elsewhere, happened);
      if (own !== null) byTarget.set(target, own);
    }
    return { byTarget, unobserved, modified: null };
  }
  const observed = observeAttempt(attempt, targets, context);
  for (const target of targets) {
    const unit = met(target);
    if (unit === undefined) continue;
    const seen = "why" in observed ? observed : await finishObserved(unit, observed, happened);
    if ("why" in seen && seen.why !== NOT_WATCHED) unobserved.set(target, seen.why);
    const part = "part" in seen ? seen.part : undefined;
    byTarget.set(target, "why" in seen ? await finishPredicted(unit, happened, part) : seen);
  }
  return { byTarget, unobserved, modified: "why" in observed ? (observed.modified ?? null) : null };
}

/** As much of an attempt as tells what its units depend on. */
export type FinishedAttempt = Pick<Attempt, "command" | "mark" | "traces" | "since" | "elsewhere">;

/** What the command depends on; or why that was not seen. */
function observeAttempt(
  attempt: FinishedAttempt,
  targets: readonly Target[],
  { check, options, look, happened }: Parameters<typeof finishTargets>[2],
): ObservedCommand | NotObserved {
  const { command, mark, traces, since } = attempt;
  const unit = targets
    .map((target) => look.state.unit(check.name, target))
    .find((each) => each !== undefined);
  if (!("command" in command) || mark.tree === null || unit === undefined)
    return { why: "it starts no command" };
  return options.observer.observe({
    check,
    targets: command.files,
    traces,
    depth: command.trace,
    since,
    before: mark.tree,
    after: look.state.tree,
    touched: new Set(happened.touched),
    unit: unit.predicted,
  });
}

/** A check that came before may have been stored under another fingerprint than it was assessed with. */
function withProducts(unit: Unit, { stored, look }: StoreContext): Unit {
  const names = Object.keys(unit.components).filter((name) => name.startsWith(PRODUCT));
  const products = names.flatMap((name) => {
    const maker = name.slice(PRODUCT.length);
    const made = stored.get(maker);
    if (made === undefined) return [];
    const fingerprints = look.state.unitsOf(maker).map((each) => made.get(each.target) ?? each.fingerprint);
    return [[name, shortHash(fingerprints)] as const];
  });
  return products.length === 0 ? unit : unit.withProducts(Object.fromEntries(products));
}

const PRODUCT = "product:";

/** A command that changes what it reads never comes to rest: what helps is said with it, once. */
function sayWhatMoved(
  finished: readonly FinishedUnit[],
  modified: RepoPath | null,
  { check, look, options }: StoreContext,
): void {
  const moved = finished.find((each) => "moved" in each);
  if (moved === undefined || !("moved" in moved)) return;
  const { root } = look.state.tree.snapshot;
  const what = moved.moved.startsWith(`${root}/`) ? moved.moved.slice(root.length + 1) : moved.moved;
  const message = `${what} changed while ${check.name} ran, so its result is not cached.`;
  const named = check.args.some((arg) => namesFile(arg, check.cwd, what)) ? what : null;
  const own = modified ?? named;
  const why = modified === null ? "names it in its arguments" : `reads ${modified} and writes it`;
  if (own === null) return options.emit({ type: "warning", message });
  const advice = `${check.name} ${why}: if it only makes it, add outputs: [${JSON.stringify(own)}] to the check.`;
  const said = `${message} ${advice}`;
  if (options.isFirstTold({ check: check.name, file: own, said }))
    options.emit({ type: "warning", message: said });
}

/** Whether an argument is a file, or has one as its value. */
function namesFile(argument: string, cwd: string, file: string): boolean {
  const [, value = argument] = /^--?[\w-]+=(.+)$/s.exec(argument) ?? [];
  return posix.join(cwd, value) === file;
}

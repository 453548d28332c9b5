import { posix } from "node:path";
import { runsCode } from "../checks/check-traits.ts";
import { isShareable } from "../checks/is-shareable.ts";
import type { Execution, Verdict } from "../store/records/records.ts";
import type { RunObserver } from "../trace/run-observer.ts";
import type { Tree } from "../units/tree.ts";
import type { Unit } from "../units/unit.ts";
import { shortHash } from "../values/short-hash.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import {
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
import type { TreeNow, CommandStart } from "./doubt/watch-tree.ts";
import { finishTargets } from "./finish-targets.ts";
import type { FinishedUnit, Happened } from "./finish-unit.ts";
import { listExecutions } from "./list-executions.ts";
import { unitOutcomes } from "./output/unit-outcomes.ts";
import type { Attempt } from "./run-check.ts";

export interface StoreAttemptOptions extends DoubtOptions {
  /** Stores all verdicts of one command or none, with what their fingerprints mean in this tree. */
  readonly store: (verdicts: readonly Verdict[], kept: Kept) => void;
  /** Merges observed sets with the stored ones. */
  readonly merge: Merge;
  /** Deletes what was stored in this run. */
  readonly withdraw: (check: string, fingerprints: readonly Fingerprint[]) => void;
  readonly observer: RunObserver;
  /** Stores what a conflict shows. Returns whether the next run will use it. */
  readonly learn: (conflict: ReturnType<RunObserver["conflicts"]>[number]) => boolean;
  /** A digest of the surroundings of the tree. */
  readonly surroundings: string;
  readonly executed: (executions: readonly Execution[]) => void;
  readonly now: () => number;
  readonly emit: Emit;
  /** Stores that a check writes what it reads. Returns whether this is the first time that it is reported. */
  readonly isFirstTold: (unsettled: UnstableCheck) => boolean;
}

/** What is stored with the verdicts. */
export interface Kept {
  readonly tree: Tree;
  readonly pathSets: readonly PathSet[];
  readonly setsThatStay: ReadonlyMap<WeakKey, ReadonlySet<PathSetId>>;
}

/**
 * Merges what was observed now with what was observed before. Returns the units with the sets that they are stored
 * under.
 */
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
  readonly options: StoreAttemptOptions;
  readonly look: TreeNow;
  /** What this run has stored, by check and target. */
  readonly stored: Map<string, Map<Target, Fingerprint>>;
}

export async function storeAttempt(attempt: Attempt, context: StoreContext): Promise<void> {
  const { check, options, look } = context;
  const outcomes = unitOutcomes(attempt);
  const happened: Happened = {
    state: look.state,
    touched: look.touchedSince(attempt.start),
    beside: look.besideSince(attempt.start),
    current: createWithProducts(context),
  };
  const unitAt = ({ unit }: CommandStart, target: Target): Unit | undefined => unit(check.name, target);
  const targets = new Set<Target>([...attempt.command.files, ...outcomes.map(({ target }) => target)]);
  const { byTarget, unobserved, modified } = await finishTargets(attempt, [...targets], {
    check,
    look,
    happened,
    observer: options.observer,
  });
  const known = new Set(outcomes.map(({ target }) => target));
  doubtOthers(attempt, {
    options,
    units: attempt.command.files.flatMap((target) =>
      known.has(target) ? [] : (unitAt(attempt.start, target) ?? []),
    ),
    isUnmoved: ({ target }) => "unit" in (byTarget.get(target) ?? {}),
  });
  const finished = outcomes.flatMap((outcome) => {
    const unit = byTarget.get(outcome.target);
    return unit === undefined ? [] : [{ outcome, ...unit }];
  });
  warnAboutMoved(finished, modified, context);
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
    // A file's share of a large batch can be less than a millisecond, but the sum matters.
    const durationMs = Math.round((attempt.outcome.duration / shared) * 1000) / 1000;
    return [
      // Written out, because objects built with spread take twice the memory, and there is one per unit.
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
        // What was seen to be read is in the fingerprint, wherever it is.
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
      const unit = byTarget.get(file);
      return unit !== undefined && "unit" in unit ? unit.unit.fingerprint : null;
    },
    isQuietSince: (start) =>
      look.besideSince(start).length === 0 &&
      [...targets].every(
        (target) => unitAt(start, target)?.fingerprint === unitAt(attempt.start, target)?.fingerprint,
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
    const fingerprints = context.stored.get(check.name) ?? new Map<Target, Fingerprint>();
    context.stored.set(check.name, fingerprints);
    for (const { target, fingerprint } of kept) fingerprints.set(target, fingerprint);
  }
  if (executions.length > 0) options.executed(executions);
}

/**
 * Adds to the fingerprint's components what `explain` shows: why the unit was not observed, and which worker ran it.
 */
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

/**
 * Checks that ran earlier may have been stored under other fingerprints than the one a unit was assessed with. All units
 * of a check use the same of others, and nothing is stored while a command is.
 */
function createWithProducts({ stored, look }: StoreContext): (unit: Unit) => Unit {
  let products: Readonly<Record<string, string>> | undefined;
  const find = (unit: Unit): Readonly<Record<string, string>> => {
    const names = Object.keys(unit.components).filter((name) => name.startsWith(PRODUCT));
    const found = names.flatMap((name) => {
      const maker = name.slice(PRODUCT.length);
      const made = stored.get(maker);
      if (made === undefined) return [];
      const fingerprints = look.state.unitsOf(maker).map((each) => made.get(each.target) ?? each.fingerprint);
      return [[name, shortHash(fingerprints)] as const];
    });
    return Object.fromEntries(found);
  };
  return (unit) => {
    products ??= find(unit);
    return Object.keys(products).length === 0 ? unit : unit.withProducts(products);
  };
}

const PRODUCT = "product:";

/** A command that changes what it reads is never cached. Warns about it once, with advice. */
function warnAboutMoved(
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
  const rewritten = modified ?? named;
  const why = modified === null ? "names it in its arguments" : `reads ${modified} and writes it`;
  if (rewritten === null) return options.emit({ type: "warning", message });
  const advice = `${check.name} ${why}: if it only makes it, add outputs: [${JSON.stringify(rewritten)}] to the check.`;
  const warning = `${message} ${advice}`;
  if (options.isFirstTold({ check: check.name, file: rewritten, said: warning }))
    options.emit({ type: "warning", message: warning });
}

/** Whether an argument is this file, or has it as its value. */
function namesFile(argument: string, cwd: string, file: string): boolean {
  const [, value = argument] = /^--?[\w-]+=(.+)$/s.exec(argument) ?? [];
  return posix.join(cwd, value) === file;
}

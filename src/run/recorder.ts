import { setTimeout as delay } from "node:timers/promises";
import type { Execution, Verdict } from "../store/records.ts";
import type { Unit } from "../units/build-units.ts";
import type { Check } from "../vocabulary/check.ts";
import type { Emit } from "../vocabulary/event.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";
import type { Target } from "../vocabulary/unit.ts";
import { compareSample, doubtEnded, doubtOthers, type DoubtOptions } from "./doubt.ts";
import { listExecutions } from "./list-executions.ts";
import type { Attempt } from "./run-check.ts";
import { unitOutcomes } from "./unit-outcomes.ts";
import type { Look } from "./watch-tree.ts";

type UnitLookup = (check: string, target: Target) => Unit | undefined;

export interface RecorderOptions extends DoubtOptions {
  /** The units as they were when the run was planned. */
  readonly unit: UnitLookup;
  /** Whether this run makes files that git does not track: then they may be there now and were not before. */
  readonly isProducing: boolean;
  /** Looks at the tree again: what happened to it since the units were fingerprinted. */
  readonly look: () => Promise<Look>;
  /** The units of the tree as it is now. */
  readonly unitsNow: (snapshot: Snapshot) => Promise<UnitLookup>;
  /** Keeps all verdicts of one command, or none. */
  readonly store: (verdicts: readonly Verdict[]) => void;
  readonly executed: (executions: readonly Execution[]) => void;
  readonly now: () => number;
  readonly emit: Emit;
}

export interface Recorder {
  readonly record: (check: Check, attempt: Attempt) => void;
  /** Settles when everything that can be stored is stored. */
  flush(): Promise<void>;
}

/** How many times longer we rest than a look took. */
const REST = 4;

/**
 * Stores verdicts as commands end. Before it does, the tree is looked at again: a verdict about files that
 * changed meanwhile, even if they changed back, is reported but not stored.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  let pending: { check: Check; attempt: Attempt }[] = [];
  let working: Promise<void> | undefined;
  const hurry = new AbortController();

  const work = async (): Promise<void> => {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      // One look serves all commands that ended before it.
      const start = performance.now();
      const look = await options.look();
      const isDisturbed = look.changed || look.besideChanged || options.isProducing;
      const now = isDisturbed ? await options.unitsNow(look.snapshot) : options.unit;
      for (const { check, attempt } of batch) storeAttempt(attempt, { check, options, look, now });
      // Looking again and again must not slow down what is still running.
      const rest = REST * (performance.now() - start);
      if (!hurry.signal.aborted) await delay(rest, undefined, { signal: hurry.signal }).catch(() => {});
    }
  };
  const start = (): Promise<void> =>
    work()
      .catch((error: unknown) => {
        // The verdicts of this run are right all the same; only the next run will have to reach them again.
        options.emit({
          type: "warning",
          message: `Verdicts were not kept for the next run: ${String(error)}`,
        });
      })
      .finally(() => {
        working = pending.length > 0 ? start() : undefined;
      });
  // What comes while the last of the work ends starts it again.
  const settled = async (): Promise<void> => {
    if (working === undefined) return;
    await working;
    await settled();
  };
  return {
    record: (check, attempt) => {
      if (attempt.outcome.ending.type !== "exited") {
        doubtEnded(check, attempt, options);
        return;
      }
      pending.push({ check, attempt });
      working ??= start();
    },
    flush: async () => {
      hurry.abort();
      await settled();
    },
  };
}

interface StoreContext {
  readonly check: Check;
  readonly options: RecorderOptions;
  readonly look: Look;
  readonly now: UnitLookup;
}

type Settled = { readonly unit: Unit } | { readonly moved: string };

/**
 * The unit as the command saw it, or what moved under it. What stands beside the tree may have been made by a check
 * that this one depends on; if it was not touched while the command ran, the command saw it as it is now. What another
 * check made may have come while the command ran.
 */
function settle(unit: Unit, beside: readonly string[], { check, look, now }: StoreContext): Settled {
  const touched =
    findTouched(unit, look.touched) ?? beside.find((path) => unit.dependsOnBeside(path)) ?? null;
  if (touched !== null) return { moved: touched };
  const current = now(unit.check, unit.target);
  const isSame = current !== undefined && current.fingerprint === unit.fingerprint;
  const mayDiffer = !look.changed && check.dependsOn.length > 0;
  if (current === undefined || (!isSame && !mayDiffer)) return { moved: "what it depends on" };
  return { unit: current };
}

/** Where so much was touched that asking each unit about each file would take too long, everything counts as touched. */
const TOUCHED_SINGLY = 200;

function findTouched(unit: Unit, touched: ReadonlySet<RepoPath>): RepoPath | null {
  if (touched.size > TOUCHED_SINGLY) return [...touched][0] ?? null;
  return [...touched].find((path) => unit.dependsOn(path)) ?? null;
}

function storeAttempt(attempt: Attempt, context: StoreContext): void {
  const { check, options } = context;
  const outcomes = unitOutcomes(attempt);
  const beside = context.look.touchedSince(attempt.mark);
  const targets = new Set<Target>([...attempt.command.files, ...outcomes.map(({ target }) => target)]);
  const byTarget = new Map(
    [...targets].flatMap((target) => {
      const unit = options.unit(check.name, target);
      return unit === undefined ? [] : [[target, settle(unit, beside, context)] as const];
    }),
  );
  const known = new Set(outcomes.map(({ target }) => target));
  doubtOthers(attempt, {
    options,
    units: attempt.command.files.flatMap((target) =>
      known.has(target) ? [] : (options.unit(check.name, target) ?? []),
    ),
    isSettled: ({ target }) => "unit" in (byTarget.get(target) ?? {}),
  });
  const settled = outcomes.flatMap((outcome) => {
    const own = byTarget.get(outcome.target);
    return own === undefined ? [] : [{ outcome, ...own }];
  });
  const moved = settled.find((each) => "moved" in each);
  if (moved !== undefined && "moved" in moved) {
    const message = `${moved.moved} changed while ${check.name} ran, so its verdict is not kept for the next run.`;
    options.emit({ type: "warning", message });
  }
  const { runId } = options;
  const at = options.now();
  const shared = Math.max(1, attempt.command.files.length);
  const verdicts = settled.flatMap((each): Verdict[] => {
    if (!("unit" in each) || each.unit.fingerprint === null) return [];
    const { fingerprint, components } = each.unit;
    // A file's share of a large batch is less than a millisecond, and all of them together are not nothing.
    const durationMs = Math.round((attempt.outcome.duration / shared) * 1000) / 1000;
    return [{ ...each.outcome, fingerprint, check: check.name, durationMs, runId, components }];
  });
  const executions = listExecutions(attempt, {
    verdicts,
    fingerprintOf: (file) => {
      const own = byTarget.get(file);
      return own !== undefined && "unit" in own ? own.unit.fingerprint : null;
    },
    isQuietSince: (mark) => context.look.touchedSince(mark).length === 0,
    check: check.name,
    runId,
    at,
  });
  const kept = verdicts.filter((verdict) => !compareSample(check, verdict, options));
  if (kept.length > 0) options.store(kept);
  if (executions.length > 0) options.executed(executions);
}

import { setTimeout as delay } from "node:timers/promises";
import type { Execution, Verdict } from "../store/records.ts";
import type { Unit } from "../units/build-units.ts";
import type { Tree } from "../units/tree.ts";
import { runsCode, type Check } from "../vocabulary/check.ts";
import type { Emit } from "../vocabulary/event.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { PathSet } from "../vocabulary/path-set.ts";
import type { Target } from "../vocabulary/unit.ts";
import { compareSample, doubtEnded, doubtOthers, type DoubtOptions } from "./doubt.ts";
import { listExecutions } from "./list-executions.ts";
import type { Attempt } from "./run-check.ts";
import { unitOutcomes } from "./unit-outcomes.ts";
import type { Look, Mark } from "./watch-tree.ts";

export interface RecorderOptions extends DoubtOptions {
  /** Looks at the tree again: what happened to it since the units were fingerprinted. */
  readonly look: () => Promise<Look>;
  /** Keeps all verdicts of one command, or none, with what their fingerprints stand for in this tree. */
  readonly store: (verdicts: readonly Verdict[], tree: Tree, pathSets: readonly PathSet[]) => void;
  /** What lies around the tree, as a digest. */
  readonly surroundings: string;
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
      for (const { check, attempt } of batch) storeAttempt(attempt, { check, options, look });
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
}

type Settled = { readonly unit: Unit } | { readonly moved: string };

interface Happened {
  readonly state: Look["state"];
  readonly touched: readonly RepoPath[];
  readonly beside: readonly string[];
}

/** The unit as the command met it and as it still is, or what moved under it. */
function settle(unit: Unit, { state, touched, beside }: Happened): Settled {
  const moved = findTouched(unit, touched) ?? beside.find((path) => unit.dependsOnBeside(path)) ?? null;
  if (moved !== null) return { moved };
  const now = state.unit(unit.check, unit.target);
  return now?.fingerprint === unit.fingerprint ? { unit: now } : { moved: "what it depends on" };
}

/** Where so much was touched that asking each unit about each file would take too long, everything counts as touched. */
const TOUCHED_SINGLY = 200;

/** Files that decide where imports lead: whom that concerned while they were different cannot be told. */
const DECIDING = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$/;

function findTouched(unit: Unit, touched: readonly RepoPath[]): RepoPath | null {
  if (touched.length > TOUCHED_SINGLY) return touched[0] ?? null;
  return touched.find((path) => DECIDING.test(path) || unit.dependsOn(path)) ?? null;
}

function storeAttempt(attempt: Attempt, context: StoreContext): void {
  const { check, options, look } = context;
  const outcomes = unitOutcomes(attempt);
  const happened = {
    state: look.state,
    touched: look.touchedSince(attempt.mark),
    beside: look.besideSince(attempt.mark),
  };
  const met = ({ unit }: Mark, target: Target): Unit | undefined => unit(check.name, target);
  const targets = new Set<Target>([...attempt.command.files, ...outcomes.map(({ target }) => target)]);
  const byTarget = new Map(
    [...targets].flatMap((target) => {
      const unit = met(attempt.mark, target);
      return unit === undefined ? [] : [[target, settle(unit, happened)] as const];
    }),
  );
  const known = new Set(outcomes.map(({ target }) => target));
  doubtOthers(attempt, {
    options,
    units: attempt.command.files.flatMap((target) =>
      known.has(target) ? [] : (met(attempt.mark, target) ?? []),
    ),
    isSettled: ({ target }) => "unit" in (byTarget.get(target) ?? {}),
  });
  const settled = outcomes.flatMap((outcome) => {
    const own = byTarget.get(outcome.target);
    return own === undefined ? [] : [{ outcome, ...own }];
  });
  const moved = settled.find((each) => "moved" in each);
  if (moved !== undefined && "moved" in moved) {
    const { root } = look.state.tree.snapshot;
    const what = moved.moved.startsWith(`${root}/`) ? moved.moved.slice(root.length + 1) : moved.moved;
    const message = `${what} changed while ${check.name} ran, so its verdict is not kept for the next run.`;
    options.emit({ type: "warning", message });
  }
  const { runId } = options;
  const at = options.now();
  const shared = Math.max(1, attempt.command.files.length);
  const verdicts = settled.flatMap((each): Verdict[] => {
    if (!("unit" in each) || each.unit.fingerprint === null) return [];
    const { fingerprint, components, weakKey, pathSet } = each.unit;
    // A file's share of a large batch is less than a millisecond, and all of them together are not nothing.
    const durationMs = Math.round((attempt.outcome.duration / shared) * 1000) / 1000;
    return [
      {
        ...each.outcome,
        fingerprint,
        weakKey,
        pathSet: pathSet.id,
        kind: pathSet.set.kind,
        platform: components["platform"] ?? "",
        surroundings: runsCode(check) ? options.surroundings : null,
        isShareable: true,
        check: check.name,
        durationMs,
        runId,
        components,
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
  const pathSets = new Set(settled.flatMap((each) => ("unit" in each ? [each.unit.pathSet.set] : [])));
  if (kept.length > 0) options.store(kept, look.state.tree, [...pathSets]);
  if (executions.length > 0) options.executed(executions);
}

import { setTimeout as delay } from "node:timers/promises";
import type { RunObserver } from "../trace/run-observer.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { doubtEnded } from "./doubt/doubt.ts";
import type { TreeNow } from "./doubt/watch-tree.ts";
import type { Attempt } from "./run-check.ts";
import { storeAttempt, type StoreAttemptOptions } from "./store-attempt.ts";

export interface RecorderOptions extends StoreAttemptOptions {
  /** Reads the tree again: what happened to it since the units were fingerprinted. */
  readonly look: () => Promise<TreeNow>;
  readonly observer: RunObserver;
  readonly emit: Emit;
}

export interface Recorder {
  readonly record: (check: Check, attempt: Attempt) => void;
  /** Resolves when everything that can be stored is stored. */
  flush(): Promise<void>;
}

type Conflict = ReturnType<RunObserver["conflicts"]>[number];

interface Pending {
  readonly check: Check;
  readonly attempt: Attempt;
}

/** Commands that end within this many milliseconds share one look at the tree. After the last one, nobody waits. */
const GATHER = 100;
/** The pause after a look, as a multiple of the time the look took. */
const REST = 4;
/** So many things that commands were seen to do end a pause: until they are stored, they are in memory. */
const MOST_SEEN = 30_000;

/**
 * Stores verdicts as commands end. Before that, it looks at the tree again: a verdict about files that changed
 * meanwhile, even if they changed back, is reported but not stored.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { observer } = options;
  let pending: Pending[] = [];
  let working: Promise<void> | undefined;
  const hurry = new AbortController();
  let wake = new AbortController();
  const stored = new Map<string, Map<Target, Fingerprint>>();

  /** What can be stored now; the rest waits for another command of its check. */
  const listDue = (): Pending[] =>
    pending.filter(
      ({ check, attempt }) => hurry.signal.aborted || !observer.isWaiting(check, attempt.command.files),
    );
  const take = (): Pending[] => {
    const due = listDue();
    pending = pending.filter((each) => !due.includes(each));
    return due;
  };
  const isMuch = (): boolean =>
    listDue().reduce((sum, { attempt }) => sum + countSeen(attempt), 0) > MOST_SEEN;
  const pause = async (ms: number): Promise<void> => {
    if (hurry.signal.aborted || isMuch()) return;
    wake = new AbortController();
    const signal = AbortSignal.any([hurry.signal, wake.signal]);
    await delay(ms, undefined, { signal }).catch(() => {});
  };
  const work = async (): Promise<void> => {
    await pause(GATHER);
    for (let batch = take(); batch.length > 0; batch = take()) {
      // One look serves all commands that ended before it.
      const start = performance.now();
      const look = await options.look();
      // What is stored is let go at once: a trace is large.
      for (let next = batch.shift(); next !== undefined; next = batch.shift()) {
        const { check, attempt } = next;
        await storeAttempt(attempt, { check, options, look, stored });
        for (const conflict of observer.conflicts()) withdraw(conflict);
      }
      // Repeated looks must not slow down the commands that still run.
      await pause(REST * (performance.now() - start));
    }
  };
  /** If one check wrote what another read at the same time, neither verdict is kept. */
  const withdraw = (conflict: Conflict): void => {
    const { writer, reader, makes } = conflict;
    for (const check of makes === undefined ? [writer, reader] : [reader]) {
      options.withdraw(check, [...(stored.get(check)?.values() ?? [])]);
      stored.delete(check);
    }
    options.emit({ type: "warning", message: describe(conflict, options.learn(conflict)) });
  };
  const start = (): Promise<void> =>
    work()
      .catch((error: unknown) => {
        // The verdicts of this run are right; only the next run must verify again.
        options.emit({
          type: "warning",
          message: `Results were not cached: ${String(error)}`,
        });
      })
      .finally(() => (working = undefined));
  // A command that ends during the last of this work starts it again.
  const written = async (): Promise<void> => {
    if (working === undefined && pending.length === 0) return;
    working ??= start();
    await working;
    await written();
  };
  return {
    record: (check, attempt) => {
      if (attempt.outcome.ending.type !== "exited") {
        doubtEnded(check, attempt, options);
        return;
      }
      pending.push({ check, attempt });
      if (isMuch()) wake.abort();
      working ??= start();
    },
    flush: async () => {
      hurry.abort();
      await written();
    },
  };
}

function countSeen({ traces }: Attempt): number {
  return (traces ?? []).reduce((sum, { accesses }) => sum + accesses.length, 0);
}

function describe({ path, writer, reader, makes }: Conflict, isLearned: boolean): string {
  if (makes !== undefined)
    return `${reader} read ${path}, which ${writer} makes, so its result is not cached. From the next run on, ${makes} counts as an output of ${writer}; outputs: ["${makes === path ? makes : `${makes}/**`}"] says so.`;
  const what = `${reader} read ${path}, which ${writer} wrote in the same run, so neither result is cached.`;
  if (isLearned) return `${what} From the next run on, ${reader} waits for ${writer}.`;
  return `${what} Add dependsOn: [${writer}] to ${reader}.`;
}

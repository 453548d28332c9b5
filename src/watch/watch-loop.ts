import type { Result } from "../vocabulary/failure.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { RunCause, RunRequest, TreeState, WatchEvent } from "../vocabulary/run/watch.ts";

/** Time, so that a test can control it. */
export interface Clock {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** Calls back once after this many milliseconds, unless the returned function is called first. */
  after(milliseconds: number, call: () => void): () => void;
}

export interface WatchLoopOptions {
  readonly verify: (request: RunRequest, signal: AbortSignal) => Promise<Result<VerificationResult>>;
  /** The current tree; `fresh` before a run, because the configuration may have changed. */
  readonly look: (fresh: boolean) => Promise<TreeState>;
  /** After a run: adds what it showed to matter outside the tree to the state that it started from. */
  readonly follow?: (state: TreeState) => Promise<TreeState>;
  readonly clock: Clock;
  /** How long it must be quiet before the tree is read. */
  readonly quietMs: number;
  readonly onEvent: (event: WatchEvent) => void;
}

export interface WatchLoop {
  /** Something may have changed. */
  hint(): void;
  /** Runs at once: everything, or what failed last. */
  ask(cause: "all" | "failed"): void;
  /** Ends the current run, and then the loop. */
  stop(): void;
  /** Resolves when nothing is running any more. Rejects only for a bug. */
  readonly ended: Promise<void>;
}

/** It may never be quiet: after this many quiet times the tree is read anyway. */
const MAX_QUIET_TIMES = 10;
/** The rest before the next look, as a multiple of the time the last look took. */
const REST = 4;
/** A file that ended this many runs in a row is probably written by a check: it ends no more of them. */
const REPEATED = 3;
/** How long to wait before the next run then. */
const CALM_MS = 2000;

/**
 * Verifies, and verifies again whenever the tree differs from the one at the start of the last run. A hint is only a
 * reason to look; the tree decides. A run that a change made pointless is ended, and the next one starts from the
 * current tree, so that no change is missed, whenever it happens.
 */
export function startWatchLoop(options: WatchLoopOptions): WatchLoop {
  const { look, clock, onEvent } = options;
  const repeats = createRepeats();
  let wanted: RunCause | null = "start";
  let stopped = false;
  let crash: { readonly error: unknown } | null = null;
  let wake = (): void => {};
  let running: { readonly control: AbortController; late: readonly string[] } | null = null;
  /** The tree at the start of the last run, and of the last run that completed. */
  let seen: TreeState | null = null;
  let reported: TreeState | null = null;
  /** The same for the last run that left no check out. */
  let complete: TreeState | null = null;
  let failed: readonly string[] = [];
  /** Counts the states to compare with: a look from before one says nothing about it. */
  let epoch = 0;
  let calm = { until: 0, cancel: (): void => {} };

  const stop = (): void => {
    stopped = true;
    hints.cancel();
    calm.cancel();
    running?.control.abort({ type: "interrupted" });
    wake();
  };
  const want = (cause: RunCause, paths: readonly string[]): void => {
    if (stopped) return;
    wanted = cause;
    if (running !== null && !running.control.signal.aborted) {
      running.control.abort({ type: "superseded", paths });
    }
    wake();
  };
  const examine = async (): Promise<void> => {
    const from = epoch;
    const now = await look(false);
    if (stopped || seen === null) return;
    if (epoch !== from) return hints.add();
    const paths = differing(seen, now);
    if (paths.length === 0) return;
    const isFresh = repeats.isFresh(paths);
    if (running !== null && !isFresh) running.late = paths;
    else if (isFresh || clock.now() >= calm.until) want("changes", paths);
  };
  const calmDown = (paths: readonly string[]): void => {
    calm = { until: clock.now() + CALM_MS, cancel: clock.after(CALM_MS, hints.add) };
    onEvent({ type: "unsettled", paths, pauseMs: CALM_MS });
  };
  const hints = createHints(options, () =>
    examine().catch((error: unknown) => {
      crash ??= { error };
      stop();
    }),
  );

  const run = async (cause: RunCause): Promise<void> => {
    const control = new AbortController();
    running = { control, late: [] };
    const since = reported ?? seen;
    seen = await look(true);
    epoch += 1;
    const { signal } = control;
    if (signal.aborted) return;
    const checks = cause === "failed" ? failed : null;
    onEvent({
      type: "run-starting",
      cause,
      changes: since === null ? [] : differing(since, seen),
      checks,
    });
    const result = await options.verify({ cause, checks }, signal);
    if (options.follow !== undefined) {
      seen = await options.follow(seen);
      epoch += 1;
    }
    const why = signal.aborted ? (signal.reason as { type: string; paths?: readonly string[] }) : null;
    onEvent({
      type: "run-ended",
      result,
      supersededBy: why?.type === "superseded" ? (why.paths ?? []) : null,
    });
    if (why === null) {
      reported = seen;
      if (cause !== "failed") complete = seen;
      else if (complete === null || differing(complete, seen).length > 0) wanted ??= "changes";
      if (result.ok) failed = result.value.results.filter(isFailed).map(({ check }) => check);
    } else if (cause === "all" && wanted === "changes") wanted = "all";
    // Changes during the run may not have been seen yet.
    const isDue = why === null && hints.isPending();
    const during = isDue ? differing(seen, await look(false)) : (why?.paths ?? running.late);
    repeats.note(during);
    if (why === null && !stopped && during.length > 0 && !repeats.isFresh(during)) calmDown(during);
  };
  const loop = async (): Promise<void> => {
    try {
      for (;;) {
        if (stopped) break;
        const cause = wanted;
        wanted = null;
        if (cause !== null) await run(cause);
        running = null;
        if (wanted !== null || stopped) continue;
        onEvent({ type: "waiting" });
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      stop();
    }
    if (crash !== null) throw crash.error;
  };

  return {
    hint: () => {
      if (!stopped) hints.add();
    },
    ask: (cause) => {
      if (cause === "failed" && failed.length === 0) onEvent({ type: "nothing-failed" });
      else want(cause, []);
    },
    stop,
    ended: loop(),
  };
}

/** Collects hints until it is quiet, and then has the tree read: one look at a time, with a rest in between. */
function createHints(
  { clock, quietMs }: WatchLoopOptions,
  examine: () => Promise<void>,
): { add(): void; cancel(): void; isPending(): boolean } {
  let since: number | null = null;
  let restUntil = 0;
  let isLooking = false;
  let cancel = (): void => {};
  const fire = async (): Promise<void> => {
    since = null;
    isLooking = true;
    const start = clock.now();
    await examine();
    isLooking = false;
    const end = clock.now();
    restUntil = end + REST * (end - start);
    if (since !== null) add();
  };
  const add = (): void => {
    const now = clock.now();
    since ??= now;
    if (isLooking) return;
    cancel();
    const quiet = Math.min(quietMs, since + MAX_QUIET_TIMES * quietMs - now);
    cancel = clock.after(Math.max(quiet, restUntil - now, 0), () => void fire());
  };
  return { add, cancel: () => cancel(), isPending: () => since !== null || isLooking };
}

/** Counts in how many runs in a row each file changed. */
function createRepeats(): {
  isFresh(paths: readonly string[]): boolean;
  note(paths: readonly string[]): void;
} {
  let counts: ReadonlyMap<string, number> = new Map();
  return {
    isFresh: (paths) => paths.some((path) => (counts.get(path) ?? 0) < REPEATED),
    note: (paths) => (counts = new Map(paths.map((path) => [path, (counts.get(path) ?? 0) + 1]))),
  };
}

function differing(one: TreeState, other: TreeState): readonly string[] {
  const paths = [...other].flatMap(([path, value]) => (one.get(path) === value ? [] : [path]));
  for (const path of one.keys()) if (!other.has(path)) paths.push(path);
  return paths.sort();
}

function isFailed({ status }: { readonly status: string }): boolean {
  return status === "failed";
}

import type { Result } from "../vocabulary/failure.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { RunCause, RunRequest, TreeState, WatchEvent } from "../vocabulary/run/watch.ts";

/** Time, so that a test can hold it. */
export interface Clock {
  /** Milliseconds, by a clock that only goes forward. */
  now(): number;
  /** Calls once after so many milliseconds, unless what it returns is called before. */
  after(milliseconds: number, call: () => void): () => void;
}

export interface WatchLoopOptions {
  readonly verify: (request: RunRequest, signal: AbortSignal) => Promise<Result<VerificationResult>>;
  /** The tree as it is now; `fresh` before a run, which may come with another configuration. */
  readonly look: (fresh: boolean) => Promise<TreeState>;
  /** After a run, what it showed to matter beside the tree, put into the state that it started from. */
  readonly follow?: (state: TreeState) => Promise<TreeState>;
  readonly clock: Clock;
  /** How long nothing may happen before the tree is looked at. */
  readonly quietMs: number;
  readonly onEvent: (event: WatchEvent) => void;
}

export interface WatchLoop {
  /** Something may have changed. */
  hint(): void;
  /** Runs at once: everything, or what failed last. */
  ask(cause: "all" | "failed"): void;
  /** Ends what is running, and then the loop. */
  stop(): void;
  /** Settles when nothing runs any more. Rejects for a bug alone. */
  readonly ended: Promise<void>;
}

/** Something always happens: after so many quiet times we look all the same. */
const MAX_QUIET_TIMES = 10;
/** How many times longer than a look took we rest before the next. */
const REST = 4;
/** A file that ended so many runs in a row is probably written by a check: it ends no more of them. */
const REPEATED = 3;
/** How long we then wait before the next run. */
const CALM_MS = 2000;

/**
 * Verifies, and again whenever the tree is another than it was when the last run started. A hint is only a reason
 * to look; what is seen decides. A run that a change made pointless is ended, and the next one starts from the tree
 * as it then is, so that no change is missed, whenever it comes.
 */
export function startWatchLoop(options: WatchLoopOptions): WatchLoop {
  const { look, clock, onEvent } = options;
  const repeats = createRepeats();
  let wanted: RunCause | null = "start";
  let stopped = false;
  let crash: { readonly error: unknown } | null = null;
  let wake = (): void => {};
  let running: { readonly control: AbortController; late: readonly string[] } | null = null;
  /** The tree when the last run started, and when the last run that came to its end did. */
  let seen: TreeState | null = null;
  let reported: TreeState | null = null;
  /** The same, of the last run that left no check out. */
  let complete: TreeState | null = null;
  let failed: readonly string[] = [];
  /** Counts the states that are compared with: a look from before one says nothing about it. */
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
    // What changed during the run may not have been looked at yet.
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

/** Gathers hints until it is quiet, and then has the tree looked at: one look at a time, with a rest between. */
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

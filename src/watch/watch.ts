import { watchFiles } from "../system/files/watch-files.ts";
import { verify } from "../verify.ts";
import type { RunOptions } from "../verify/run-assessed.ts";
import { createTreeReader } from "../verify/observe/tree-reader.ts";
import type { WatchEvent } from "../vocabulary/run/watch.ts";
import type { Access } from "../vocabulary/tree/path-set.ts";
import { type Clock, startWatchLoop, type WatchLoop } from "./watch-loop.ts";

export interface WatchOptions extends Omit<RunOptions, "signal"> {
  /** Absolute paths of files that are written after a run, such as reports. Changes to these do not count. */
  readonly ownFiles?: readonly string[];
  /** Look for changes every second instead of relying on the system's notifications. */
  readonly isPolling?: boolean;
  readonly onWatchEvent: (event: WatchEvent) => void;
}

const QUIET_MS = 100;

const CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Verifies a repository, and again after every change, until it is stopped. */
export async function watch(options: WatchOptions): Promise<WatchLoop> {
  const { ownFiles = [], isPolling = false, onWatchEvent, ...verifyOptions } = options;
  const look = createTreeReader(verifyOptions, ownFiles);
  let loop: WatchLoop | null = null;
  let beside: ReadonlyMap<string, Access> = new Map();
  const files = await watchFiles({
    root: look.root,
    stamp: look.stamp,
    isPolling,
    onHint: () => loop?.hint(),
    onPolling: (why) => onWatchEvent({ type: "polling", why }),
  });
  loop = startWatchLoop({
    verify: ({ cause, checks }, signal) =>
      verify({
        ...verifyOptions,
        ...(cause === "all" ? { mode: "full" } : {}),
        // All of those that failed were selected, some only because others depend on them.
        ...(checks === null ? {} : { checks, tags: [], categories: [] }),
        signal,
        onSeenBeside: (places) => (beside = places),
      }),
    look: look.take,
    follow: (state) => look.follow(beside, state),
    clock: CLOCK,
    quietMs: QUIET_MS,
    onEvent: onWatchEvent,
  });
  return { ...loop, ended: loop.ended.finally(files.close) };
}

import { lstatSync } from "node:fs";
import { DEFAULT_STORAGE } from "../../paths/own-files.ts";

export interface WatchFilesOptions {
  /** Absolute. */
  readonly root: string;
  /** Changes after a change that no event reports. Called every second. */
  readonly stamp: () => string;
  /** Something may have changed: a reason to look, and no more. */
  readonly onHint: () => void;
  /** The system does not report changes, so there will be a hint every second. */
  readonly onPolling: (why: string) => void;
  /** Do not even ask the system. */
  readonly isPolling: boolean;
  readonly load?: () => Promise<Watcher>;
}

/** The part of @parcel/watcher that is used. */
export interface Watcher {
  subscribe(
    root: string,
    call: (error: Error | null, events: readonly { readonly path: string; readonly type: string }[]) => void,
    options: { ignore: string[] },
  ): Promise<{ unsubscribe(): Promise<void> }>;
}

export interface FileWatch {
  close(): Promise<void>;
}

const STAMP_MS = 1000;
/** How often there is a hint without a reason: for file systems that report nothing, and for missed events. */
const SAFETY_MS = 15_000;
/** Not part of any verified tree, and full of directories that the system would have to watch. */
const IGNORED = [".git", ".verification", DEFAULT_STORAGE];

/**
 * Reports that something below a directory may have changed. Once it resolves, everything that happens leads to a hint.
 */
export async function watchFiles(options: WatchFilesOptions): Promise<FileWatch> {
  const { root, stamp, onHint } = options;
  let last = stamp();
  let ticks = 0;
  let native: Native | null = null;
  let isClosed = false;
  const fallBack = (why: string): void => {
    if (native === null || isClosed) return;
    void native.close();
    native = null;
    options.onPolling(why);
  };
  const timer = setInterval(() => {
    ticks += 1;
    const now = stamp();
    if (now !== last || native === null || ticks % (SAFETY_MS / STAMP_MS) === 0) onHint();
    last = now;
  }, STAMP_MS);

  if (!options.isPolling) {
    const started = await startNative({ root, onHint, onError: fallBack }, options.load ?? loadWatcher);
    if (typeof started === "string") options.onPolling(started);
    else native = started;
  }
  return {
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await native?.close();
    },
  };
}

interface Native {
  close(): Promise<void>;
}

/** Starts the system's own watching, or says why it cannot. */
async function startNative(
  { root, onHint, onError }: { root: string; onHint: () => void; onError: (why: string) => void },
  load: () => Promise<Watcher>,
): Promise<Native | string> {
  const ignore = [...IGNORED.map((name) => `${root}/${name}`), "**/node_modules"];
  let isClosed = false;
  let renewing: Promise<void> | null = null;
  let subscription: { unsubscribe(): Promise<void> };
  const call: Parameters<Watcher["subscribe"]>[1] = (error, events) => {
    if (isClosed) return;
    if (error !== null) return onError(describe(error));
    onHint();
    // What is created in a new directory before it is watched goes unnoticed, and is never watched itself.
    if (renewing === null && events.some(({ type, path }) => type === "create" && isDirectory(path))) renew();
  };
  const renew = (): void => {
    renewing = subscription
      .unsubscribe()
      .then(async () => {
        if (!isClosed) subscription = await watcher.subscribe(root, call, { ignore });
        renewing = null;
        onHint();
      })
      .catch((error: unknown) => onError(describe(error)));
  };
  let watcher: Watcher;
  try {
    watcher = await load();
    subscription = await watcher.subscribe(root, call, { ignore });
  } catch (error) {
    return describe(error);
  }
  return {
    close: async () => {
      isClosed = true;
      await renewing;
      await subscription.unsubscribe().catch(() => {});
    },
  };
}

async function loadWatcher(): Promise<Watcher> {
  return (await import("@parcel/watcher")).default;
}

function describe(error: unknown): string {
  const message = String((error as Error).message ?? error).split("\n")[0] ?? "";
  return /ENOSPC|No space left|inotify_add_watch/i.test(message)
    ? "the system's limit of watched directories is reached (fs.inotify.max_user_watches)"
    : message;
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

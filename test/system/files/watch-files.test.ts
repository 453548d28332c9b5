import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FileWatch, type Watcher, watchFiles } from "../../../src/system/files/watch-files.ts";
import { Rig } from "../../rig/rig.ts";

type Call = Parameters<Watcher["subscribe"]>[1];

/** A watcher whose events the test makes. */
class HeldWatcher implements Watcher {
  readonly subscriptions: { call: Call; ignore: readonly string[]; isOpen: boolean }[] = [];
  failWith: Error | null = null;

  async subscribe(
    _: string,
    call: Call,
    { ignore }: { ignore: string[] },
  ): Promise<{ unsubscribe(): Promise<void> }> {
    if (this.failWith !== null) throw this.failWith;
    const subscription = { call, ignore, isOpen: true };
    this.subscriptions.push(subscription);
    return {
      unsubscribe: async () => {
        subscription.isOpen = false;
      },
    };
  }

  get open(): number {
    return this.subscriptions.filter(({ isOpen }) => isOpen).length;
  }

  tell(error: Error | null, ...paths: readonly string[]): void {
    const events = paths.map((path) => ({ path, type: "create" }));
    this.subscriptions.at(-1)?.call(error, events);
  }
}

interface Watched {
  readonly files: FileWatch;
  readonly watcher: HeldWatcher;
  readonly polling: readonly string[];
  hints(): number;
  stamp: string;
}

async function watched(
  options: { load?: () => Promise<Watcher>; failWith?: Error; root?: string } = {},
): Promise<Watched> {
  const watcher = new HeldWatcher();
  watcher.failWith = options.failWith ?? null;
  const polling: string[] = [];
  let hints = 0;
  const state = {
    watcher,
    polling,
    hints: () => hints,
    stamp: "1",
  };
  const files = await watchFiles({
    root: options.root ?? "/nowhere",
    stamp: () => state.stamp,
    onHint: () => (hints += 1),
    onPolling: (why) => polling.push(why),
    isPolling: false,
    load: options.load ?? (async () => watcher),
  });
  return Object.assign(state, { files });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("watching files", () => {
  it("hints at what the system tells, and asks it for as little as possible", async () => {
    const { watcher, hints } = await watched();
    expect(watcher.subscriptions[0]?.ignore).toEqual([
      "/nowhere/.git",
      "/nowhere/.verification",
      "/nowhere/.verification-cache",
      "**/node_modules",
    ]);
    watcher.tell(null, "/nowhere/a");
    expect(hints()).toBe(1);
  });

  it("hints when the stamp differs, and once in a while for no reason", async () => {
    const state = await watched();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(state.hints()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(state.hints()).toBe(1);
    state.stamp = "2";
    await vi.advanceTimersByTimeAsync(2000);
    expect(state.hints()).toBe(2);
  });

  it("watches again from the start after a directory was made, because what is in it may have been missed", async () => {
    const rig = new Rig({ git: false });
    mkdirSync(join(rig.root, "made"));
    const { watcher, hints } = await watched({ root: rig.root });
    watcher.tell(null, join(rig.root, "made"));
    await vi.advanceTimersByTimeAsync(0);
    expect([watcher.subscriptions.length, watcher.open, hints()]).toEqual([2, 1, 2]);
    watcher.tell(null, join(rig.root, "no-directory"));
    await vi.advanceTimersByTimeAsync(0);
    expect([watcher.subscriptions.length, hints()]).toEqual([2, 3]);
  });

  it.each([
    ["cannot be loaded", { load: () => Promise.reject(new Error("No prebuild")) }, "No prebuild"],
    [
      "reached the limit of the system",
      { failWith: new Error("inotify_add_watch on '/x' failed: No space left on device") },
      "the system's limit of watched directories is reached (fs.inotify.max_user_watches)",
    ],
  ])("looks every second, and says so once, where the watcher %s", async (_, options, why) => {
    const { polling, hints } = await watched(options);
    await vi.advanceTimersByTimeAsync(3000);
    expect([polling, hints()]).toEqual([[why], 3]);
  });

  it("looks every second when the system stops telling", async () => {
    const { watcher, polling, hints } = await watched();
    watcher.tell(new Error("gone"));
    watcher.tell(new Error("gone"));
    await vi.advanceTimersByTimeAsync(2000);
    expect([polling, hints(), watcher.open]).toEqual([["gone"], 2, 0]);
  });

  it("looks every second when watching again does not succeed", async () => {
    const rig = new Rig({ git: false });
    const { watcher, polling } = await watched({ root: rig.root });
    watcher.failWith = new Error("ENOSPC");
    watcher.tell(null, rig.root);
    await vi.advanceTimersByTimeAsync(0);
    expect(polling).toEqual([expect.stringContaining("max_user_watches")]);
  });

  it("is silent when it was closed", async () => {
    const { watcher, hints, files } = await watched();
    await files.close();
    watcher.tell(null, "/nowhere/a");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([hints(), watcher.open]).toEqual([0, 0]);
  });
});

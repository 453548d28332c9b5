import { availableParallelism } from "node:os";
import { startThread, type Thread } from "../../system/process/thread.ts";
import type { HelpersAnswer, SharedWork, TakeExtracted } from "./work.ts";

/** Threads that extract files beside this one. They start at once, and wait for work. */
export interface Helpers {
  /**
   * Has them take files of this work, and calls `take` with each answer. Call the result with the number of files that
   * they took: it waits for as many answers, or until there will be no more because they failed.
   */
  readonly share: (work: SharedWork, take: TakeExtracted) => (taken: number) => Promise<void>;
  readonly end: () => void;
}

/** With fewer files for each, starting a thread takes longer than it saves. */
const FILES_PER_THREAD = 150;
/** With more of them, this thread, which takes all their answers, has no time to extract anything itself. */
const MOST_THREADS = 3;

/** How many helpers pay off. */
export function countHelpers(files: number): number {
  return Math.min(availableParallelism() - 1, MOST_THREADS, Math.floor(files / FILES_PER_THREAD));
}

export function startHelpers(count: number, start: typeof startThread = startThread): Helpers {
  let onMessage: ((message: unknown) => void) | undefined;
  const threads: Thread[] = [];
  for (let at = 0; at < count; at += 1) {
    const thread = start("extract-in-thread.cjs", (message) => onMessage?.(message));
    if (thread !== undefined) threads.push(thread);
  }
  const ended = Promise.all(threads.map((thread) => thread.ended));
  return {
    share: (work, take) => {
      let answered = 0;
      let expected = Infinity;
      const all = new Promise<void>((resolve) => {
        onMessage = (message) => {
          for (const [at, file] of message as readonly HelpersAnswer[]) {
            take(at, file);
            answered += 1;
          }
          if (answered === expected) resolve();
        };
      });
      for (const { send } of threads) send(work);
      return async (taken) => {
        expected = taken;
        if (answered !== taken) await Promise.race([all, ended]);
      };
    },
    end: () => {
      for (const { end } of threads) end();
    },
  };
}

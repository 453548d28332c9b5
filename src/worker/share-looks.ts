import { setTimeout as delay } from "node:timers/promises";

/** How many times longer than a look took we rest before the next, and in milliseconds how long at most. */
const REST = 3;
const MOST_REST = 500;

/**
 * One look serves all commands that ended before it began. Looking again and again takes as long as short commands do, so
 * there is some time between two looks; whoever asks after that time need not wait.
 */
export function shareLooks<T>(look: () => Promise<T>): () => Promise<T> {
  let restsUntil = 0;
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  const begin = async (): Promise<T> => {
    await last;
    const wait = restsUntil - performance.now();
    if (wait > 0) await delay(wait);
    // Who asks from here on may have done something that this look does not see.
    next = null;
    const start = performance.now();
    const now = look();
    last = now
      .catch(() => {})
      .finally(() => {
        const end = performance.now();
        restsUntil = end + Math.min(MOST_REST, REST * (end - start));
      });
    return now;
  };
  return () => (next ??= begin());
}

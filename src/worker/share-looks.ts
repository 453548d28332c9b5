import { setTimeout as delay } from "node:timers/promises";

/** The rest after a look, as a multiple of the time that the look took, and its maximum in milliseconds. */
const REST = 3;
const MOST_REST = 500;

/**
 * One look serves all commands that ended before it started. Looks take as long as short commands do, so there is a
 * rest between two looks. After the rest, a look starts at once.
 */
export function shareLooks<T>(look: () => Promise<T>): () => Promise<T> {
  let restsUntil = 0;
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  const begin = async (): Promise<T> => {
    await last;
    const wait = restsUntil - performance.now();
    if (wait > 0) await delay(wait);
    // A command that ends from here on may have done something that this look does not see.
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

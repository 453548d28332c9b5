import type { PruneReport, Store } from "../store/store.ts";
import { fail, succeed } from "../values/succeed.ts";
import { type CacheOptions, withCache } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";

/** Removes every verdict, and returns how many there were. */
export function clearCache(options: CacheOptions): Promise<Result<{ readonly removed: number }>> {
  const clear = (store: Store): { readonly removed: number } | null => {
    const removed = store.clear();
    return removed === null ? null : { removed };
  };
  return tidyCache(options, clear, { removed: 0 });
}

/** Removes what is too old, and what exceeds the size limit. */
export function pruneCache(options: CacheOptions): Promise<Result<PruneReport>> {
  return tidyCache(options, (store) => store.prune(), NOTHING_PRUNED);
}

const NONE = { verdicts: 0, pathSets: 0, nodes: 0, extractions: 0, files: 0 };
const NOTHING_PRUNED: PruneReport = { expired: NONE, overLimit: NONE, bytes: 0 };

/** If nothing is stored yet there is nothing to remove, which is not a failure. */
async function tidyCache<T>(
  options: CacheOptions,
  tidy: (store: Store) => T | null,
  nothing: T,
): Promise<Result<T>> {
  const tidied = await withCache(options, (store, config) => ({
    done: tidy(store) ?? (isEmpty(store) ? nothing : null),
    dir: store.stats().dir ?? config.incremental.storagePath,
  }));
  if (!tidied.ok) return tidied;
  const { done, dir } = tidied.value;
  if (done !== null) return succeed(done);
  const message = "The cache cannot be written to, so nothing was removed.";
  return fail({ kind: "usage", message, value: dir, expected: "a directory that you can write to" });
}

function isEmpty(store: Store): boolean {
  return store.stats().dir === null && store.warnings.length === 0;
}

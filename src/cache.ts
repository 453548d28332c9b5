import { join } from "node:path";
import { loadConfig, type LoadOptions } from "./config/load.ts";
import type { ResolvedConfig } from "./config/resolved-config.ts";
import { openStore } from "./store/open-store.ts";
import type { PruneReport, Store } from "./store/store.ts";
import { ENGINE } from "./vocabulary/engine.ts";
import type { VerificationEvent } from "./vocabulary/event.ts";
import { fail, succeed, type Result } from "./vocabulary/failure.ts";

/** The store of a repository, where its configuration wants it. */
export function openRepositoryStore({ root, incremental }: ResolvedConfig): Promise<Store> {
  const { storagePath, ttlDays, maxSizeMb } = incremental;
  return openStore({
    dir: join(root, storagePath),
    engine: ENGINE,
    now: Date.now,
    ttlDays,
    maxBytes: maxSizeMb * 1024 * 1024,
  });
}

type Tell = (event: VerificationEvent) => void;

export interface CacheOptions extends Partial<LoadOptions> {
  /** Called for what there is to say of the store itself. */
  readonly onEvent?: Tell;
}

/** Ends the use of a store that was only looked at, and says what the user should know about it. */
export function closeStore(store: Store, onEvent?: Tell): void {
  store.close();
  for (const message of store.warnings) onEvent?.({ type: "warning", message });
}

/** Opens the store of a repository to look at it or to tidy it, and closes it again. */
export async function withCache<T>(
  options: CacheOptions,
  use: (store: Store, config: ResolvedConfig) => T,
): Promise<Result<T>> {
  const config = await loadConfig({
    ...options,
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
  });
  if (!config.ok) return config;
  const store = await openRepositoryStore(config.value);
  try {
    return succeed(use(store, config.value));
  } finally {
    closeStore(store, options.onEvent);
  }
}

/** Removes every verdict, and says how many there were. */
export function clearCache(options: CacheOptions): Promise<Result<{ readonly removed: number }>> {
  return tidyCache(options, (store) => {
    const removed = store.clear();
    return removed === null ? null : { removed };
  });
}

/** Removes what is too old, and what there is no room for. */
export function pruneCache(options: CacheOptions): Promise<Result<PruneReport>> {
  return tidyCache(options, (store) => store.prune());
}

async function tidyCache<T>(options: CacheOptions, tidy: (store: Store) => T | null): Promise<Result<T>> {
  const tidied = await withCache(options, (store, config) => ({
    done: tidy(store),
    dir: join(config.root, config.incremental.storagePath),
  }));
  if (!tidied.ok) return tidied;
  const { done, dir } = tidied.value;
  if (done !== null) return succeed(done);
  const message = "The cache cannot be written to, so nothing was removed.";
  return fail({ kind: "usage", message, value: dir, expected: "a directory that you may write to" });
}

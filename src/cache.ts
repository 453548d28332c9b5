import { join } from "node:path";
import { loadConfig, type LoadOptions } from "./config/load.ts";
import type { ResolvedConfig } from "./config/resolved-config.ts";
import { openStore } from "./store/open-store.ts";
import type { Store } from "./store/store.ts";
import { ENGINE } from "./vocabulary/engine.ts";
import { succeed, type Result } from "./vocabulary/failure.ts";

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

/** Opens the store of a repository to look at it or to tidy it, and closes it again. */
export async function withCache<T>(
  options: Partial<LoadOptions>,
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
    store.close();
  }
}

import type { StoreStats } from "../store/store.ts";
import { type CacheOptions, withCache } from "../verify/repository-store.ts";
import { type NoSharedCache, openSharedCache } from "../verify/shared/open-shared-cache.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { RemoteMode, ShareScope } from "../vocabulary/verdict/shared-cache.ts";

/** What a run here would do with the shared cache, or why it would not use it. */
export type RemoteStatus =
  | NoSharedCache
  | {
      readonly place: string;
      readonly repository: string;
      readonly mode: RemoteMode;
      readonly reads: readonly ShareScope[];
      readonly writes: ShareScope | null;
      /** Why nothing is written. */
      readonly why: string | null;
      readonly writers: readonly {
        readonly id: string;
        readonly name: string;
        readonly onlyBranches: boolean;
      }[];
      readonly notes: readonly string[];
    };

export type CacheStats = StoreStats & { readonly remote: RemoteStatus | null };

/** What is stored, and who shares it. Asks no server. */
export async function cacheStats(options: CacheOptions): Promise<Result<CacheStats>> {
  const found = await withCache(options, (store, config) => ({ stats: store.stats(), config }));
  if (!found.ok) return found;
  const { stats, config } = found.value;
  const shared = await openSharedCache(config, options.env ?? process.env);
  if (shared === null || "problem" in shared) return { ok: true, value: { ...stats, remote: shared } };
  const { transport, repository, mode, reads, writing, keys, notes } = shared;
  const writes = "why" in writing ? { writes: null, why: writing.why } : { writes: writing.scope, why: null };
  const writers = keys.map(({ id, name, onlyBranches }) => ({ id, name, onlyBranches }));
  const remote = { place: transport.place, repository, mode, reads, ...writes, writers, notes };
  return { ok: true, value: { ...stats, remote } };
}

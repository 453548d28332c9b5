import { loadConfig, type LoadOptions } from "../config/load.ts";
import { succeed } from "../values/succeed.ts";
import { createEvicted } from "../verify/record/find-evicted.ts";
import { closeStore, openRepositoryStore } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { VerificationEvent } from "../vocabulary/run/event.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import { EVICTIONS } from "../vocabulary/verdict/unit.ts";
import type { OpenedShard } from "./shard-verdicts.ts";

export interface TakeShardsOptions extends LoadOptions {
  readonly onEvent?: (event: VerificationEvent) => void;
}

/**
 * Takes what shards have verified into the store of this checkout: the user who merges them vouches for them. Leaves
 * out what they disagree on, so that it runs here, and passes of units that failed or were deleted here.
 */
export async function takeShards(
  shards: readonly OpenedShard[],
  options: TakeShardsOptions,
): Promise<Result<null>> {
  const config = await loadConfig(options);
  if (!config.ok) return config;
  const store = await openRepositoryStore(config.value, { create: true });
  try {
    // A verdict from running code is valid here only with the same surroundings.
    const verdicts = shards
      .flatMap((shard) => shard.verdicts)
      .filter(({ surroundings }) => surroundings === null || surroundings === store.surroundings);
    const outcomes = new Map<Fingerprint, Set<string>>();
    for (const { fingerprint, status } of verdicts) {
      const known = outcomes.get(fingerprint);
      if (known === undefined) outcomes.set(fingerprint, new Set([status]));
      else known.add(status);
    }
    for (const { fingerprint, status } of store.verdicts.findMany([...outcomes.keys()]).values())
      if (status === "failed") outcomes.get(fingerprint)?.add(status);
    const doubted = [...outcomes].flatMap(([fingerprint, { size }]) => (size > 1 ? [fingerprint] : []));
    store.verdicts.evictMany(doubted, EVICTIONS.contradicted, "shard merge");
    const evicted = createEvicted(store);
    const accepted = verdicts.filter(
      ({ fingerprint, status }) =>
        outcomes.get(fingerprint)?.size === 1 &&
        (status === "failed" || evicted.byFingerprint(fingerprint) === undefined),
    );
    store.pathSets.putMany(shards.flatMap(({ pathSets }) => pathSets));
    store.verdicts.takeOver(accepted.map((verdict) => ({ ...verdict, origin: store.origin })));
    return succeed(null);
  } finally {
    closeStore(store, options.onEvent);
  }
}

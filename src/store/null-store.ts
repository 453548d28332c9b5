import { NO_STATS } from "./stats.ts";
import type { Documents, PruneCounts, PruneReport, Store } from "./store.ts";

const NOTHING: PruneCounts = { verdicts: 0, nodes: 0, extractions: 0, files: 0 };
export const NOTHING_PRUNED: PruneReport = { expired: NOTHING, overLimit: NOTHING, bytes: 0 };

/** A store that knows nothing and keeps nothing: for runs that must not use one, and for those that cannot. */
export function createNullStore(warnings: readonly string[] = []): Store {
  const documents: Documents = { get: () => undefined, getMany: () => new Map(), putMany: nothing };
  return {
    verdicts: {
      find: () => undefined,
      findMany: () => new Map(),
      put: nothing,
      putMany: nothing,
      standAgain: nothing,
      latest: () => undefined,
      latestMany: () => new Map(),
      evict: () => false,
      evictMany: () => 0,
    },
    nodes: documents,
    extractions: documents,
    files: { load: () => new Map(), save: nothing, forget: nothing },
    history: {
      recordRun: nothing,
      recordRuns: nothing,
      countRuns: () => 0,
      listRuns: () => [],
      getRun: () => undefined,
      latestRun: () => undefined,
      selectRuns: () => [],
      runsStartingWith: () => [],
      recordExecutions: nothing,
      countExecutions: () => 0,
      listExecutions: () => [],
      repeatedExecutions: () => [],
      executionsOf: () => [],
      recordRenames: nothing,
      listRenames: () => [],
    },
    invalidations: { record: nothing, list: () => [] },
    warnings,
    stats: () => NO_STATS,
    prune: () => NOTHING_PRUNED,
    clear: () => 0,
    forgetStandingRun: () => "",
    markStandingRun: () => "",
    close: nothing,
  };
}

function nothing(): void {
  // On purpose.
}

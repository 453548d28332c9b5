import { NO_STATS } from "./stats.ts";
import type { Documents, Store } from "./store.ts";

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
    prune: () => null,
    clear: () => null,
    forgetStandingRun: () => "",
    markStandingRun: () => "",
    close: nothing,
  };
}

function nothing(): void {
  // On purpose.
}

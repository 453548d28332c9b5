import type { OwnPlace } from "../system/own/own-place.ts";
import type { Worktree } from "../vocabulary/verdict/origin.ts";
import { createIncrements } from "./kept/increments.ts";
import { createFindingRecords } from "./records/own-records.ts";
import { createRunLogs } from "./records/run-logs.ts";
import { NO_STATS } from "./stats.ts";
import type { Documents, FindingRecords, Store } from "./store.ts";

export interface NullStoreOptions {
  readonly warnings?: readonly string[];
  readonly worktree?: Worktree;
  readonly findings?: FindingRecords;
  readonly baseline?: OwnPlace | null;
}

/** A store that knows and keeps nothing: for runs that must not use a store, or cannot. */
export function createNullStore({
  warnings = [],
  worktree = "",
  findings = createFindingRecords({ own: null }),
  baseline = null,
}: NullStoreOptions): Store {
  const documents: Documents = { get: () => undefined, getMany: () => new Map(), putMany: nothing };
  return {
    worktree,
    origin: "",
    surroundings: "",
    // It keeps nothing that could be compared.
    keyed: () => "",
    pathSets: { getMany: () => new Map(), putMany: nothing },
    verdicts: {
      findMany: () => new Map(),
      isContested: () => false,
      pathSetsOf: () => new Map(),
      putMany: Date.now,
      takeOver: nothing,
      standAgain: nothing,
      latestMany: () => new Map(),
      evict: () => false,
      evictMany: () => 0,
    },
    nodes: documents,
    extractions: documents,
    files: { load: () => new Map(), save: nothing },
    history: {
      recordRun: nothing,
      recordRuns: nothing,
      countRuns: () => 0,
      metricsSince: () => null,
      resetMetrics: () => false,
      listRuns: () => [],
      getRun: () => undefined,
      latestRun: () => undefined,
      selectRuns: () => [],
      runsStartingWith: () => [],
      recordExecutions: nothing,
      countExecutions: () => 0,
      repeatedExecutions: () => [],
      recordRenames: nothing,
      listRenames: () => [],
    },
    invalidations: { record: nothing, list: () => [] },
    baseline,
    findings,
    lastRun: {
      keep: () => null,
      forget: () => "",
      forgetEverywhere: nothing,
      edition: () => "",
      file: null,
      editionFile: null,
    },
    kept: {
      read: nothing,
      write: () => false,
      readUnits: () => undefined,
      writeUnits: () => null,
      readGraph: () => undefined,
      writeGraph: () => null,
    },
    increments: createIncrements(null),
    runLogs: createRunLogs(null),
    warnings,
    stats: () => NO_STATS,
    prune: () => null,
    clear: () => null,
    close: nothing,
  };
}

function nothing(): void {
  // Does nothing on purpose.
}

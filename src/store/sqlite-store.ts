import { dirname } from "node:path";
import { isFromElsewhere } from "../checks/origins.ts";
import type { OwnPlace } from "../system/own/own-place.ts";
import type { Binding } from "./database/binding.ts";
import { createCounter } from "./database/counter.ts";
import type { Database } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { runRecord } from "./database/shapes.ts";
import { createTouches } from "./database/touches.ts";
import { measureDatabase, prepareDirectory } from "./directory.ts";
import { createIncrements } from "./kept/increments.ts";
import { drainJournal } from "./kept/run-journal.ts";
import { createNullStore } from "./null-store.ts";
import type { StoreOptions } from "./options.ts";
import type { StorePlace } from "./place.ts";
import { createDocuments } from "./records/documents.ts";
import { createFileStats } from "./records/files.ts";
import { createInvalidationLog } from "./records/invalidations.ts";
import { baselineIn, createFindingRecords, createKeptTrees, createLastRuns } from "./records/own-records.ts";
import { createPathSets } from "./records/path-sets.ts";
import { createHistory, HISTORY_LIMITS } from "./records/run-history.ts";
import { createVerdicts } from "./records/verdicts.ts";
import { createRunLogs } from "./records/run-logs.ts";
import { memoize } from "../values/memo.ts";
import { NO_STATS, readStats } from "./stats.ts";
import type { Store, StoreStats } from "./store.ts";
import { createUpkeep } from "./upkeep.ts";

/** Long enough for any writer to finish; short enough not to look like a hang. */
const PATIENCE = 10_000;

/** A store in one SQLite database, which several processes and worktrees can use at once. */
export function openSqliteStore(options: StoreOptions, binding: Binding): Store {
  const { place, key, engine, now, maxBytes, create, patience = PATIENCE } = options;
  const { shared, worktree } = place;
  const warnings: string[] = [...(options.warnings ?? [])];
  const own = prepareOwn(place, create, warnings);
  const lastRun = createLastRuns({ own, shared, key, engine });
  const onReplace = lastRun.forgetEverywhere;
  const database = openDatabase({ binding, key, patience, dir: shared, create, warnings, onReplace });
  const findings = createFindingRecords({ own, key });
  const baseline = baselineIn(own);
  const increments = createIncrements(own === null ? null : { dir: own, key, engine });
  if (database === null) return createNullStore({ warnings, worktree, findings, baseline });

  const limits = { ...HISTORY_LIMITS, ...options.history };
  const sealed = { database, key };
  const counter = createCounter();
  const touches = createTouches(database, now);
  const invalidations = createInvalidationLog(sealed, limits.invalidations);
  const onDoubt = lastRun.forgetEverywhere;
  const upkeep = createUpkeep({ database, options, touches, invalidations, onRemoved: onDoubt });
  const history = createHistory(sealed, limits);
  const drain = (runs: Parameters<typeof history.recordRuns>[0]): boolean => {
    const unknown = runs.filter(({ runId }) => history.getRun(runId) === undefined);
    history.recordRuns(unknown);
    counter.add(
      unknown.reduce((total, { counts }) => total + (counts["cacheHits"] ?? 0), 0),
      0,
    );
    return unknown.every(({ runId }) => history.getRun(runId) !== undefined);
  };
  if (own !== null) drainJournal({ dir: own, key, shape: runRecord, take: drain });
  return {
    worktree,
    origin: place.origin,
    surroundings: options.surroundings,
    // Every unit has the values of the same variables.
    keyed: memoize((value: string) => key.sign(["value", value]).slice(0, 16)),
    verdicts: createVerdicts({
      ...sealed,
      here: {
        origin: place.origin,
        surroundings: options.surroundings,
        admits: options.admits ?? ((origin) => !isFromElsewhere(origin)),
      },
      touches,
      invalidations,
      now,
      count: counter.add,
      onDoubt,
    }),
    pathSets: createPathSets(createDocuments({ ...sealed, table: "path_sets", touches, now })),
    nodes: createDocuments({ ...sealed, table: "nodes", touches, now }),
    extractions: createDocuments({ ...sealed, table: "extractions", audience: engine, touches, now }),
    files: createFileStats(createDocuments({ ...sealed, table: "files", touches, now }), worktree),
    history,
    invalidations: { record: invalidations.append, list: invalidations.list },
    baseline,
    findings,
    lastRun,
    kept: createKeptTrees({ own, key, engine }),
    increments,
    runLogs: createRunLogs(own),
    warnings,
    stats() {
      const stored = database.read(readStats, NO_STATS);
      return {
        ...stored,
        hits: stored.hits + counter.hits,
        misses: stored.misses + counter.misses,
        ...sizeOf(database),
        maxBytes,
      };
    },
    prune: upkeep.prune,
    clear() {
      increments.forget();
      return upkeep.clear();
    },
    close() {
      touches.flush();
      counter.flush(database);
      upkeep.pruneIfDue();
      database.close();
    },
  };
}

/** Null if the checkout's own directory must not be used; the warnings say why. */
function prepareOwn({ own, shared }: StorePlace, create: boolean, warnings: string[]): OwnPlace | null {
  if (own === null || own === shared || !create) return own;
  const obstacle = prepareDirectory(own);
  if (obstacle?.refused === undefined) return own;
  warnings.push(`${obstacle.refused}. Until then a run with nothing to do takes longer.`);
  return null;
}

function sizeOf({ file }: Database): Pick<StoreStats, "dir" | "bytes"> {
  return file === null ? { dir: null, bytes: 0 } : { dir: dirname(file), bytes: measureDatabase(file) };
}

import type { Binding } from "./binding.ts";
import { createCounter } from "./counter.ts";
import { measureDatabase } from "./directory.ts";
import { createDocuments } from "./documents.ts";
import { createFileStats } from "./files.ts";
import { createHistory, HISTORY_LIMITS } from "./history.ts";
import { createInvalidationLog } from "./invalidations.ts";
import { forgetLastRun, markLastRun } from "./last-run.ts";
import { createNullStore } from "./null-store.ts";
import { openDatabase } from "./open-database.ts";
import type { StoreOptions } from "./options.ts";
import { NO_STATS, readStats } from "./stats.ts";
import { drainJournal } from "./run-journal.ts";
import { runRecord } from "./shapes.ts";
import type { Store } from "./store.ts";
import { createTouches } from "./touches.ts";
import { createUpkeep } from "./upkeep.ts";
import { createVerdicts } from "./verdicts.ts";

/** Long enough for any writer to finish; short enough that nobody thinks it hangs. */
const PATIENCE = 10_000;

/** A store in one SQLite database, which several processes may use at once. */
export function openSqliteStore(options: StoreOptions, binding: Binding): Store {
  const { dir, engine, now, maxBytes, patience = PATIENCE } = options;
  const warnings: string[] = [];
  const forget = (): string => forgetLastRun(dir);
  const database = openDatabase({ binding, patience, dir, warnings, onReplace: forget });
  if (database === null) return createNullStore(warnings);

  const limits = { ...HISTORY_LIMITS, ...options.history };
  const counter = createCounter();
  const touches = createTouches(database, now);
  const invalidations = createInvalidationLog(database, limits.invalidations);
  const upkeep = createUpkeep({ database, options, touches, invalidations });
  const history = createHistory(database, limits);
  drainJournal(dir, runRecord, (runs) => {
    const unknown = runs.filter(({ runId }) => history.getRun(runId) === undefined);
    history.recordRuns(unknown);
    counter.add(
      unknown.reduce((total, { counts }) => total + (counts["cacheHits"] ?? 0), 0),
      0,
    );
    return unknown.every(({ runId }) => history.getRun(runId) !== undefined);
  });
  return {
    verdicts: createVerdicts({ database, touches, invalidations, now, count: counter.add, onEvict: forget }),
    nodes: createDocuments({ database, table: "nodes", touches, now }),
    extractions: createDocuments({ database, table: "extractions", audience: engine, touches, now }),
    files: createFileStats(createDocuments({ database, table: "files", touches, now })),
    history,
    invalidations: { record: invalidations.append, list: invalidations.list },
    warnings,
    stats() {
      const stored = database.read(readStats, NO_STATS);
      return {
        ...stored,
        hits: stored.hits + counter.hits,
        misses: stored.misses + counter.misses,
        dir,
        bytes: database.file === null ? 0 : measureDatabase(database.file),
        maxBytes,
      };
    },
    prune: upkeep.prune,
    clear: upkeep.clear,
    forgetStandingRun: forget,
    markStandingRun: () => markLastRun(dir),
    close() {
      touches.flush();
      counter.flush(database);
      upkeep.pruneIfDue();
      database.close();
    },
  };
}

import type { StatRecord } from "../../../src/detect/stat-index.ts";
import type { VerdictBody } from "../../../src/store/database/shapes.ts";
import { DAY } from "../../../src/store/database/touches.ts";
import { createNullStore } from "../../../src/store/null-store.ts";
import type { Execution, Invalidation, RenameRecord, RunRecord } from "../../../src/store/records/records.ts";
import { HISTORY_LIMITS } from "../../../src/store/records/run-history.ts";
import { NO_STATS } from "../../../src/store/stats.ts";
import type { Documents, FileStats, History, Store } from "../../../src/store/store.ts";
import { createMemoryTable, type MemoryTable } from "./memory-table.ts";
import { createMemoryVerdicts } from "./memory-verdicts.ts";

export interface MemoryStoreOptions {
  readonly now?: () => number;
  readonly ttlDays?: number;
}

/** A store that lasts as long as the process. It has no size limit. */
export function createMemoryStore({ now = Date.now, ttlDays = 30 }: MemoryStoreOptions = {}): Store {
  const bodies = createMemoryTable<VerdictBody>(now);
  const nodes = createMemoryTable<unknown>(now);
  const extractions = createMemoryTable<unknown>(now);
  const files = createMemoryTable<StatRecord>(now);
  const audit: Invalidation[] = [];
  const invalidations = {
    record: (entries: readonly Invalidation[]): void => append(audit, entries, HISTORY_LIMITS.invalidations),
    list: (limit: number): readonly Invalidation[] => newest(audit, limit),
  };
  let hits = 0;
  let misses = 0;
  const count = (moreHits: number, moreMisses: number): void => {
    hits += moreHits;
    misses += moreMisses;
  };
  const note = (removed: readonly VerdictBody[], reason: string, triggeredBy: string): void => {
    invalidations.record(
      removed.map(({ check, target, fingerprint }) => ({
        check,
        target,
        fingerprint,
        reason,
        triggeredBy,
        at: now(),
      })),
    );
  };
  const history = createMemoryHistory();
  const entries = (table: MemoryTable<unknown>): number => table.keys().length;
  return {
    ...createNullStore({}),
    verdicts: createMemoryVerdicts({ table: bodies, invalidations, now, count }),
    nodes: createMemoryDocuments(nodes),
    extractions: createMemoryDocuments(extractions),
    files: createMemoryFiles(files),
    history,
    invalidations,
    warnings: [],
    stats: () => ({
      ...NO_STATS,
      verdicts: { ...NO_STATS.verdicts, entries: entries(bodies) },
      nodes: { ...NO_STATS.nodes, entries: entries(nodes) },
      extractions: { ...NO_STATS.extractions, entries: entries(extractions) },
      files: { ...NO_STATS.files, entries: entries(files) },
      runs: history.listRuns(Infinity).length,
      executions: history.countExecutions(),
      invalidations: audit.length,
      hits,
      misses,
    }),
    prune() {
      const expiry = now() - ttlDays * DAY;
      const expired = bodies.prune(expiry);
      note(expired, "expired", "prune");
      return {
        expired: {
          verdicts: expired.length,
          pathSets: 0,
          nodes: nodes.prune(expiry).length,
          extractions: extractions.prune(expiry).length,
          files: files.prune(expiry).length,
        },
        overLimit: { verdicts: 0, pathSets: 0, nodes: 0, extractions: 0, files: 0 },
        bytes: 0,
      };
    },
    clear() {
      const removed = bodies.values();
      note(removed, "cleared", "clear");
      for (const table of [bodies, nodes, extractions, files]) table.clear();
      return removed.length;
    },
    close: () => undefined,
  };
}

function createMemoryDocuments(table: MemoryTable<unknown>): Documents {
  return {
    get: (key) => table.use(key),
    getMany(keys) {
      const found = keys.map((key) => [key, table.use(key)] as const);
      return new Map(found.filter(([, value]) => value !== undefined));
    },
    putMany(entries) {
      for (const [key, value] of entries) table.put(key, structuredClone(value));
    },
  };
}

function createMemoryFiles(table: MemoryTable<StatRecord>): FileStats {
  return {
    load() {
      const loaded = new Map<string, StatRecord>();
      for (const path of table.keys()) {
        const stat = table.use(path);
        if (stat !== undefined) loaded.set(path, stat);
      }
      return loaded;
    },
    save(stats) {
      for (const [path, stat] of stats) table.put(path, stat);
    },
  };
}

function createMemoryHistory(): History {
  const runs: RunRecord[] = [];
  const executions: Execution[] = [];
  const renames: RenameRecord[] = [];
  return {
    recordRun: (run) => append(runs, [structuredClone(run)], HISTORY_LIMITS.runs),
    recordRuns: (entries) => append(runs, structuredClone(entries), HISTORY_LIMITS.runs),
    countRuns: () => runs.length,
    metricsSince: () => null,
    resetMetrics: () => false,
    listRuns: (limit) => newest(runs, limit),
    getRun: (runId) => runs.findLast((run) => run.runId === runId),
    latestRun: (condition) => runs.findLast(condition),
    selectRuns: (condition, limit) => newest(runs.filter(condition), limit),
    runsStartingWith: (start, limit) =>
      newest(
        runs.filter(({ runId }) => runId.startsWith(start)),
        limit,
      ),
    recordExecutions: (entries) => append(executions, entries, HISTORY_LIMITS.executions),
    countExecutions: () => executions.length,
    repeatedExecutions: () =>
      newest(
        executions.filter(
          ({ fingerprint }) => executions.filter((other) => other.fingerprint === fingerprint).length > 1,
        ),
        Infinity,
      ),
    recordRenames: (entries) => append(renames, entries, HISTORY_LIMITS.renames),
    listRenames: () => newest(renames, Infinity),
  };
}

function append<T>(log: T[], entries: readonly T[], keep: number): void {
  for (const entry of entries) log.push(entry);
  if (log.length > keep) log.splice(0, log.length - keep);
}

function newest<T>(log: readonly T[], limit: number): readonly T[] {
  return log.toReversed().slice(0, limit);
}

import type { Database } from "../database/database.ts";
import { readNumber, writeNumber } from "../database/numbers.ts";
import { execution, renameRecord, runRecord } from "../database/shapes.ts";
import type { StoreKey } from "../key.ts";
import { createLog } from "../log.ts";
import type { History } from "../store.ts";

export interface HistoryLimits {
  readonly runs: number;
  readonly executions: number;
  readonly invalidations: number;
  readonly renames: number;
}

export const HISTORY_LIMITS: HistoryLimits = {
  runs: 10_000,
  executions: 50_000,
  invalidations: 10_000,
  renames: 20_000,
};

export function createHistory(
  { database, key }: { readonly database: Database; readonly key: StoreKey },
  limits: HistoryLimits,
): History {
  const runs = createLog({
    database,
    key,
    table: "runs",
    keyOf: (run) => run.runId,
    shape: runRecord,
    keep: limits.runs,
  });
  const executions = createLog({
    database,
    key,
    table: "executions",
    keyOf: (execution) => execution.fingerprint,
    shape: execution,
    keep: limits.executions,
  });
  const renames = createLog({
    database,
    key,
    table: "renames",
    keyOf: (rename) => rename.to,
    shape: renameRecord,
    keep: limits.renames,
  });
  return {
    recordRun: (run) => runs.append([run]),
    recordRuns: (entries) => runs.append(entries),
    countRuns: () => runs.count(),
    metricsSince: () => database.read((connection) => readNumber(connection, "metricsSince"), null),
    resetMetrics: (at) => database.write((connection) => writeNumber(connection, "metricsSince", at)),
    listRuns: (limit) => runs.list(limit),
    getRun: (runId) => runs.of(runId)[0],
    latestRun: (condition) => runs.select(condition, 1)[0],
    selectRuns: (condition, limit) => runs.select(condition, limit),
    runsStartingWith: (start, limit) => runs.startingWith(start, limit),
    recordExecutions: (entries) => executions.append(entries),
    countExecutions: () => executions.count(),
    repeatedExecutions: () => executions.repeated(),
    recordRenames: (entries) => renames.append(entries),
    listRenames: () => renames.list(limits.renames),
  };
}

import { ELSEWHERE } from "../checks/origins.ts";
import type { Connection } from "./database/connection.ts";
import { readNumber } from "./database/numbers.ts";
import type { LogTable, PrunedTable } from "./database/schema.ts";
import { MOST_ROWS } from "./limits.ts";
import { ROW_BYTES } from "./records/prune.ts";
import type { StoreStats, TableStats } from "./store.ts";

export const NO_ENTRIES: TableStats = { entries: 0, bytes: 0, oldest: null };

/** For a store that holds nothing. */
export const NO_STATS: StoreStats = {
  dir: null,
  bytes: 0,
  maxBytes: 0,
  verdicts: NO_ENTRIES,
  fromElsewhere: 0,
  pathSets: NO_ENTRIES,
  nodes: NO_ENTRIES,
  extractions: NO_ENTRIES,
  files: NO_ENTRIES,
  runs: 0,
  executions: 0,
  invalidations: 0,
  hits: 0,
  misses: 0,
  prunedAt: null,
};

/** What the database knows about itself; others know where it is and how much space it takes. */
export function readStats(connection: Connection): Omit<StoreStats, "dir" | "bytes" | "maxBytes"> {
  return {
    verdicts: readTable(connection, "verdicts"),
    fromElsewhere: countElsewhere(connection),
    pathSets: readTable(connection, "path_sets"),
    nodes: readTable(connection, "nodes"),
    extractions: readTable(connection, "extractions"),
    files: readTable(connection, "files"),
    runs: countRows(connection, "runs"),
    executions: countRows(connection, "executions"),
    invalidations: countRows(connection, "invalidations"),
    hits: readNumber(connection, "hits") ?? 0,
    misses: readNumber(connection, "misses") ?? 0,
    prunedAt: readNumber(connection, "prunedAt"),
  };
}

function readTable(connection: Connection, table: PrunedTable): TableStats {
  const row = connection
    .prepare(
      `SELECT count(*) AS entries, total(bytes) AS bytes, min(used) AS oldest
       FROM (SELECT last_used_at AS used, ${ROW_BYTES} AS bytes FROM ${table} LIMIT ${MOST_ROWS})`,
    )
    .get();
  const oldest = row?.["oldest"];
  return {
    entries: Number(row?.["entries"]),
    bytes: Number(row?.["bytes"]),
    oldest: typeof oldest === "number" ? oldest : null,
  };
}

function countElsewhere(connection: Connection): number {
  const rows = `SELECT 1 FROM verdicts WHERE substr(origin, 1, ${ELSEWHERE.length}) = ? LIMIT ${MOST_ROWS}`;
  return Number(connection.prepare(`SELECT count(*) AS entries FROM (${rows})`).get(ELSEWHERE)?.["entries"]);
}

function countRows(connection: Connection, table: LogTable): number {
  const rows = `SELECT 1 FROM ${table} LIMIT ${MOST_ROWS}`;
  return Number(connection.prepare(`SELECT count(*) AS entries FROM (${rows})`).get()?.["entries"]);
}

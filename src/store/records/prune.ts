import type { Connection } from "../database/connection.ts";
import { PRUNED_TABLES, type PrunedTable } from "../database/schema.ts";
import { MOST_ROWS } from "../limits.ts";
import type { Log } from "../log.ts";
import type { PruneCounts, PruneReport } from "../store.ts";
import type { Invalidation } from "./records.ts";
import { type Keys, removeRows } from "./removal.ts";

export interface PruneOptions {
  readonly now: number;
  /** Rows that were last used before this are removed. */
  readonly expiry: number;
  readonly maxBytes: number;
  readonly invalidations: Log<Invalidation>;
}

/** The size of a row, with its share of the indexes. Cheap: SQLite knows lengths without reading the text. */
export const ROW_BYTES = "(octet_length(body) + 2 * octet_length(key) + 100)";

/** Prunes as part of a change. */
export function pruneRows(connection: Connection, options: PruneOptions): PruneReport {
  const { now, invalidations } = options;
  for (const table of PRUNED_TABLES) {
    // Written while the clock was ahead. Such a row counts as new, because its age is unknown.
    connection.prepare(`UPDATE ${table} SET last_used_at = ?1 WHERE last_used_at > ?1`).run(now);
  }
  const removal = { triggeredBy: "prune", at: now, invalidations };
  const expired = findExpired(connection, options.expiry);
  removeRows(connection, expired, { ...removal, reason: "expired" });
  const leastUsed = findLeastUsed(connection, measure(connection) - options.maxBytes);
  removeRows(connection, leastUsed, { ...removal, reason: "size limit" });
  const sets = findSets(connection, options.maxBytes * PATH_SET_SHARE);
  removeRows(connection, sets.unused, { ...removal, reason: "unused" });
  removeRows(connection, sets.beyondShare, { ...removal, reason: "size limit" });
  return {
    expired: addCounts(countKeys(expired), countKeys(sets.unused)),
    overLimit: addCounts(countKeys(leastUsed), countKeys(sets.beyondShare)),
    bytes: measure(connection),
  };
}

function findExpired(connection: Connection, expiry: number): Keys {
  return new Map(
    PRUNED_TABLES.map((table) => {
      const rows = connection.prepare(`SELECT key FROM (${rowsOf(table)}) WHERE used < ?`).all(expiry);
      return [table, rows.map((row) => String(row["key"]))];
    }),
  );
}

function measure(connection: Connection): number {
  const sums = PRUNED_TABLES.map((table) => `(SELECT total(bytes) FROM (${rowsOf(table)}))`);
  return Number(connection.prepare(`SELECT ${sums.join(" + ")} AS bytes`).get()?.["bytes"]);
}

/** The keys that free this many bytes, least recently used first. */
function findLeastUsed(connection: Connection, excess: number): Keys {
  const keys = new Map<PrunedTable, string[]>(PRUNED_TABLES.map((table) => [table, []]));
  if (excess <= 0) return keys;
  const parts = PRUNED_TABLES.map((table) => `SELECT * FROM (${rowsOf(table)})`);
  let freed = 0;
  for (const row of connection.prepare(`${parts.join(" UNION ALL ")} ORDER BY used`).iterate()) {
    if (freed >= excess) break;
    freed += Number(row["bytes"]);
    keys.get(row["place"] as PrunedTable)?.push(String(row["key"]));
  }
  return keys;
}

/** The rows of a table that can be pruned, with what each frees. */
function rowsOf(table: PrunedTable): string {
  return `SELECT '${table}' AS place, key, last_used_at AS used, ${ROW_BYTES} AS bytes FROM ${table} LIMIT ${MOST_ROWS}`;
}

/** The share of the space that path sets may take: a single one can name ten thousand files. */
const PATH_SET_SHARE = 0.25;

/** Path sets to remove. */
interface Sets {
  /** No verdict depends on them any more. */
  readonly unused: Keys;
  /** Beyond their share of the space: the least recently used, with the verdicts that depend on them. */
  readonly beyondShare: Keys;
}

function findSets(connection: Connection, room: number): Sets {
  const unused: string[] = [];
  const beyond: string[] = [];
  const verdicts: string[] = [];
  const used = new Map<string, string[]>();
  for (const row of connection.prepare(`SELECT key, path_set FROM verdicts LIMIT ${MOST_ROWS}`).iterate()) {
    const id = String(row["path_set"]);
    const known = used.get(id);
    if (known === undefined) used.set(id, [String(row["key"])]);
    else known.push(String(row["key"]));
  }
  let usedBytes = 0;
  for (const row of connection.prepare(`SELECT * FROM (${rowsOf("path_sets")}) ORDER BY used DESC`).all()) {
    const id = String(row["key"]);
    const dependent = used.get(id);
    if (dependent === undefined) {
      unused.push(id);
      continue;
    }
    usedBytes += Number(row["bytes"]);
    if (usedBytes <= room) continue;
    beyond.push(id);
    for (const key of dependent) verdicts.push(key);
  }
  return {
    unused: new Map<PrunedTable, readonly string[]>([["path_sets", unused]]),
    beyondShare: new Map<PrunedTable, readonly string[]>([
      ["path_sets", beyond],
      ["verdicts", verdicts],
    ]),
  };
}

function addCounts(one: PruneCounts, other: PruneCounts): PruneCounts {
  return {
    verdicts: one.verdicts + other.verdicts,
    pathSets: one.pathSets + other.pathSets,
    nodes: one.nodes + other.nodes,
    extractions: one.extractions + other.extractions,
    files: one.files + other.files,
  };
}

export function countKeys(keys: Keys): PruneCounts {
  const count = (table: PrunedTable): number => keys.get(table)?.length ?? 0;
  return {
    verdicts: count("verdicts"),
    pathSets: count("path_sets"),
    nodes: count("nodes"),
    extractions: count("extractions"),
    files: count("files"),
  };
}

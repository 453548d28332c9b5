import type { Connection } from "./connection.ts";
import type { Log } from "./log.ts";
import type { Invalidation } from "./records.ts";
import { type Keys, removeRows } from "./removal.ts";
import { PRUNED_TABLES, type PrunedTable } from "./schema.ts";
import type { PruneCounts, PruneReport } from "./store.ts";

export interface PruneOptions {
  readonly now: number;
  /** Rows that were last used before this go. */
  readonly expiry: number;
  readonly maxBytes: number;
  readonly invalidations: Log<Invalidation>;
}

/** What a row takes, with its share of the indexes. Cheap: SQLite knows lengths without reading the text. */
export const ROW_BYTES = "(octet_length(body) + 2 * octet_length(key) + 100)";

/** Prunes as part of a change. */
export function pruneRows(connection: Connection, options: PruneOptions): PruneReport {
  const { now, invalidations } = options;
  for (const table of PRUNED_TABLES) {
    // The clock was ahead once. Such a row is as good as new: nothing is known about its age.
    connection.prepare(`UPDATE ${table} SET last_used_at = ?1 WHERE last_used_at > ?1`).run(now);
  }
  const removal = { triggeredBy: "prune", at: now, invalidations };
  const expired = findExpired(connection, options.expiry);
  removeRows(connection, expired, { ...removal, reason: "expired" });
  const overLimit = findLeastUsed(connection, measure(connection) - options.maxBytes);
  removeRows(connection, overLimit, { ...removal, reason: "size limit" });
  return { expired: countKeys(expired), overLimit: countKeys(overLimit), bytes: measure(connection) };
}

function findExpired(connection: Connection, expiry: number): Keys {
  return new Map(
    PRUNED_TABLES.map((table) => {
      const rows = connection.prepare(`SELECT key FROM ${table} WHERE last_used_at < ?`).all(expiry);
      return [table, rows.map((row) => String(row["key"]))];
    }),
  );
}

function measure(connection: Connection): number {
  const sums = PRUNED_TABLES.map((table) => `(SELECT total(${ROW_BYTES}) FROM ${table})`);
  return Number(connection.prepare(`SELECT ${sums.join(" + ")} AS bytes`).get()?.["bytes"]);
}

/** The keys that free so many bytes, the least recently used first. */
function findLeastUsed(connection: Connection, excess: number): Keys {
  const keys = new Map<PrunedTable, string[]>(PRUNED_TABLES.map((table) => [table, []]));
  if (excess <= 0) return keys;
  const parts = PRUNED_TABLES.map(
    (table) => `SELECT '${table}' AS place, key, last_used_at AS used, ${ROW_BYTES} AS bytes FROM ${table}`,
  );
  let freed = 0;
  for (const row of connection.prepare(`${parts.join(" UNION ALL ")} ORDER BY used`).all()) {
    if (freed >= excess) break;
    freed += Number(row["bytes"]);
    keys.get(row["place"] as PrunedTable)?.push(String(row["key"]));
  }
  return keys;
}

export function countKeys(keys: Keys): PruneCounts {
  const count = (table: PrunedTable): number => keys.get(table)?.length ?? 0;
  return {
    verdicts: count("verdicts"),
    nodes: count("nodes"),
    extractions: count("extractions"),
    files: count("files"),
  };
}

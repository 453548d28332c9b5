import type { Database } from "./database.ts";
import { PRUNED_TABLES, type PrunedTable } from "./schema.ts";

export const DAY: number = 24 * 60 * 60 * 1000;

/** Notes which rows were used. Writes that once at the end, and for each row at most once a day. */
export interface Touches {
  note(table: PrunedTable, key: string, lastUsedAt: unknown): void;
  flush(): void;
}

export function createTouches(database: Database, now: () => number): Touches {
  const used = new Map<PrunedTable, string[]>(PRUNED_TABLES.map((table) => [table, []]));
  return {
    note(table, key, lastUsedAt) {
      if (Number(lastUsedAt) <= now() - DAY) used.get(table)?.push(key);
    },
    flush() {
      if ([...used.values()].every((keys) => keys.length === 0)) return;
      database.write((connection) => {
        for (const [table, keys] of used) {
          connection
            .prepare(`UPDATE ${table} SET last_used_at = ? WHERE key IN (SELECT value FROM json_each(?))`)
            .run(now(), JSON.stringify(keys));
        }
      });
      for (const keys of used.values()) keys.length = 0;
    },
  };
}

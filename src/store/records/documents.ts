import type { Row } from "../database/binding.ts";
import type { Database } from "../database/database.ts";
import type { PrunedTable } from "../database/schema.ts";
import { DAY, type Touches } from "../database/touches.ts";
import { createSealer, fromColumn, toColumn } from "../kept/seal.ts";
import type { StoreKey } from "../key.ts";
import { BODY, MOST_ROWS } from "../limits.ts";
import type { Documents } from "../store.ts";

export interface DocumentTable extends Documents {
  /** Those whose keys start with this. */
  getStarting(start: string): ReadonlyMap<string, unknown>;
}

export interface DocumentsOptions {
  readonly database: Database;
  readonly key: StoreKey;
  readonly table: Exclude<PrunedTable, "verdicts">;
  /** Restricts who can read what is written: stores with another value do not see it, and write their own. */
  readonly audience?: string;
  readonly touches: Touches;
  readonly now: () => number;
}

/** Rows per transaction: other processes get their turn in between. */
const BATCH = 2000;

export function createDocuments(options: DocumentsOptions): DocumentTable {
  const { database, table, touches, now } = options;
  const sealer = createSealer(
    options.key,
    options.audience === undefined ? table : `${table} ${options.audience}`,
  );

  function open(rows: Iterable<Row>): ReadonlyMap<string, unknown> {
    const found = new Map<string, unknown>();
    const broken: string[] = [];
    for (const row of rows) {
      const column = String(row["key"]);
      const value = sealer.unseal(column, row);
      const key = fromColumn(column);
      if (value === undefined || key === undefined) {
        broken.push(column);
      } else {
        found.set(key, value);
        touches.note(table, column, row["last_used_at"]);
      }
    }
    if (broken.length > 0) remove(broken);
    return found;
  }

  function remove(columns: readonly string[]): void {
    database.write((connection) => {
      connection
        .prepare(`DELETE FROM ${table} WHERE key IN (SELECT value FROM json_each(?))`)
        .run(JSON.stringify(columns));
    });
  }

  function getMany(keys: readonly string[]): ReadonlyMap<string, unknown> {
    if (keys.length === 0) return new Map();
    const rows = database.read<readonly Row[]>(
      (connection) =>
        connection
          .prepare(
            `SELECT key, last_used_at, ${BODY}, seal FROM ${table} WHERE key IN (SELECT value FROM json_each(?))`,
          )
          .all(JSON.stringify(keys.map(toColumn))),
      [],
    );
    return open(rows);
  }

  return {
    get: (key) => getMany([key]).get(key),
    getMany,
    getStarting(start) {
      const first = toColumn(start);
      const rows = database.read<readonly Row[]>(
        (connection) =>
          connection
            .prepare(
              `SELECT key, last_used_at, ${BODY}, seal FROM ${table} WHERE key >= ? AND key < ? LIMIT ${MOST_ROWS}`,
            )
            .all(first, `${first}\u{10FFFF}`),
        [],
      );
      return open(rows);
    },
    putMany(entries) {
      for (const batch of inBatches(entries)) {
        const sealed = batch.map(([key, value]) => {
          const column = toColumn(key);
          const { body, seal } = sealer.seal(column, value);
          return { column, body, seal };
        });
        database.write((connection) => {
          // An existing row stays as it is, except for its time of use.
          const statement = connection.prepare(
            `INSERT INTO ${table} (key, last_used_at, body, seal) VALUES (?, ?, ?, ?)
             ON CONFLICT (key) DO UPDATE SET last_used_at = excluded.last_used_at, body = excluded.body, seal = excluded.seal
             WHERE seal <> excluded.seal OR last_used_at <= excluded.last_used_at - ${DAY}`,
          );
          for (const { column, body, seal } of sealed) statement.run(column, now(), body, seal);
        });
      }
    },
  };
}

/** Takes as many as are written at once, so that the others need not exist yet. */
function* inBatches<T>(entries: Iterable<T>): Iterable<readonly T[]> {
  let batch: T[] = [];
  for (const entry of entries) {
    if (batch.push(entry) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

import type { Row } from "./binding.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import type { LogTable } from "./schema.ts";
import { seal, toColumn, unseal } from "./seal.ts";
import type { Shape } from "./shape.ts";

/** Entries in the order in which they came; beyond a number of them, the oldest go. */
export interface Log<T> {
  append(entries: readonly T[]): void;
  /** For entries that belong to a larger change. */
  appendTo(connection: Connection, entries: readonly T[]): void;
  /** Newest first. */
  list(limit: number): readonly T[];
  /** Newest first. */
  of(key: string): readonly T[];
  /** The newest that satisfies the condition. */
  latest(condition: (entry: T) => boolean): T | undefined;
}

export interface LogOptions<T> {
  readonly database: Database;
  readonly table: LogTable;
  readonly keyOf: (entry: T) => string;
  readonly shape: Shape<T>;
  readonly keep: number;
}

export function createLog<T>({ database, table, keyOf, shape, keep }: LogOptions<T>): Log<T> {
  /** Broken entries are passed over. They go when their time has come. */
  function open(row: Row): T | undefined {
    const entry = unseal(table, String(row["key"]), row);
    return shape(entry) ? entry : undefined;
  }

  function appendTo(connection: Connection, entries: readonly T[]): void {
    const insert = connection.prepare(`INSERT INTO ${table} (key, body, seal) VALUES (?, ?, ?)`);
    for (const entry of entries) {
      const key = toColumn(keyOf(entry));
      const { body, seal: mark } = seal(table, key, entry);
      insert.run(key, body, mark);
    }
    connection
      .prepare(`DELETE FROM ${table} WHERE sequence <= (SELECT max(sequence) FROM ${table}) - ?`)
      .run(keep);
  }

  return {
    append(entries) {
      if (entries.length > 0) database.write((connection) => appendTo(connection, entries));
    },
    appendTo,
    list(limit) {
      const rows = database.read<readonly Row[]>(
        (connection) =>
          connection
            .prepare(`SELECT key, body, seal FROM ${table} ORDER BY sequence DESC LIMIT ?`)
            .all(limit),
        [],
      );
      return rows.map(open).filter((entry) => entry !== undefined);
    },
    of(key) {
      const rows = database.read<readonly Row[]>(
        (connection) =>
          connection
            .prepare(`SELECT key, body, seal FROM ${table} WHERE key = ? ORDER BY sequence DESC`)
            .all(toColumn(key)),
        [],
      );
      return rows.map(open).filter((entry) => entry !== undefined);
    },
    latest(condition) {
      return database.read((connection) => {
        const statement = connection.prepare(`SELECT key, body, seal FROM ${table} ORDER BY sequence DESC`);
        for (const row of statement.iterate()) {
          const entry = open(row);
          if (entry !== undefined && condition(entry)) return entry;
        }
        return undefined;
      }, undefined);
    },
  };
}

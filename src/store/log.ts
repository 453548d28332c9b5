import type { Row } from "./database/binding.ts";
import type { Connection } from "./database/connection.ts";
import type { Database } from "./database/database.ts";
import type { LogTable } from "./database/schema.ts";
import type { IsShaped } from "./database/shape.ts";
import { createSealer, toColumn } from "./kept/seal.ts";
import type { StoreKey } from "./key.ts";
import { BODY, MOST_ROWS } from "./limits.ts";

/** Entries in the order in which they were added. Beyond a limit, the oldest are removed. */
export interface Log<T> {
  append(entries: readonly T[]): void;
  /** For entries that are part of a larger change. */
  appendTo(connection: Connection, entries: readonly T[]): void;
  count(): number;
  /** Newest first. With words, at least those of the newest that contain one of them; the others are not opened. */
  list(limit: number, words?: readonly string[]): readonly T[];
  /** Newest first. */
  of(key: string): readonly T[];
  /** Newest first, those that match the condition. Reads no further back than needed. */
  select(condition: (entry: T) => boolean, limit: number): readonly T[];
  /** Newest first, those whose key starts with this. */
  startingWith(start: string, limit: number): readonly T[];
  /** Newest first, those that share their key with another. */
  repeated(): readonly T[];
}

export interface LogOptions<T> {
  readonly database: Database;
  readonly key: StoreKey;
  readonly table: LogTable;
  readonly keyOf: (entry: T) => string;
  readonly shape: IsShaped<T>;
  readonly keep: number;
}

export function createLog<T>({ database, key, table, keyOf, shape, keep }: LogOptions<T>): Log<T> {
  const sealer = createSealer(key, table);

  /** Skips broken entries. They are removed when they get old. */
  function open(row: Row): T | undefined {
    const entry = sealer.unseal(String(row["key"]), row);
    return shape(entry) ? entry : undefined;
  }

  function readRows(clause: string, ...values: readonly (string | number)[]): readonly Row[] {
    return database.read<readonly Row[]>(
      (connection) => connection.prepare(`SELECT key, ${BODY}, seal FROM ${table} ${clause}`).all(...values),
      [],
    );
  }

  function query(clause: string, ...values: readonly (string | number)[]): readonly T[] {
    return readRows(clause, ...values)
      .map(open)
      .filter((entry) => entry !== undefined);
  }

  function appendTo(connection: Connection, entries: readonly T[]): void {
    const insert = connection.prepare(`INSERT INTO ${table} (key, body, seal) VALUES (?, ?, ?)`);
    for (const entry of entries) {
      const name = toColumn(keyOf(entry));
      const { body, seal } = sealer.seal(name, entry);
      insert.run(name, body, seal);
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
    count: () =>
      database.read(
        (connection) =>
          Number(
            connection
              .prepare(`SELECT count(*) AS entries FROM (SELECT 1 FROM ${table} LIMIT ${MOST_ROWS})`)
              .get()?.["entries"],
          ),
        0,
      ),
    list: (limit, words) =>
      readRows("ORDER BY sequence DESC LIMIT ?", Math.min(limit, MOST_ROWS))
        .filter(({ body }) => words === undefined || mayHave(body, words))
        .map(open)
        .filter((entry) => entry !== undefined),
    of: (key) => query(`WHERE key = ? ORDER BY sequence DESC LIMIT ${MOST_ROWS}`, toColumn(key)),
    select(condition, limit) {
      return database.read<readonly T[]>((connection) => {
        const statement = connection.prepare(
          `SELECT key, ${BODY}, seal FROM ${table} ORDER BY sequence DESC LIMIT ${MOST_ROWS}`,
        );
        const selected: T[] = [];
        if (limit <= 0) return selected;
        for (const row of statement.iterate()) {
          const entry = open(row);
          if (entry !== undefined && condition(entry) && selected.push(entry) >= limit) break;
        }
        return selected;
      }, []);
    },
    startingWith(start, limit) {
      const first = toColumn(start);
      return query(
        "WHERE key >= ? AND key < ? ORDER BY sequence DESC LIMIT ?",
        first,
        `${first}\u{10FFFF}`,
        limit,
      );
    },
    repeated: () =>
      query(
        `WHERE key IN (
           SELECT key FROM (SELECT key FROM ${table} LIMIT ${MOST_ROWS}) GROUP BY key HAVING count(*) > 1
         ) ORDER BY sequence DESC LIMIT ${MOST_ROWS}`,
      ),
  };
}

/** A compressed body may contain any word. */
function mayHave(body: unknown, words: readonly string[]): boolean {
  return typeof body !== "string" || words.some((word) => body.includes(toColumn(word)));
}

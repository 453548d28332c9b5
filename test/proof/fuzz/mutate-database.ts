import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Binding, RawDatabase, SqlValue } from "../../../src/store/database/binding.ts";
import { LOG_TABLES, PRUNED_TABLES } from "../../../src/store/database/schema.ts";
import { createSealer } from "../../../src/store/kept/seal.ts";
import type { StoreKey } from "../../../src/store/key.ts";
import { ENGINE } from "../../../src/vocabulary/engine.ts";
import { sample } from "../random.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateValue, toJson } from "./mutate-value.ts";

type Random = () => number;

export interface DatabaseOptions {
  readonly binding: Binding;
  readonly key: StoreKey;
  /** A file that is nobody's. */
  readonly scratch: string;
  readonly random: Random;
}

export interface MutatedDatabase {
  readonly bytes: Buffer;
  readonly what: string;
  /** Whether something was sealed with the right key that the store did not write. */
  readonly isForged: boolean;
}

const TABLES = [...PRUNED_TABLES, ...LOG_TABLES];
/** What a seal vouches for is looked at once more here; in the others its word is taken, so nothing is sealed there. */
const LOOKED_AT: ReadonlySet<string> = new Set(["verdicts", "path_sets", ...LOG_TABLES]);

const DEFINITIONS = [
  "DROP TABLE verdicts; CREATE VIEW verdicts AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS sequence, 'k' AS key, '' AS origin, '' AS check_name, '' AS target, '' AS weak_key, '' AS path_set, 0 AS last_used_at, '' AS body, '' AS seal FROM n",
  "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM verdicts; END",
  "CREATE TRIGGER t AFTER UPDATE ON numbers BEGIN INSERT INTO numbers VALUES (hex(randomblob(9)), 1); END",
  "DROP TABLE runs; CREATE TABLE runs (sequence INTEGER PRIMARY KEY, key TEXT GENERATED ALWAYS AS ('x') VIRTUAL, body, seal)",
  "CREATE INDEX i ON verdicts (lower(hex(body)))",
  "CREATE VIRTUAL TABLE v USING fts5(a)",
  "DROP TABLE files; CREATE VIRTUAL TABLE files USING fts5(key, last_used_at, body, seal)",
  "DROP TABLE proof",
  "DELETE FROM proof",
  "INSERT INTO proof VALUES ('')",
  "UPDATE proof SET seal = zeroblob(99)",
  "ALTER TABLE verdicts ADD COLUMN more DEFAULT 1",
  "ALTER TABLE verdicts RENAME TO other",
  "DROP INDEX verdicts_by_unit",
  "CREATE TABLE more (a)",
  "PRAGMA user_version = 2",
  "PRAGMA application_id = 7",
  "INSERT OR REPLACE INTO numbers VALUES ('prunedAt', 1e300), ('hits', 'many'), ('misses', x'00')",
  "INSERT OR REPLACE INTO numbers VALUES ('prunedAt', 0), ('hits', -9223372036854775808)",
  "UPDATE verdicts SET sequence = 9223372036854775807 - sequence",
  "UPDATE runs SET sequence = -sequence",
  "UPDATE verdicts SET last_used_at = 9223372036854775807",
  "UPDATE files SET last_used_at = 'never'",
];

const VALUES: readonly SqlValue[] = [
  "",
  "\\",
  "\\ud800",
  0,
  -1,
  1.5,
  Number.MAX_VALUE,
  new Uint8Array(0),
  new Uint8Array(3000),
  "x".repeat(200_000),
  "\u0000",
];

/** Changes rows, columns or the schema of a database, and leaves a database. */
export function mutateDatabase(original: Buffer, options: DatabaseOptions): MutatedDatabase {
  const { scratch, binding, random } = options;
  const clean = (): void => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(scratch + suffix, { force: true });
  };
  clean();
  writeFileSync(scratch, original);
  const raw = new binding.DatabaseSync(scratch);
  let what = "";
  let isForged = false;
  try {
    raw.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE");
    // The schema last: nothing may be asked of a table that has become an endless view.
    const changes = Array.from({ length: Math.floor(random() * 3) }, () => changeRow);
    for (const change of changes.length === 0 || random() < 0.1 ? [...changes, redefine] : changes) {
      const done = change(raw, options);
      what += `${done.what}; `;
      isForged ||= done.isForged;
    }
  } catch (error) {
    // What SQLite does not take is not done; what was done before it is.
    what += `(${(error as Error).message})`;
  } finally {
    raw.close();
  }
  const bytes = readFileSync(scratch);
  clean();
  return { bytes, what, isForged };
}

interface Done {
  readonly what: string;
  readonly isForged: boolean;
}

function redefine(raw: RawDatabase, { random }: DatabaseOptions): Done {
  const [sql = ""] = sample(DEFINITIONS, 1, random);
  raw.exec(sql);
  return { what: sql.slice(0, 60), isForged: false };
}

function changeRow(raw: RawDatabase, { key: user, random }: DatabaseOptions): Done {
  const [table = "verdicts"] = sample(TABLES, 1, random);
  const [row, other] = sample(raw.prepare(`SELECT * FROM ${table}`).all(), 2, random);
  if (row === undefined) return { what: `${table} is empty`, isForged: false };
  const key = String(row["key"]);
  const place = placeOf(table);
  const name = table === "verdicts" ? `${key} ${String(row["origin"])}` : key;
  const set = (column: string, value: SqlValue): void =>
    void raw.prepare(`UPDATE ${table} SET ${column} = ? WHERE key = ?`).run(value, key);
  const put = (body: string | Buffer, seal: string | null): void => {
    set("body", body);
    if (seal !== null) set("seal", seal);
  };
  const kind = random();
  if (kind < 0.45) {
    const body = toJson(mutateValue(createSealer(user, place).unseal(name, row), random));
    const isSealed = random() < 0.7 && LOOKED_AT.has(table);
    put(body, isSealed ? user.sign([place, name, body]) : null);
    return { what: `${table} changed${isSealed ? " and sealed" : ""}`, isForged: isSealed };
  }
  if (kind < 0.55 && LOOKED_AT.has(table)) {
    const bytes = mutateBytes(Buffer.from(row["body"] as string), random) ?? Buffer.alloc(9);
    put(bytes, user.sign([place, name, bytes]));
    return { what: `${table} garbled and sealed`, isForged: true };
  }
  if (kind < 0.65 && other !== undefined) {
    put(other["body"] as string, String(other["seal"]));
    return { what: `${table} has another row's body`, isForged: false };
  }
  if (kind < 0.75) {
    const [to = "nodes"] = sample(TABLES, 1, random);
    const columns = Object.keys(raw.prepare(`SELECT * FROM ${to} LIMIT 1`).get() ?? row);
    const values = columns.map((column) =>
      column === "sequence" ? null : ((row[column] ?? "") as SqlValue),
    );
    raw
      .prepare(`INSERT OR REPLACE INTO ${to} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`)
      .run(...values);
    return { what: `a row of ${table} in ${to}`, isForged: false };
  }
  if (kind < 0.8) {
    raw.prepare(`DELETE FROM ${table} WHERE key = ?`).run(key);
    return { what: `${table} lost a row`, isForged: false };
  }
  const [column = "key"] = sample(Object.keys(row), 1, random);
  const given = random() < 0.3 && other !== undefined ? other[column] : sample(VALUES, 1, random)[0];
  set(column, given as SqlValue);
  return { what: `${table}.${column} is ${JSON.stringify(given)?.slice(0, 20)}`, isForged: false };
}

function placeOf(table: string): string {
  return table === "extractions" ? `extractions ${ENGINE}` : table;
}

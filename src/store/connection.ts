import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Binding, RawDatabase, Statement } from "./binding.ts";
import { classifyFault } from "./fault.ts";
import { supportsSharedMemory } from "./filesystem.ts";
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from "./schema.ts";

/** An open database of this store's schema, with its statements prepared once. */
export interface Connection {
  readonly file: string;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** How long to wait for another process's lock, in milliseconds. */
  setPatience(milliseconds: number): void;
  close(): void;
}

export interface Access {
  readonly binding: Binding;
  /** How long to wait for another process's lock, in milliseconds. */
  readonly patience: number;
}

/**
 * With a write-ahead log, NORMAL loses nothing when the process dies. When the machine does, the newest
 * commits may be missing, but only from the end, and never half of one.
 */
const SETTINGS = "PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;";

/**
 * Opens a database and makes its schema where there is none. Null where the file is something else: another
 * program's, or another version's. Throws what SQLite throws.
 */
export function openConnection({ binding, patience }: Access, file: string): Connection | null {
  const entry = statSync(file, { throwIfNoEntry: false });
  if (entry !== undefined && !entry.isFile()) return null;
  return guard(new binding.DatabaseSync(file), (raw) => {
    // First of all: any other statement may have to wait already.
    raw.exec(`PRAGMA busy_timeout = ${patience}`);
    raw.exec(SETTINGS);
    const identity = identify(raw);
    if (identity === "empty") create(raw, file);
    if (identity === "foreign" || identify(raw) !== "ours") return null;
    if (journalMode(raw) !== "wal") raw.exec("PRAGMA synchronous = FULL");
    return wrap(raw, file);
  });
}

/**
 * Opens a database that cannot be written to, without locks. Null also where a log lies beside it: what it
 * says cannot be taken into account, and it may say that a verdict was thrown away. If another process does
 * write meanwhile, rows may be missing or broken, and broken rows are not believed.
 */
export function openReadOnly(binding: Binding, file: string): Connection | null {
  const logs = ["-wal", "-journal"].map((suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.size);
  if (logs.some((size) => size !== undefined && size > 0)) return null;
  const url = `${pathToFileURL(file).href}?immutable=1`;
  return guard(new binding.DatabaseSync(url, { readOnly: true }), (raw) =>
    identify(raw) === "ours" ? wrap(raw, file) : null,
  );
}

function guard(raw: RawDatabase, open: (raw: RawDatabase) => Connection | null): Connection | null {
  let connection: Connection | null = null;
  try {
    connection = open(raw);
    return connection;
  } finally {
    if (connection === null) raw.close();
  }
}

function identify(raw: RawDatabase): "ours" | "empty" | "foreign" {
  const id = raw.prepare("PRAGMA application_id").get()?.["application_id"];
  const version = raw.prepare("PRAGMA user_version").get()?.["user_version"];
  if (id === APPLICATION_ID && version === SCHEMA_VERSION) return "ours";
  if (id !== 0 || version !== 0) return "foreign";
  return raw.prepare("SELECT 1 FROM sqlite_master LIMIT 1").get() === undefined ? "empty" : "foreign";
}

/** Several processes may come here at once: the first makes the schema, in one transaction. */
function create(raw: RawDatabase, file: string): void {
  // Only before anything else is written does this have an effect.
  raw.exec("PRAGMA auto_vacuum = INCREMENTAL");
  if (supportsSharedMemory(file)) startWriteAheadLog(raw);
  raw.exec("BEGIN IMMEDIATE");
  try {
    if (identify(raw) === "empty") raw.exec(SCHEMA);
    raw.exec("COMMIT");
  } catch (error) {
    raw.exec("ROLLBACK");
    throw error;
  }
}

/**
 * The mode stays with the file. It cannot be changed while another process uses the file, and then SQLite
 * does not wait: that process is on its way to make the same change, and without it all is well too.
 */
function startWriteAheadLog(raw: RawDatabase): void {
  try {
    raw.exec("PRAGMA journal_mode = WAL");
  } catch (error) {
    if (classifyFault(error) !== "busy") throw error;
  }
}

function journalMode(raw: RawDatabase): unknown {
  return raw.prepare("PRAGMA journal_mode").get()?.["journal_mode"];
}

function wrap(raw: RawDatabase, file: string): Connection {
  const statements = new Map<string, Statement>();
  return {
    file,
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = raw.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    exec: (sql) => raw.exec(sql),
    setPatience: (milliseconds) => raw.exec(`PRAGMA busy_timeout = ${milliseconds}`),
    close: () => raw.close(),
  };
}

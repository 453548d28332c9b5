import { lstatSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { classifyFault } from "../fault.ts";
import type { StoreKey } from "../key.ts";
import type { Binding, RawDatabase, Statement } from "./binding.ts";
import { supportsSharedMemory } from "./filesystem.ts";
import { hasOurSchema, identify, isProved, prove } from "./own-schema.ts";
import { SCHEMA } from "./schema.ts";

/** An open database of this store's schema. Each statement is prepared once. */
export interface Connection {
  readonly file: string;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** How long to wait for another process's lock, in milliseconds. */
  setPatience(milliseconds: number): void;
  close(): void;
}

export interface DatabaseAccess {
  readonly binding: Binding;
  /** The key that the database must be made with. */
  readonly key: StoreKey;
  /** How long to wait for another process's lock, in milliseconds. */
  readonly patience: number;
}

/**
 * With a write-ahead log, NORMAL loses nothing when the process dies. When the machine dies, the newest commits may be
 * missing, but only at the end, and never half of one.
 */
const SETTINGS = "PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;";

/** Why a database is not used: it is damaged or belongs to another program, or it was not made with this key. */
export type DatabaseFault = "damaged" | "forged";

/**
 * Opens a database and creates its schema if there is none. Reads its content only after checking that the schema is
 * exactly this store's own, and that it was made with the key. Throws what SQLite throws.
 */
export function openConnection(
  { binding, key, patience }: DatabaseAccess,
  file: string,
): Connection | DatabaseFault {
  if (!areFiles(file)) return "damaged";
  return guard(new binding.DatabaseSync(file), (raw) => {
    // Before everything else, because any other statement may have to wait.
    raw.exec(`PRAGMA busy_timeout = ${patience}`);
    raw.exec(SETTINGS);
    const identity = identify(raw);
    if (identity === "empty") create(raw, file, key);
    if (identity === "foreign" || identify(raw) !== "ours" || !hasOurSchema(raw, binding)) return "damaged";
    if (!isProved(raw, key)) return "forged";
    if (journalMode(raw) !== "wal") raw.exec("PRAGMA synchronous = FULL");
    return wrap(raw, file);
  });
}

/**
 * Opens a read-only database without locks. Does not use it if there is a log beside it: the log cannot be applied, and
 * it may say that a verdict was deleted. If another process writes meanwhile, rows may be missing or broken, and broken
 * rows are rejected.
 */
export function openReadOnly({ binding, key }: DatabaseAccess, file: string): Connection | DatabaseFault {
  if (!areFiles(file)) return "damaged";
  const logs = ["-wal", "-journal"].map(
    (suffix) => lstatSync(file + suffix, { throwIfNoEntry: false })?.size,
  );
  if (logs.some((size) => size !== undefined && size > 0)) return "damaged";
  const url = `${pathToFileURL(file).href}?immutable=1`;
  return guard(new binding.DatabaseSync(url, { readOnly: true }), (raw) => {
    raw.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
    if (identify(raw) !== "ours" || !hasOurSchema(raw, binding)) return "damaged";
    return isProved(raw, key) ? wrap(raw, file) : "forged";
  });
}

/** SQLite would follow a link to read and to write, so these must be files. */
function areFiles(file: string): boolean {
  return ["", "-wal", "-shm", "-journal"].every(
    (suffix) => lstatSync(file + suffix, { throwIfNoEntry: false })?.isFile() ?? true,
  );
}

function guard(
  raw: RawDatabase,
  open: (raw: RawDatabase) => Connection | DatabaseFault,
): Connection | DatabaseFault {
  let opened: Connection | DatabaseFault = "damaged";
  try {
    opened = open(raw);
    return opened;
  } finally {
    if (typeof opened === "string") raw.close();
  }
}

/** Several processes may do this at once: the first creates the schema, in one transaction. */
function create(raw: RawDatabase, file: string, key: StoreKey): void {
  // This works only before anything else is written.
  raw.exec("PRAGMA auto_vacuum = INCREMENTAL");
  if (supportsSharedMemory(file)) startWriteAheadLog(raw);
  raw.exec("BEGIN IMMEDIATE");
  try {
    if (identify(raw) === "empty") {
      raw.exec(SCHEMA);
      prove(raw, key);
    }
    raw.exec("COMMIT");
  } catch (error) {
    raw.exec("ROLLBACK");
    throw error;
  }
}

/**
 * The mode stays with the file. It cannot change while another process uses the file, and SQLite does not wait then.
 * That is fine: the other process is about to make the same change, and everything works without it.
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

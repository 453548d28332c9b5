import { lstatSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { classifyFault } from "../fault.ts";
import type { StoreKey } from "../key.ts";
import type { Binding, RawDatabase, Statement } from "./binding.ts";
import { supportsSharedMemory } from "./filesystem.ts";
import { hasOurSchema, identify, isProved, prove } from "./own-schema.ts";
import { SCHEMA } from "./schema.ts";

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
  /** Whose the database must be. */
  readonly key: StoreKey;
  /** How long to wait for another process's lock, in milliseconds. */
  readonly patience: number;
}

/**
 * With a write-ahead log, NORMAL loses nothing when the process dies. When the machine does, the newest
 * commits may be missing, but only from the end, and never half of one.
 */
const SETTINGS = "PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;";

/** Why a database is not used: it is damaged or another program's, or it was not made with this key. */
export type DatabaseFault = "damaged" | "forged";

/**
 * Opens a database and makes its schema if there is none. What it holds is looked at only once its schema is known
 * to be this store's own, to the letter, and proved to be made with the key. Throws what SQLite throws.
 */
export function openConnection({ binding, key, patience }: Access, file: string): Connection | DatabaseFault {
  if (!areFiles(file)) return "damaged";
  return guard(new binding.DatabaseSync(file), (raw) => {
    // First of all: any other statement may have to wait already.
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
 * Opens a database that cannot be written to, without locks. It is not fit where a log lies beside it: what that
 * says cannot be taken into account, and it may say that a verdict was thrown away. If another process does
 * write meanwhile, rows may be missing or broken, and broken rows are not believed.
 */
export function openReadOnly({ binding, key }: Access, file: string): Connection | DatabaseFault {
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

/** SQLite would follow a link, to read and to write: whatever is there must be a file. */
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

/** Several processes may come here at once: the first makes the schema, in one transaction. */
function create(raw: RawDatabase, file: string, key: StoreKey): void {
  // Only before anything else is written does this have an effect.
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

/** "IVst" in the file's header: a database of this store. */
export const APPLICATION_ID = 0x49567374;

/**
 * Part of the file's name and its header, so that two engine versions that differ in it can be used in turn. Raise it
 * whenever an older engine could misread what a newer one writes, or the reverse.
 */
export const SCHEMA_VERSION = 3;

/** Tables whose rows have a key and a time of last use, and can be pruned. */
export const PRUNED_TABLES = ["verdicts", "path_sets", "nodes", "extractions", "files"] as const;
export type PrunedTable = (typeof PRUNED_TABLES)[number];

/** Tables that grow only at the end and are cut at the beginning. */
export const LOG_TABLES = ["runs", "executions", "invalidations", "renames"] as const;
export type LogTable = (typeof LOG_TABLES)[number];

const documents = (table: string): string => `
  CREATE TABLE ${table} (
    key TEXT PRIMARY KEY NOT NULL,
    last_used_at INTEGER NOT NULL,
    body NOT NULL,
    seal TEXT NOT NULL
  ) WITHOUT ROWID;`;

const log = (table: string): string => `
  CREATE TABLE ${table} (sequence INTEGER PRIMARY KEY, key TEXT NOT NULL, body NOT NULL, seal TEXT NOT NULL);
  CREATE INDEX ${table}_by_key ON ${table} (key);`;

/**
 * The content of a row is in its sealed body. The other columns only serve to find, order and count rows; nothing is
 * trusted because of them. A verdict is found by its fingerprint, and each worktree has its own. A path set is stored
 * once, however many verdicts depend on it.
 */
export const SCHEMA: string = `
  CREATE TABLE verdicts (
    sequence INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    origin TEXT NOT NULL,
    check_name TEXT NOT NULL,
    target TEXT NOT NULL,
    weak_key TEXT NOT NULL,
    path_set TEXT NOT NULL,
    last_used_at INTEGER NOT NULL,
    body NOT NULL,
    seal TEXT NOT NULL,
    UNIQUE (key, origin)
  );
  CREATE INDEX verdicts_by_unit ON verdicts (check_name, target);
  CREATE INDEX verdicts_by_weak_key ON verdicts (weak_key, path_set);
  ${["path_sets", "nodes", "extractions", "files"].map(documents).join("")}
  ${LOG_TABLES.map(log).join("")}
  CREATE TABLE numbers (name TEXT PRIMARY KEY NOT NULL, value NOT NULL) WITHOUT ROWID;
  CREATE TABLE proof (seal TEXT NOT NULL);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};`;

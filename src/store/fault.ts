/**
 * What an error of SQLite means for the store:
 * - `busy`: another process holds the lock and did not release it in time;
 * - `full`: the disk is full, but what is there can still be read;
 * - `read-only`: the same, because writing is not allowed;
 * - `damaged`: the content is not what this store wrote;
 * - `unusable`: any other external problem, such as a failing disk.
 */
export type StoreFault = "busy" | "full" | "read-only" | "damaged" | "unusable";

const FAULTS: ReadonlyMap<number, StoreFault> = new Map([
  // SQLITE_ERROR: the statements are fixed, so if one fails, the schema is not ours.
  [1, "damaged"],
  [5, "busy"],
  [6, "busy"],
  [8, "read-only"],
  [11, "damaged"],
  [13, "full"],
  [15, "busy"],
  [17, "damaged"],
  [18, "damaged"],
  [19, "damaged"],
  [20, "damaged"],
  [25, "damaged"],
  [26, "damaged"],
]);

/** A read that ended before its page did: the file is shorter than its header says. */
const SHORT_READ = 522;

/** One of the bindings reports some errors without their number, but always with SQLite's message. */
const WORDS: ReadonlyMap<string, StoreFault> = new Map([
  ["database is locked", "busy"],
  ["database table is locked", "busy"],
  ["locking protocol", "busy"],
  ["attempt to write a readonly database", "read-only"],
  ["database or disk is full", "full"],
  ["disk I/O error", "unusable"],
  ["out of memory", "unusable"],
  ["unable to open database file", "unusable"],
]);

/** Null if the error does not come from SQLite. That is a bug, and the caller throws it. */
export function classifyFault(error: unknown): StoreFault | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === "number") {
    return errcode === SHORT_READ ? "damaged" : (FAULTS.get(errcode & 0xff) ?? "unusable");
  }
  if (code === "ERR_SQLITE_ERROR") return WORDS.get(error.message) ?? "damaged";
  // An integer too large for JavaScript: the store never writes one.
  return code === "ERR_OUT_OF_RANGE" ? "damaged" : null;
}

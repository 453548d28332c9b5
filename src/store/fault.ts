/**
 * What an error of SQLite means for the store:
 * - `busy`: another process holds the lock and did not let go in time;
 * - `full`: nothing more fits on the disk, and what is there can still be read;
 * - `read-only`: likewise, because writing is not allowed;
 * - `damaged`: what is there is not what this store wrote;
 * - `unusable`: anything else about the world, such as a failing disk.
 */
export type Fault = "busy" | "full" | "read-only" | "damaged" | "unusable";

const FAULTS: ReadonlyMap<number, Fault> = new Map([
  // SQLITE_ERROR: the statements are fixed, so one that does not fit finds a schema that is not ours.
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

/** A read that ended before its page did: the file is shorter than it says. */
const SHORT_READ = 522;

/** One of the bindings gives some errors without their number, but always with SQLite's own words. */
const WORDS: ReadonlyMap<string, Fault> = new Map([
  ["database is locked", "busy"],
  ["database table is locked", "busy"],
  ["locking protocol", "busy"],
  ["attempt to write a readonly database", "read-only"],
  ["database or disk is full", "full"],
  ["disk I/O error", "unusable"],
  ["out of memory", "unusable"],
  ["unable to open database file", "unusable"],
]);

/** Null if the error does not come from SQLite: that is a bug, and the caller's to throw. */
export function classifyFault(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === "number") {
    return errcode === SHORT_READ ? "damaged" : (FAULTS.get(errcode & 0xff) ?? "unusable");
  }
  if (code === "ERR_SQLITE_ERROR") return WORDS.get(error.message) ?? "damaged";
  // An integer that JavaScript cannot hold: the store writes none.
  return code === "ERR_OUT_OF_RANGE" ? "damaged" : null;
}

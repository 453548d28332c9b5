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

/** An integer that JavaScript cannot hold, as one of the bindings puts it. The store writes none. */
const TOO_LARGE = /^Value is too large to be represented as a JavaScript number/;

/** Null where the error does not come from SQLite: that is a bug, and the caller's to throw. */
export function classifyFault(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === "number") {
    return errcode === SHORT_READ ? "damaged" : (FAULTS.get(errcode & 0xff) ?? "unusable");
  }
  return code === "ERR_OUT_OF_RANGE" || TOO_LARGE.test(error.message) ? "damaged" : null;
}

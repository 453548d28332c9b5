import { classifyFault, type StoreFault } from "../fault.ts";
import type { Connection } from "./connection.ts";

/**
 * The database behind a store. Whatever goes wrong, the same happens: a read gets its fallback, a change is not stored,
 * and the user is told once.
 */
export interface Database {
  readonly warnings: readonly string[];
  /** Null once it can no longer be used. */
  readonly file: string | null;
  /** Returns `otherwise` if the question cannot be answered. */
  read<T>(question: (connection: Connection) => T, otherwise: T): T;
  /** Makes one change completely or not at all. Returns whether it was made. */
  write(change: (connection: Connection) => void): boolean;
  /** For statements that cannot be part of a change. */
  maintain(sql: string): void;
  close(): void;
}

export interface DatabaseOptions {
  readonly connection: Connection | null;
  readonly writable: boolean;
  /** Whether the file is writable. If it is, a database that claims to be read-only has a damaged header. */
  readonly isWritable: () => boolean;
  /** Opens a new, empty database to replace a damaged one; null if that fails too. */
  readonly replace: () => Connection | null;
  readonly warnings: string[];
}

/** What the user is told. */
export const SENTENCES: Readonly<Record<StoreFault, string>> = {
  busy: "Another process kept the cache locked: some results of this run are not cached.",
  full: "The cache cannot be written to: nothing new is cached.",
  "read-only": "The cache cannot be written to: nothing new is cached.",
  damaged: "The cache was damaged, so this run starts without it.",
  unusable: "The cache cannot be used: everything runs, and nothing is cached.",
};

export function createDatabase(options: DatabaseOptions): Database {
  const { warnings } = options;
  let { connection, writable } = options;
  let replaced = false;
  let toldOfLimits = !writable;

  function attempt<T>(work: (connection: Connection) => T, otherwise: T): T {
    if (connection === null) return otherwise;
    try {
      return work(connection);
    } catch (error) {
      const fault = classifyFault(error);
      if (fault === null) throw error;
      degrade(fault, error as Error);
      return otherwise;
    }
  }

  function degrade(fault: StoreFault, error: Error): void {
    const damaged = fault === "damaged" || (fault === "read-only" && options.isWritable());
    if (damaged && writable && !replaced) return replaceDatabase(error);
    tellOfLimits(damaged ? "unusable" : fault, error);
    if (fault === "busy") return runOutOfPatience();
    writable = false;
    if (!damaged && fault !== "unusable") return;
    closeQuietly(connection);
    connection = null;
  }

  /** Only once: a disk that damages what was just written does not get a second try. */
  function replaceDatabase(error: Error): void {
    replaced = true;
    closeQuietly(connection);
    connection = options.replace();
    writable = connection !== null;
    if (connection === null) tellOfLimits("unusable", error);
    else warnings.push(`${SENTENCES.damaged} (${error.message})`);
  }

  function tellOfLimits(fault: StoreFault, error: Error): void {
    if (!toldOfLimits) warnings.push(`${SENTENCES[fault]} (${error.message})`);
    toldOfLimits = true;
  }

  /** Later changes are still tried, but without waiting. */
  function runOutOfPatience(): void {
    try {
      connection?.setPatience(0);
    } catch {
      // Then it keeps waiting.
    }
  }

  function change(work: (connection: Connection) => void): boolean {
    return attempt((connection) => {
      connection.prepare("BEGIN IMMEDIATE").run();
      try {
        work(connection);
        connection.prepare("COMMIT").run();
        return true;
      } catch (error) {
        rollBack(connection);
        throw error;
      }
    }, false);
  }

  return {
    warnings,
    get file() {
      return connection?.file ?? null;
    },
    read: attempt,
    write(work) {
      if (!writable || connection === null) return false;
      const before = connection;
      if (change(work)) return true;
      return connection !== null && connection !== before && change(work);
    },
    maintain(sql) {
      if (!writable) return;
      try {
        connection?.exec(sql);
      } catch {
        // Nothing depends on it.
      }
    },
    close() {
      closeQuietly(connection);
      connection = null;
    },
  };
}

/** If a change fails, SQLite has often rolled it back already. */
function rollBack(connection: Connection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // There was nothing to roll back.
  }
}

function closeQuietly(connection: Connection | null): void {
  try {
    connection?.close();
  } catch {
    // What was committed is stored; the rest is not.
  }
}

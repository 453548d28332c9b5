import type { Database } from "./database/database.ts";
import { readNumber, writeNumber } from "./database/numbers.ts";
import { DAY, type Touches } from "./database/touches.ts";
import { removeLeftovers } from "./directory.ts";
import type { Log } from "./log.ts";
import type { StoreOptions } from "./options.ts";
import { pruneRows } from "./records/prune.ts";
import type { Invalidation } from "./records/records.ts";
import { removeAllRows } from "./records/removal.ts";
import type { PruneReport } from "./store.ts";

export interface UpkeepOptions {
  readonly database: Database;
  readonly options: StoreOptions;
  readonly touches: Touches;
  readonly invalidations: Log<Invalidation>;
  /** Called when verdicts were removed. */
  readonly onRemoved: () => void;
}

/** Keeps a store small. */
export interface Upkeep {
  prune(): PruneReport | null;
  /** At most once a day. */
  pruneIfDue(): void;
  clear(): number | null;
}

export function createUpkeep({
  database,
  options,
  touches,
  invalidations,
  onRemoved,
}: UpkeepOptions): Upkeep {
  const { maxBytes } = options;
  const ttl = options.ttlDays * DAY;

  function prune(expiry: number): PruneReport | null {
    touches.flush();
    const now = options.now();
    // A change may run twice, if the first database turns out to be damaged.
    const reports: PruneReport[] = [];
    const pruned = database.write((connection) => {
      reports.push(pruneRows(connection, { now, expiry, maxBytes, invalidations }));
      writeNumber(connection, "prunedAt", now);
    });
    const report = reports.at(-1);
    if (!pruned || report === undefined) return null;
    if (report.expired.verdicts + report.overLimit.verdicts > 0) onRemoved();
    shrink();
    if (database.file !== null) tidy(database.file, now - ttl);
    return report;
  }

  /** Earlier versions kept the database with the checkout's own files. */
  function tidy(file: string, before: number): void {
    const { own, shared } = options.place;
    removeLeftovers(shared, file, before);
    if (own !== null && own !== shared) removeLeftovers(own, file, before);
  }

  function shrink(): void {
    database.maintain("PRAGMA incremental_vacuum");
    database.maintain("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  return {
    prune: () => prune(options.now() - ttl),
    pruneIfDue() {
      const now = options.now();
      const last = database.read((connection) => readNumber(connection, "prunedAt"), now);
      if (last === null) {
        database.write((connection) => writeNumber(connection, "prunedAt", now));
      } else if (now < last || now - last >= DAY) {
        // If the last time is longer ago than the time limit, nobody used the store, or the clock is wrong. What is in
        // use is marked first, and the rest is removed the next day if the clock still says so.
        prune(now - last > ttl ? Number.MIN_SAFE_INTEGER : now - ttl);
      }
    },
    clear() {
      let verdicts = 0;
      const removal = { reason: "cleared", triggeredBy: "clear", at: options.now(), invalidations };
      const cleared = database.write((connection) => {
        verdicts = removeAllRows(connection, removal);
      });
      onRemoved();
      shrink();
      return cleared ? verdicts : null;
    },
  };
}

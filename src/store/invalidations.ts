import type { Database } from "./database.ts";
import { createLog, type Log } from "./log.ts";
import type { Invalidation } from "./records.ts";
import { invalidation } from "./shapes.ts";

export function createInvalidationLog(database: Database, keep: number): Log<Invalidation> {
  return createLog({
    database,
    table: "invalidations",
    keyOf: (entry) => entry.fingerprint,
    shape: invalidation,
    keep,
  });
}

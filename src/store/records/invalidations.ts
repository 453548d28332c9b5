import type { Database } from "../database/database.ts";
import { invalidation } from "../database/shapes.ts";
import type { StoreKey } from "../key.ts";
import { createLog, type Log } from "../log.ts";
import type { Invalidation } from "./records.ts";

export function createInvalidationLog(
  { database, key }: { readonly database: Database; readonly key: StoreKey },
  keep: number,
): Log<Invalidation> {
  return createLog({
    database,
    key,
    table: "invalidations",
    keyOf: (entry) => entry.fingerprint,
    shape: invalidation,
    keep,
  });
}

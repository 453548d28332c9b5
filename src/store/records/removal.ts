import type { Row } from "../database/binding.ts";
import type { Connection } from "../database/connection.ts";
import { PRUNED_TABLES, type PrunedTable } from "../database/schema.ts";
import { MOST_ROWS } from "../limits.ts";
import type { Log } from "../log.ts";
import type { Invalidation } from "./records.ts";
import { unitOf } from "./verdicts.ts";

/** Why rows are removed; noted for the verdicts among them. */
export interface Removal {
  readonly reason: string;
  readonly triggeredBy: string;
  readonly at: number;
  readonly invalidations: Log<Invalidation>;
}

export type Keys = ReadonlyMap<PrunedTable, readonly string[]>;

const CHOSEN = "WHERE key IN (SELECT value FROM json_each(?))";
const UNITS = "SELECT key, check_name, target FROM verdicts";

export function removeRows(connection: Connection, keys: Keys, removal: Removal): void {
  const verdicts = JSON.stringify(keys.get("verdicts") ?? []);
  note(connection, connection.prepare(`${UNITS} ${CHOSEN} LIMIT ${MOST_ROWS}`).all(verdicts), removal);
  for (const [table, chosen] of keys) {
    connection.prepare(`DELETE FROM ${table} ${CHOSEN}`).run(JSON.stringify(chosen));
  }
}

/** Returns how many verdicts there were. */
export function removeAllRows(connection: Connection, removal: Removal): number {
  const units = connection.prepare(`${UNITS} LIMIT ${MOST_ROWS}`).all();
  note(connection, units, removal);
  for (const table of PRUNED_TABLES) connection.prepare(`DELETE FROM ${table}`).run();
  return units.length;
}

function note(connection: Connection, units: readonly Row[], removal: Removal): void {
  const { reason, triggeredBy, at, invalidations } = removal;
  invalidations.appendTo(
    connection,
    units.map((row) => ({ ...unitOf(row), reason, triggeredBy, at })),
  );
}

import type { Connection } from "./connection.ts";

/** Numbers that the store keeps about itself. No verdict depends on them. */
export type NumberName = "hits" | "misses" | "prunedAt" | "metricsSince";

export function readNumber(connection: Connection, name: NumberName): number | null {
  const value = connection.prepare("SELECT value FROM numbers WHERE name = ?").get(name)?.["value"];
  return typeof value === "number" ? value : null;
}

export function writeNumber(connection: Connection, name: NumberName, value: number): void {
  connection
    .prepare("INSERT INTO numbers VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2")
    .run(name, value);
}

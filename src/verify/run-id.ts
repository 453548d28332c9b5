import { randomBytes } from "node:crypto";

/** Sorts by time, and is unique among runs that start in the same second. */
export function createRunId(startedAt: Date): string {
  const time = startedAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${time}-${randomBytes(3).toString("hex")}`;
}

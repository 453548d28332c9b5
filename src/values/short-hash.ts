import { hash } from "node:crypto";

/** A digest of a JSON value; for a text, of its bytes. */
export function shortHash(value: unknown): string {
  return hash("sha256", typeof value === "string" ? value : JSON.stringify(value)).slice(0, 32);
}

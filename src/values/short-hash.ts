import { hash } from "node:crypto";

/** A digest of a JSON value; for a text, of its bytes. */
export function shortHash(value: unknown): string {
  // Not a slice of the whole digest as text, which would stay in memory behind it.
  const digest = hash("sha256", typeof value === "string" ? value : JSON.stringify(value), "buffer");
  return digest.toString("hex", 0, 16);
}

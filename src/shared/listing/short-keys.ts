import type { WeakKey } from "../../vocabulary/tree/path-set.ts";

/** How much of a weak key decides whether a bundle may be useful; a wrong guess costs a request. */
const BYTES = 6;

/** The weak keys of a bundle, in one text. */
export function packKeys(keys: Iterable<WeakKey>): string {
  const short = [...new Set([...keys].map(shortKey))].sort();
  return Buffer.from(short.join(""), "hex").toString("base64");
}

/** Whether one of the wanted keys is among the packed ones. */
export function holdsAny(packed: string, wanted: ReadonlySet<string>): boolean {
  const hex = Buffer.from(packed, "base64").toString("hex");
  for (let at = 0; at < hex.length; at += BYTES * 2)
    if (wanted.has(hex.slice(at, at + BYTES * 2))) return true;
  return false;
}

export function shortKey(key: WeakKey): string {
  return key.slice(0, BYTES * 2);
}

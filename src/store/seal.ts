import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** A value as a row holds it: JSON, or deflated JSON where it is long, and a checksum over it and its place. */
export interface Sealed {
  readonly body: string | Uint8Array;
  readonly seal: string;
}

const COMPRESS_FROM = 2048;

/**
 * Seals a value for one place and key there, such as a table and its row. What `unseal` gives back for them is this value and
 * no other, whatever happened to the bytes in between.
 */
export function seal(place: string, key: string, value: unknown): Sealed {
  const json = JSON.stringify(value);
  const body = json.length < COMPRESS_FROM ? json : deflateRawSync(json, { level: 1 });
  return { body, seal: checksum(place, key, body) };
}

/** Undefined where the seal is broken. */
export function unseal(place: string, key: string, row: UnknownRow): unknown {
  const { body, seal } = row;
  if (!(typeof body === "string" || body instanceof Uint8Array)) return undefined;
  if (seal !== checksum(place, key, body)) return undefined;
  return JSON.parse(typeof body === "string" ? body : inflateRawSync(body).toString("utf8"));
}

type UnknownRow = { readonly body?: unknown; readonly seal?: unknown };

function checksum(place: string, key: string, body: string | Uint8Array): string {
  const name = `${place}\0${key}\0`;
  const content = typeof body === "string" ? name + body : Buffer.concat([Buffer.from(name), body]);
  return hash("sha256", content, "hex").slice(0, 32);
}

/**
 * Text for a column that is searched: names of files and checks may hold what UTF-8 cannot carry. Two texts
 * are equal in this form exactly when they are equal.
 */
export function toColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The reverse of `toColumn`; undefined for what it did not make. */
export function fromColumn(column: string): string | undefined {
  if (!column.includes("\\")) return column;
  try {
    return JSON.parse(`"${column}"`) as string;
  } catch {
    return undefined;
  }
}

import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { StoreKey } from "../key.ts";

/** A value as stored in a row: JSON, deflated if it is long, and a seal over it and its place. */
export interface Sealed {
  readonly body: string | Uint8Array;
  readonly seal: string;
}

const COMPRESS_FROM = 2048;
/** Far above anything that is stored. Data that claims to be larger is not opened. */
export const MOST_BYTES: number = 64 * 1024 * 1024;

/** Seals the values of one place, such as a table, each under its own name there. */
export interface Sealer {
  seal(name: string, value: unknown): Sealed;
  /** Undefined if the seal is broken. Nothing is inflated or parsed before its seal is checked. */
  unseal(name: string, row: UnknownRow): unknown;
}

/**
 * What is unsealed at a place and under a name is exactly the value that was sealed there, whatever happened to the
 * bytes in between and whoever wrote them: sealing takes the user's key.
 */
export function createSealer(key: StoreKey, place: string): Sealer {
  return {
    seal(name, value) {
      const json = JSON.stringify(value);
      // A copy, because the result is part of a larger buffer that would stay in memory.
      const body = json.length < COMPRESS_FROM ? json : Buffer.from(deflateRawSync(json, { level: 1 }));
      return { body, seal: key.sign([place, name, body]) };
    },
    unseal(name, { body, seal }) {
      if (!(typeof body === "string" || body instanceof Uint8Array)) return undefined;
      if (typeof seal !== "string" || !key.hasSigned([place, name, body], seal)) return undefined;
      try {
        return JSON.parse(typeof body === "string" ? body : inflate(body));
      } catch {
        return undefined;
      }
    },
  };
}

function inflate(body: Uint8Array): string {
  return inflateRawSync(body, { maxOutputLength: MOST_BYTES }).toString("utf8");
}

type UnknownRow = { readonly body?: unknown; readonly seal?: unknown };

/**
 * Text for a searchable column: names of files and checks may contain what UTF-8 cannot encode. Two texts are equal in
 * this form exactly when they are equal.
 */
export function toColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The reverse of `toColumn`; undefined for anything that it did not make. */
export function fromColumn(column: string): string | undefined {
  if (!column.includes("\\")) return column;
  try {
    return JSON.parse(`"${column}"`) as string;
  } catch {
    return undefined;
  }
}

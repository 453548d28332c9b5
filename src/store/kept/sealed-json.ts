import { PRIVATE, readOwn, readOwnBytes, removeOwn, replaceOwn } from "../../system/own/own-file.ts";
import type { OwnPlace } from "../../system/own/own-place.ts";
import { within } from "../directory.ts";
import type { StoreKey } from "../key.ts";

/** Where a checkout stores something, and the key and engine of its writer. */
export interface SealedPlace {
  readonly dir: OwnPlace;
  readonly key: StoreKey;
  /** The version of the engine that may read it; null if any may. */
  readonly engine: string | null;
}

/** A file with one JSON value, after a line with its seal. */
export interface SealedFile {
  readonly name: string;
  /** The kind of content, as named in the seal. */
  readonly what: string;
  /** In bytes; more than is ever written. */
  readonly limit: number;
  /**
   * Whether the content must survive a crash of the machine, and the old content stays if it cannot be replaced.
   * Otherwise it may be lost.
   */
  readonly isDurable?: boolean;
}

/** JSON with its seal. */
export interface SealedJson {
  readonly seal: string;
  readonly json: string;
}

/** Seals a value under this name. */
export function sealJson(key: StoreKey, name: readonly string[], value: unknown): SealedJson {
  const json = JSON.stringify(value);
  return { seal: key.sign([...name, json]), json };
}

/** Undefined if it is damaged, or was not sealed with this key under this name. */
export function openJson(key: StoreKey, name: readonly string[], { seal, json }: SealedJson): unknown {
  if (!key.hasSigned([...name, json], seal)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Undefined if it is missing, damaged, not sealed with this key, or by another version of the engine. */
export function readSealed(place: SealedPlace, file: SealedFile): unknown {
  const text = readSealedText(place.dir, file);
  if (!text.endsWith("\n")) return undefined;
  const json = text.slice(text.indexOf("\n") + 1, -1);
  return openJson(place.key, nameOf(place, file), { seal: firstLine(text), json });
}

/** Replaces the file in one step. Returns its new seal; null if it could not be written. */
export function writeSealed(place: SealedPlace, file: SealedFile, value: unknown): string | null {
  const { seal, json } = sealJson(place.key, nameOf(place, file), value);
  return replaceText(place.dir, file, `${seal}\n${json}\n`) ? seal : null;
}

function nameOf({ engine }: SealedPlace, { what }: SealedFile): readonly string[] {
  return engine === null ? [what] : [what, engine];
}

export function firstLine(text: string): string {
  return text.slice(0, text.indexOf("\n"));
}

export function readSealedText(dir: OwnPlace, { name, limit }: SealedFile): string {
  const found = readOwn(within(dir, name), limit);
  return typeof found === "object" && "text" in found ? found.text : "";
}

export function replaceText(
  dir: OwnPlace,
  { name, isDurable = false }: SealedFile,
  text: string | Buffer,
): boolean {
  const place = within(dir, name);
  if (replaceOwn(place, text, { ...PRIVATE, flush: isDurable }) === "written") return true;
  // The old content must not pass for the new one.
  if (!isDurable) removeOwn(place);
  return false;
}

/** The length of a seal. */
const SEAL = 32;

/** The same for a binary file. */
export function readSealedBytes(place: SealedPlace, file: SealedFile): SealedBytes | undefined {
  const found = readOwnBytes(within(place.dir, file.name), file.limit);
  if (typeof found !== "object" || !("bytes" in found)) return undefined;
  const seal = found.bytes.toString("latin1", 0, SEAL);
  const bytes = found.bytes.subarray(SEAL);
  return place.key.hasSigned([...nameOf(place, file), bytes], seal) ? { seal, bytes } : undefined;
}

export interface SealedBytes {
  readonly seal: string;
  readonly bytes: Buffer;
}

export function writeSealedBytes(place: SealedPlace, file: SealedFile, bytes: Buffer): string | null {
  const seal = place.key.sign([...nameOf(place, file), bytes]);
  const sealed = Buffer.concat([Buffer.from(seal, "latin1"), bytes]);
  return replaceText(place.dir, file, sealed) ? seal : null;
}

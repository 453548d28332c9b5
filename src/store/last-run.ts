import { randomUUID } from "node:crypto";
import { PRIVATE, readOwn, removeOwn, replaceOwn } from "../system/own-file.ts";
import type { OwnPlace } from "../system/own-place.ts";
import { within } from "./directory.ts";
import type { StoreKey } from "./key.ts";

const NAME = "last-run.json";
/** Above what is ever written. */
const SIZE_LIMIT = 64 * 1024 * 1024;

/** Where the record is, and who wrote it. */
export interface LastRunPlace {
  readonly dir: OwnPlace;
  readonly key: StoreKey;
  /** The engine's version. */
  readonly engine: string;
}

/**
 * Reads what `writeLastRun` wrote, for a run that can tell from it that nothing is left to do: it takes one
 * small file, and no database. Undefined where there is none, where it is damaged or not sealed with this key, where
 * another version of the engine wrote it, and after anything in the store was thrown away.
 */
export function readLastRun({ dir, key, engine }: LastRunPlace): unknown {
  const text = read(dir);
  const json = text.slice(text.indexOf("\n") + 1, -1);
  if (!text.endsWith("\n") || !key.hasSigned(partsOf(engine, json), markOf(text))) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Replaces the record in one step and returns whether it could. `value` is anything that JSON can carry. */
export function writeLastRun({ dir, key, engine }: LastRunPlace, value: unknown): boolean {
  const json = JSON.stringify(value);
  return replace(dir, `${key.sign(partsOf(engine, json))}\n${json}\n`);
}

/** Forgets the record, and leaves a mark that no other record and no other forgetting has. */
export function forgetLastRun(dir: OwnPlace): string {
  const mark = `forgotten ${randomUUID()}`;
  return replace(dir, `${mark}\n`) ? mark : markLastRun(dir);
}

/** Differs after every change of the record. */
export function markLastRun(dir: OwnPlace): string {
  return markOf(read(dir));
}

function read(dir: OwnPlace): string {
  const found = readOwn(within(dir, NAME), SIZE_LIMIT);
  return typeof found === "object" && "text" in found ? found.text : "";
}

function markOf(text: string): string {
  return text.slice(0, text.indexOf("\n"));
}

function replace(dir: OwnPlace, text: string): boolean {
  const place = within(dir, NAME);
  if (replaceOwn(place, text, { ...PRIVATE, flush: false }) === "written") return true;
  // What was recorded before must not pass for the newer one.
  removeOwn(place);
  return false;
}

function partsOf(engine: string, json: string): readonly string[] {
  return ["last run", engine, json];
}

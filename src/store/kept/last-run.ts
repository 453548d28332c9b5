import { randomUUID } from "node:crypto";
import type { OwnPlace } from "../../system/own/own-place.ts";
import {
  firstLine,
  readSealed,
  readText,
  replaceText,
  type SealedFile,
  type SealedPlace,
  writeSealed,
} from "./sealed-json.ts";

const LAST_RUN: SealedFile = { name: "last-run.sealed", what: "the last run, 3", limit: 64 * 1024 * 1024 };

/**
 * Reads what `writeLastRun` wrote, for a run that can tell from it that nothing is left to do: it takes one
 * small file, and no database. Undefined if there is none, where it is damaged or not sealed with this key, where
 * another version of the engine wrote it, and after anything in the store was thrown away.
 */
export function readLastRun(place: SealedPlace): unknown {
  return readSealed(place, LAST_RUN);
}

/**
 * Replaces the record in one step. Its mark; null if it could not be written. `value` is anything that JSON can
 * carry.
 */
export function writeLastRun(place: SealedPlace, value: unknown): string | null {
  return writeSealed(place, LAST_RUN, value);
}

/** Forgets the record, and leaves a mark that no other record and no other forgetting has. */
export function forgetLastRun(dir: OwnPlace): string {
  const mark = `forgotten ${randomUUID()}`;
  return replaceText(dir, LAST_RUN, `${mark}\n`) ? mark : markLastRun(dir);
}

/** Differs after every change of the record. */
export function markLastRun(dir: OwnPlace): string {
  return firstLine(readText(dir, LAST_RUN));
}

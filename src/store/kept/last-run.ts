import { randomUUID } from "node:crypto";
import { absolute, type OwnPlace } from "../../system/own/own-place.ts";
import { within } from "../directory.ts";
import {
  firstLine,
  readSealed,
  readSealedText,
  replaceText,
  type SealedFile,
  type SealedPlace,
  writeSealed,
} from "./sealed-json.ts";

const LAST_RUN: SealedFile = { name: "last-run.sealed", what: "the last run, 3", limit: 64 * 1024 * 1024 };

/**
 * Reads what `writeLastRun` wrote, so that a run can find out from one small file, without the database, that nothing
 * is left to do. Undefined if there is none, if it is damaged or not sealed with this key, if another version of the
 * engine wrote it, or if anything in the store was deleted since.
 */
export function readLastRun(place: SealedPlace): unknown {
  return readSealed(place, LAST_RUN);
}

/** Replaces the record in one step. Returns its edition; null if it could not be written. `value` is any JSON. */
export function writeLastRun(place: SealedPlace, value: unknown): string | null {
  return writeSealed(place, LAST_RUN, value);
}

/** Forgets the record. Leaves a unique edition. */
export function forgetLastRun(dir: OwnPlace): string {
  const edition = `forgotten ${randomUUID()}`;
  return replaceText(dir, LAST_RUN, `${edition}\n`) ? edition : lastRunEdition(dir);
}

/** Where the record is. */
export function lastRunFile(dir: OwnPlace): string {
  return absolute(within(dir, LAST_RUN.name));
}

/** Changes with every change of the record. */
export function lastRunEdition(dir: OwnPlace): string {
  return firstLine(readSealedText(dir, LAST_RUN));
}

import { randomUUID } from "node:crypto";
import { listOwn } from "../../system/own/own-directory.ts";
import { appendOwn, PRIVATE, readOwn, removeOwn, renameOwn } from "../../system/own/own-file.ts";
import type { OwnPlace } from "../../system/own/own-place.ts";
import type { IsShaped } from "../database/shape.ts";
import { within } from "../directory.ts";
import type { StoreKey } from "../key.ts";
import type { RunRecord } from "../records/records.ts";
import { openJson, sealJson } from "./sealed-json.ts";

const NAME = "runs.jsonl";
const JOURNAL = ["journal"];
/** A journal that nobody reads must not grow forever. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Notes a run without opening the database; the next run that opens it moves the entry into the history. False if it
 * could not be noted.
 */
export function appendToJournal(dir: OwnPlace, key: StoreKey, run: RunRecord): boolean {
  // The line end comes first, so that a half-written line does not spoil the next one.
  const { seal, json } = sealJson(key, JOURNAL, run);
  const line = `\n${seal} ${json}`;
  return appendOwn(within(dir, NAME), line, { ...PRIVATE, limit: MAX_BYTES }) === "written";
}

export interface DrainOptions {
  readonly dir: OwnPlace;
  readonly key: StoreKey;
  readonly shape: IsShaped<RunRecord>;
  /** Returns whether all of them are stored. */
  readonly take: (runs: readonly RunRecord[]) => boolean;
}

/**
 * Gives the journal's runs to `take`, oldest first, and empties the journal if `take` says that all are stored. If it
 * is killed in between, they are given again: `take` knows which runs it has already. Skips broken lines.
 */
export function drainJournal({ dir, key, shape, take }: DrainOptions): void {
  const names = listOwn(dir);
  if (!Array.isArray(names)) return;
  for (const name of (names as readonly string[]).filter((each) => each.startsWith(NAME))) {
    const claimed = name === NAME ? `${NAME}.${randomUUID()}` : name;
    // Another process may have claimed it; what cannot be claimed waits for the next run.
    if (claimed !== name && renameOwn(within(dir, name), claimed) !== "written") continue;
    const found = readOwn(within(dir, claimed), 2 * MAX_BYTES);
    if (found === "absent") continue;
    const lines = typeof found === "object" && "text" in found ? found.text.split("\n") : [];
    const runs = lines.flatMap((line) => readRun(line, key, shape));
    if (runs.length === 0 || take(runs)) removeOwn(within(dir, claimed));
  }
}

function readRun(line: string, key: StoreKey, shape: IsShaped<RunRecord>): readonly RunRecord[] {
  const space = line.indexOf(" ");
  const run = openJson(key, JOURNAL, { seal: line.slice(0, space), json: line.slice(space + 1) });
  return shape(run) ? [run] : [];
}

import { randomUUID } from "node:crypto";
import { listOwn } from "../../system/own/own-directory.ts";
import { appendOwn, PRIVATE, readOwn, removeOwn, renameOwn } from "../../system/own/own-file.ts";
import type { OwnPlace } from "../../system/own/own-place.ts";
import type { Shape } from "../database/shape.ts";
import { within } from "../directory.ts";
import type { StoreKey } from "../key.ts";
import type { RunRecord } from "../records/records.ts";
import { openJson, sealJson } from "./sealed-json.ts";

const NAME = "runs.jsonl";
const JOURNAL = ["journal"];
/** A journal that nobody reads is not written for ever. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Notes a run without opening the database; the next one that does takes it into the history. False if it
 * could not be noted.
 */
export function appendToJournal(dir: OwnPlace, key: StoreKey, run: RunRecord): boolean {
  // Its end comes first, so that a line of which only a part was written does not take the next one with it.
  const { seal, json } = sealJson(key, JOURNAL, run);
  const line = `\n${seal} ${json}`;
  return appendOwn(within(dir, NAME), line, { ...PRIVATE, limit: MAX_BYTES }) === "written";
}

export interface DrainOptions {
  readonly dir: OwnPlace;
  readonly key: StoreKey;
  readonly shape: Shape<RunRecord>;
  /** Says whether all is kept. */
  readonly take: (runs: readonly RunRecord[]) => boolean;
}

/**
 * Gives what is in the journal, oldest first, to `take`, and empties it if that says that all is kept. Killed in
 * between, it is given again: whoever takes a run knows whether it is known already. Broken lines are passed over.
 */
export function drainJournal({ dir, key, shape, take }: DrainOptions): void {
  const names = listOwn(dir);
  if (!Array.isArray(names)) return;
  for (const name of (names as readonly string[]).filter((each) => each.startsWith(NAME))) {
    const claimed = name === NAME ? `${NAME}.${randomUUID()}` : name;
    // Anyone who was faster has it, and what cannot be claimed stays for the next one.
    if (claimed !== name && renameOwn(within(dir, name), claimed) !== "written") continue;
    const found = readOwn(within(dir, claimed), 2 * MAX_BYTES);
    if (found === "absent") continue;
    const lines = typeof found === "object" && "text" in found ? found.text.split("\n") : [];
    const runs = lines.flatMap((line) => readRun(line, key, shape));
    if (runs.length === 0 || take(runs)) removeOwn(within(dir, claimed));
  }
}

function readRun(line: string, key: StoreKey, shape: Shape<RunRecord>): readonly RunRecord[] {
  const space = line.indexOf(" ");
  const run = openJson(key, JOURNAL, { seal: line.slice(0, space), json: line.slice(space + 1) });
  return shape(run) ? [run] : [];
}

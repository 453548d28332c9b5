import { hash, randomUUID } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunRecord } from "./records.ts";
import type { Shape } from "./shape.ts";

const NAME = "runs.jsonl";
/** A journal that nobody reads is not written for ever. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Notes a run without opening the database; the next one that does takes it into the history. False where it
 * could not be noted.
 */
export function appendToJournal(dir: string, run: RunRecord): boolean {
  const file = join(dir, NAME);
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) return false;
    // One write to a file that is only appended to: lines of two processes do not mix.
    // Its end comes first, so that a line of which only a part was written does not take the next one with it.
    appendFileSync(file, `\n${seal(JSON.stringify(run))}`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Gives what is in the journal, oldest first, to `take`, and empties it if that says that all is kept. Killed in
 * between, it is given again: whoever takes a run knows whether it is known already. Broken lines are passed over.
 */
export function drainJournal(
  dir: string,
  shape: Shape<RunRecord>,
  take: (runs: readonly RunRecord[]) => boolean,
): void {
  try {
    const names = readdirSync(dir).filter((name) => name.startsWith(NAME));
    for (const name of names) {
      const claimed = name === NAME ? `${NAME}.${randomUUID()}` : name;
      if (claimed !== name) renameSync(join(dir, name), join(dir, claimed));
      const runs = readRuns(join(dir, claimed), shape);
      if (runs.length === 0 || take(runs)) rmSync(join(dir, claimed), { force: true });
    }
  } catch {
    // It stays for the next one; history is not worth a failure.
  }
}

function readRuns(file: string, shape: Shape<RunRecord>): readonly RunRecord[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const json = line.slice(line.indexOf(" ") + 1);
      if (line !== seal(json)) return [];
      const run: unknown = JSON.parse(json);
      return shape(run) ? [run] : [];
    });
}

function seal(json: string): string {
  return `${hash("sha256", json, "hex").slice(0, 32)} ${json}`;
}

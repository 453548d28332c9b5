import { hash, randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NAME = "last-run.json";

/**
 * Reads what `writeLastRun` wrote, for a run that can tell from it that nothing is left to do: it takes one
 * small file, and no database. Undefined where there is none, where it is damaged, where another version
 * of the engine wrote it, and after anything in the store was thrown away.
 */
export function readLastRun(dir: string, engine: string): unknown {
  try {
    const text = readFileSync(join(dir, NAME), "utf8");
    const json = text.slice(text.indexOf("\n") + 1, -1);
    return text === format(engine, json) ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the record in one step and returns whether it could. `value` is anything that JSON can carry. */
export function writeLastRun(dir: string, engine: string, value: unknown): boolean {
  return replace(dir, format(engine, JSON.stringify(value)));
}

/** Forgets the record, and leaves a mark that no other record and no other forgetting has. */
export function forgetLastRun(dir: string): string {
  const mark = `forgotten ${randomUUID()}`;
  return replace(dir, `${mark}\n`) ? mark : markLastRun(dir);
}

/** Differs after every change of the record. */
export function markLastRun(dir: string): string {
  try {
    const text = readFileSync(join(dir, NAME), "utf8");
    return text.slice(0, text.indexOf("\n"));
  } catch {
    return "";
  }
}

function replace(dir: string, text: string): boolean {
  const draft = join(dir, `${NAME}.${randomUUID()}`);
  try {
    writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
    renameSync(draft, join(dir, NAME));
    return true;
  } catch {
    // What was recorded before must not pass for the newer one.
    remove(draft);
    remove(join(dir, NAME));
    return false;
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Then it could not have been replaced either.
  }
}

function format(engine: string, json: string): string {
  return `${hash("sha256", `${engine}\0${json}`, "hex")}\n${json}\n`;
}

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { listDirectory } from "./list-directory.ts";
import { replaceFile } from "./state-file.ts";

export interface Lock {
  release(): void;
}

/** Why there is no lock: somebody has it, or the disk does not let us. */
export type LockRefusal =
  | { readonly type: "held"; readonly pid: number; readonly host: string }
  | { readonly type: "impossible"; readonly reason: string };

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells a process from a later one with the same number. */
  readonly born: string;
}

/**
 * Takes a lock among processes, without waiting. The lock is the file with the highest number, and whoever makes
 * the next one has it: so a lock whose holder has died can be followed by exactly one other. The highest file is
 * only ever removed by whoever made a higher one.
 */
export function tryLock(directory: string, name: string): Lock | LockRefusal {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), born: birthOf(process.pid) });
  const draft = join(directory, `${name}.lock.${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(draft, own, { flag: "wx" });
    for (;;) {
      const last = highest(directory, name);
      const holder = last === 0 ? null : readHolder(lockFile(directory, name, last));
      if (holder !== null && isAlive(holder)) return { type: "held", pid: holder.pid, host: holder.host };
      const file = lockFile(directory, name, last + 1);
      if (!link(draft, file)) continue;
      // Somebody may have gone further between our look and our link: then this number is of the past.
      if (highest(directory, name) !== last + 1) {
        remove(file);
        continue;
      }
      tidy(directory, name, last + 1);
      return { release: () => void replaceFile(file, "free") };
    }
  } catch (error) {
    return { type: "impossible", reason: (error as Error).message };
  } finally {
    remove(draft);
  }
}

/** Takes a lock that is only ever held for a moment; waits for it for a while. */
export async function takeLock(directory: string, name: string): Promise<Lock | LockRefusal> {
  for (let tries = 0; ; tries++) {
    const lock = tryLock(directory, name);
    if ("release" in lock || lock.type === "impossible" || tries >= TRIES) return lock;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const PAUSE_MS = 20;
const TRIES = 1500;

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The directory cannot be used, which is what the caller is told.
  }
}

function lockFile(directory: string, name: string, number: number): string {
  return join(directory, `${name}.lock.${number}`);
}

function numbers(directory: string, name: string): readonly number[] {
  const names = listDirectory(directory);
  const prefix = `${name}.lock.`;
  return (typeof names === "string" ? [] : names)
    .filter((each) => each.startsWith(prefix) && /^\d{1,12}$/.test(each.slice(prefix.length)))
    .map((each) => Number(each.slice(prefix.length)));
}

function highest(directory: string, name: string): number {
  return Math.max(0, ...numbers(directory, name));
}

/** Removes the locks of the past, and what processes that are gone have left. */
function tidy(directory: string, name: string, current: number): void {
  for (const number of numbers(directory, name))
    if (number < current) rmSync(lockFile(directory, name, number), { force: true });
  const names = listDirectory(directory);
  for (const each of typeof names === "string" ? [] : names) {
    const [, pid] = /\.lock\.(?:\d+\.|(\d+)-)[0-9a-f]{12}\.tmp$/.exec(each) ?? [];
    if (each.startsWith(`${name}.lock.`) && each.endsWith(".tmp") && !isRunning(Number(pid ?? 0)))
      rmSync(join(directory, each), { force: true });
  }
}

/** Whether the name was free. */
function link(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Holder;
    return typeof value.pid === "number" ? value : null;
  } catch {
    return null;
  }
}

/** A process of another machine cannot be asked, so it counts as alive. */
function isAlive({ pid, host, born }: Holder): boolean {
  return host !== hostname() || (isRunning(pid) && birthOf(pid) === born);
}

function isRunning(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process was started, where the system tells; the same text for all where it does not. */
function birthOf(pid: number): string {
  if (process.platform !== "linux") return "";
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? "" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

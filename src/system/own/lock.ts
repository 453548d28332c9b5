import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { birthOf, isProcessAlive } from "../process/living-process.ts";
import { ensureOwnDirectory, listOwn } from "./own-directory.ts";
import { createOwn, linkOwn, readOwn, removeOwn, replaceOwn } from "./own-file.ts";
import { absolute, lstat, type OwnPlace, type Refused } from "./own-place.ts";

export interface Lock {
  release(): void;
}

/** Why there is no lock: somebody has it, or the disk does not allow it. */
export type LockRefusal =
  | { readonly type: "held"; readonly pid: number; readonly host: string }
  | { readonly type: "impossible"; readonly reason: string };

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells a process from a later one with the same id. */
  readonly born: string;
}

/**
 * Takes a lock among processes, without waiting. The lock is the file with the highest number, and the process that
 * creates the next one has it: so exactly one process can follow a holder that has died. Only the process that created
 * a higher file removes the highest one.
 *
 * @param abandonedAfter a lock that is this many milliseconds old, by the clock of the disk, belongs to nobody
 */
export function tryLock(
  directory: OwnPlace,
  name: string,
  abandonedAfter: number = Infinity,
): Lock | LockRefusal {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), born: birthOf(process.pid) });
  const draft = placeIn(directory, `${name}.lock.${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
  const ensured = ensureOwnDirectory(directory);
  if ("reason" in ensured) return impossible(ensured.reason);
  const drafted = createOwn(draft, own, { flush: false });
  if (drafted !== "written") return impossible(drafted === "exists" ? "its draft exists" : drafted.reason);
  try {
    for (;;) {
      const last = highest(directory, name);
      const holder = last === 0 ? null : readHolder(lockFile(directory, name, last));
      if (holder !== null && "refused" in holder) return impossible(holder.refused);
      const isHeld = holder !== null && isAlive(holder);
      if (isHeld && ageOf(lockFile(directory, name, last), draft) < abandonedAfter)
        return { type: "held", pid: holder.pid, host: holder.host };
      if (last >= MOST) return impossible(`${name}.lock.${last} leaves no number above it: remove it`);
      const file = lockFile(directory, name, last + 1);
      const linked = linkOwn(draft, basename(file.path));
      if (linked === "exists") continue;
      if (linked !== "written") return impossible(linked.reason);
      // Another process may have gone further between our look and our link: then this number is outdated.
      if (highest(directory, name) !== last + 1) {
        removeOwn(file);
        continue;
      }
      tidy(directory, name, last + 1);
      return { release: () => void replaceOwn(file, "free", { flush: false }) };
    }
  } finally {
    // If it cannot be removed, the directory cannot be used.
    removeOwn(draft);
  }
}

/** The room in a file's name. */
const MOST = 999_999_999_999;
/** No holder writes more. */
const LONGEST = 4096;

function impossible(reason: string): LockRefusal {
  return { type: "impossible", reason };
}

/** Takes a lock that is only held for a moment; waits for it for a while. */
export async function takeLock(directory: OwnPlace, name: string): Promise<Lock | LockRefusal> {
  for (let tries = 0; ; tries++) {
    const lock = tryLock(directory, name);
    if ("release" in lock || lock.type === "impossible" || tries >= TRIES) return lock;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const PAUSE_MS = 20;
const TRIES = 1500;

function placeIn({ base, path }: OwnPlace, name: string): OwnPlace {
  return { base, path: join(path, name) };
}

function lockFile(directory: OwnPlace, name: string, number: number): OwnPlace {
  return placeIn(directory, `${name}.lock.${number}`);
}

function namesIn(directory: OwnPlace): readonly string[] {
  const names = listOwn(directory);
  return typeof names === "object" && !("refused" in names) ? names : [];
}

function numbers(directory: OwnPlace, name: string): readonly number[] {
  const prefix = `${name}.lock.`;
  return namesIn(directory)
    .filter((each) => each.startsWith(prefix) && /^\d{1,12}$/.test(each.slice(prefix.length)))
    .map((each) => Number(each.slice(prefix.length)));
}

function highest(directory: OwnPlace, name: string): number {
  return Math.max(0, ...numbers(directory, name));
}

/** Removes old locks, and what dead processes have left. */
function tidy(directory: OwnPlace, name: string, current: number): void {
  for (const number of numbers(directory, name))
    if (number < current) removeOwn(lockFile(directory, name, number));
  for (const each of namesIn(directory)) {
    const [, pid] = /\.lock\.(?:\d+\.|(\d+)-)[0-9a-f]{12}\.tmp$/.exec(each) ?? [];
    if (each.startsWith(`${name}.lock.`) && each.endsWith(".tmp") && !isProcessAlive(Number(pid ?? 0)))
      removeOwn(placeIn(directory, each));
  }
}

function readHolder(file: OwnPlace): Holder | Refused | null {
  const read = readOwn(file, LONGEST);
  if (typeof read === "string") return null;
  if ("refused" in read) return read;
  try {
    const value = JSON.parse(read.text) as Holder;
    return typeof value.pid === "number" ? value : null;
  } catch {
    return null;
  }
}

/** A process on another machine cannot be checked, so it counts as alive. */
function isAlive({ pid, host, born }: Holder): boolean {
  return host !== hostname() || (isProcessAlive(pid) && birthOf(pid) === born);
}

/** How much older a file is than one that was just made, in milliseconds. */
function ageOf(file: OwnPlace, draft: OwnPlace): number {
  const changed = (place: OwnPlace): number => lstat(absolute(place))?.mtimeMs ?? Infinity;
  return changed(draft) - changed(file);
}

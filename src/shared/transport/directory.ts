import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readSmallBytes } from "../../system/files/small-file.ts";
import { type Lock, tryLock } from "../../system/own/lock.ts";
import { ensureOwnDirectory, sharedPermissions } from "../../system/own/own-directory.ts";
import { replaceOwn } from "../../system/own/own-file.ts";
import type { OwnPlace } from "../../system/own/own-place.ts";
import type { Transport } from "./transport.ts";

/**
 * A directory, such as on a disk that several machines mount. A file exists completely or not at all. Several processes
 * can write at once, and several users if the directory allows it.
 */
export function createDirectoryTransport(directory: string): Transport {
  const base = nearest(directory);
  const ensured = (): string | null => {
    const made = ensureOwnDirectory({ base, path: directory }, "as above");
    return "reason" in made ? made.reason : null;
  };
  return {
    place: directory,
    get: async (name, limit) => {
      const found = readSmallBytes(fileOf(directory, name), limit);
      if (typeof found !== "string") return { bytes: found };
      if (found !== "absent") return { trouble: "a file in it cannot be read" };
      // The first writer creates it; its parent must exist.
      return existsSync(dirname(directory)) ? "absent" : { trouble: "there is no such directory" };
    },
    put: async (name, bytes) => {
      const obstacle = ensured();
      if (obstacle !== null) return { trouble: obstacle };
      const file = fileOf(directory, name);
      const place = { base: directory, path: file };
      const made = ensureOwnDirectory({ base: directory, path: dirname(file) }, "as above");
      if ("reason" in made) return { trouble: made.reason };
      const written = replaceOwn(place, bytes, { flush: false, ...permissionsIn(dirname(file)) });
      return written === "written" ? "written" : { trouble: written.reason };
    },
    alone: async (name, work) => {
      const locks = { base: directory, path: "locks" };
      if (ensured() !== null || "reason" in ensureOwnDirectory(locks, "as above")) return work();
      const lock = await waitForLock(locks, name);
      try {
        return await work();
      } finally {
        lock?.release();
      }
    },
  };
}

/** The permissions of a file: others may read it if the directory is open to them. */
function permissionsIn(directory: string): { readonly permissions?: number } {
  const shared = sharedPermissions(directory);
  return shared === undefined ? {} : { permissions: shared & 0o666 };
}

const TRIES = 50;
const PAUSE_MS = 20;
/** Nobody writes this long: a process on another machine that has held a lock since before was ended. */
const ABANDONED_MS = 60_000;

/** Null if somebody holds it for long: then what both write at once may be lost, which costs work. */
async function waitForLock(directory: OwnPlace, name: string): Promise<Lock | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const lock = tryLock(directory, name, ABANDONED_MS);
    if ("release" in lock) return lock;
    if (lock.type === "impossible") return null;
    await delay(PAUSE_MS);
  }
  return null;
}

/** Spread over directories, because there can be many. */
function fileOf(directory: string, name: string): string {
  return join(directory, name.slice(0, 2), name);
}

/** The directory itself, or its nearest existing parent: what the user named is trusted. */
function nearest(directory: string): string {
  const parent = dirname(directory);
  return parent === directory || existsSync(directory) ? directory : nearest(parent);
}

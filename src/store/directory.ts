import { randomUUID } from "node:crypto";
import { accessSync, constants, lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { isStoreFile } from "../paths/own-files.ts";
import { ensureOwnDirectory, listOwn } from "../system/own/own-directory.ts";
import { createOwn, readOwn, removeOwn, replaceOwn, type Unwritten } from "../system/own/own-file.ts";
import { absolute, lstat, type OwnPlace, shown } from "../system/own/own-place.ts";
import { SCHEMA_VERSION } from "./database/schema.ts";
import type { StoreKey } from "./key.ts";

const DATABASE = /^store-(\d+)\.(?:([0-9a-f]{8})\.)?(\d+)\.db$/;
const TAG = `Signature: 8a477f597d28d172789f06886806bc55
# A cache of the verification command. It can be deleted at any time.
`;

/** The databases in a directory. */
export interface Databases {
  /** With this schema and key, newest first. */
  readonly generations: readonly number[];
  /** What is there if none of ours is: a database of another version, or of another key. */
  readonly others: "another version" | "another key" | null;
}

/**
 * Creates a directory of the store for this user only, with files that keep it out of git and of backups. An existing
 * directory keeps its permissions, which someone chose. If it also contains something else, it gets no such files,
 * because they would hide that too. Null if it is ready.
 */
export function prepareDirectory(place: OwnPlace): Unwritten | null {
  const made = ensureOwnDirectory(place, 0o700);
  if ("reason" in made) return made;
  const names = listOwn(place);
  if (typeof names === "string") return { reason: `${absolute(place)} cannot be read` };
  if ("refused" in names) return { reason: names.refused, refused: names.refused };
  if (!names.every(isStoreFile)) return null;
  for (const [name, text] of [
    [".gitignore", "*\n"],
    ["CACHEDIR.TAG", TAG],
  ] as const) {
    const written = writeOnce(within(place, name), text);
    if (written !== "written") return written;
  }
  return null;
}

/** Why a directory that is only read cannot be used; null if it can. */
export function findObstacle(place: OwnPlace): Unwritten | "absent" | null {
  const names = listOwn(place);
  if (Array.isArray(names)) return null;
  if (typeof names === "object" && "refused" in names)
    return { reason: names.refused, refused: names.refused };
  if (names === "absent" && lstat(absolute(place)) === undefined) return "absent";
  const refused = `${shown(place)} is not a directory: move it away`;
  return names === "absent" ? { reason: refused, refused } : { reason: `${absolute(place)} cannot be read` };
}

/** The databases in a directory, even if it is read-only. */
export function findDatabases(place: OwnPlace, key: StoreKey): Databases {
  const names = listOwn(place);
  const found = (Array.isArray(names) ? (names as readonly string[]) : []).flatMap((name) => {
    const [, version, id, generation] = DATABASE.exec(name) ?? [];
    return version === undefined || !isCounted(generation)
      ? []
      : [{ version: Number(version), id, generation: Number(generation) }];
  });
  const current = found.filter(({ version }) => version === SCHEMA_VERSION);
  const ours = current.filter(({ id }) => id === key.id);
  const others = current.length > 0 ? "another key" : "another version";
  return {
    generations: ours.map(({ generation }) => generation).sort((one, other) => other - one),
    others: ours.length > 0 || found.length === 0 ? null : others,
  };
}

/** Whether a generation is a plain number. Any other name is not ours, and counting on from it would go wrong. */
function isCounted(generation: string | undefined): boolean {
  const number = Number(generation);
  return Number.isSafeInteger(number) && String(number) === generation;
}

/**
 * A damaged database is not repaired or moved: the next generation replaces it, under its own name. So processes that
 * still use the old one, or find the damage at the same time, cannot disturb each other. The key is part of the name
 * for the same reason: users with different keys leave each other's databases alone.
 */
export function databaseFile(place: OwnPlace, key: StoreKey, generation: number): string {
  return join(absolute(place), `store-${SCHEMA_VERSION}.${key.id}.${generation}.db`);
}

/**
 * Removes databases of older generations, databases of other versions and keys that nobody wrote to since `before`, old
 * files that tools kept for their next run, and temporary files of writers that were killed. What cannot be removed
 * stays.
 */
export function removeLeftovers(place: OwnPlace, current: string, before: number): void {
  const [, , id, generation] = DATABASE.exec(basename(current)) ?? [];
  const names = listOwn(place);
  for (const name of Array.isArray(names) ? (names as readonly string[]) : []) {
    const match = DATABASE.exec(name);
    const ours = match !== null && Number(match[1]) === SCHEMA_VERSION && match[2] === id;
    const superseded = ours && Number(match[3]) < Number(generation);
    const isOther = (match !== null && !ours) || /^(?:last-run\.sealed\.|increment-)/.test(name);
    if (superseded || (isOther && lastWritten(join(absolute(place), name)) < before))
      removeDatabase(within(place, name));
  }
}

/** It may be open in another process, or we may not remove it. It only costs space. */
function removeDatabase({ base, path }: OwnPlace): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) removeOwn({ base, path: path + suffix });
}

/** Whether the file and its directory are writable, found out by trying. */
export function isWritable(place: OwnPlace, file: string): boolean {
  const probe = within(place, `last-run.sealed.${randomUUID()}`);
  if (createOwn(probe, "", { flush: false }) !== "written") return false;
  removeOwn(probe);
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Bytes on disk of one database. */
export function measureDatabase(file: string): number {
  return ["", "-wal", "-shm"].reduce(
    (sum, suffix) => sum + (lstatSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** A place inside a directory. */
export function within({ base, path }: OwnPlace, name: string): OwnPlace {
  return { base, path: join(path, name) };
}

function lastWritten(file: string): number {
  const latest = ["", "-wal"].map(
    (suffix) => lstatSync(file + suffix, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...latest);
}

/** A damaged file is replaced, or else git would include the cache. Two processes that do this at once write the same. */
function writeOnce(place: OwnPlace, text: string): "written" | Unwritten {
  const found = readOwn(place, TAG.length);
  return typeof found === "object" && "text" in found && found.text === text
    ? "written"
    : replaceOwn(place, text, { flush: false });
}

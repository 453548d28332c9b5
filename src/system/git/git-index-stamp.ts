import { hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf, statPath } from "../files/file-stat.ts";

/**
 * Tells one state of the index of the repository around `directory` from another, without starting git. Git replaces
 * the file whenever it writes it, so equal stamps mean that nothing was written in between.
 */
export function indexStamp(directory: string): string {
  const repository = findGitDirectory(directory);
  if (repository === null) return "none";
  const stat = statPath(`${repository}/index`);
  return typeof stat === "string" ? stat : [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":");
}

/** What an entry of an index takes at least, whatever its path. */
const ENTRY = 64;

/** At most how many files git tracks here, roughly, without starting git. */
export function guessTracked(directory: string): number {
  const repository = findGitDirectory(directory);
  const stat = repository === null ? "absent" : statPath(`${repository}/index`);
  return typeof stat === "string" ? 0 : Math.floor(stat.size / ENTRY);
}

/** The longest checksum that git puts at the end of an index. */
const CHECKSUM = 32;

/**
 * The same permanently: equal checksums mean an index with equal content, whenever it was written. Git ends the file with
 * its checksum; if it was told not to, the whole file is read. Null if it cannot be read.
 */
export function indexChecksum(directory: string): string | null {
  const repository = findGitDirectory(directory);
  if (repository === null) return null;
  try {
    const file = openSync(`${repository}/index`, "r");
    try {
      const { size } = fstatSync(file);
      const end = Buffer.alloc(CHECKSUM);
      if (size < CHECKSUM || readSync(file, end, 0, CHECKSUM, size - CHECKSUM) !== CHECKSUM) return null;
      const hasChecksum = end.subarray(CHECKSUM - 20).some((byte) => byte !== 0);
      return `${size} ${hasChecksum ? end.toString("hex") : hash("sha256", readFileSync(file), "hex")}`;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return reasonOf(error) === "absent" ? "none" : null;
  }
}

/** Where the number of the index format is. From the fourth on, names are cut short. */
const FORMAT = 4;
const LAST_WITH_WHOLE_NAMES = 3;
/** Other names can be written in two ways. */
const ASCII = /^[ -~]+$/;

/**
 * Whether the index may name a path with this in it, found without starting git. True where that cannot be known, as where
 * a part of the index is in another file.
 */
export function mayBeInIndex(directory: string, name: string): boolean {
  const repository = findGitDirectory(directory);
  if (repository === null) return false;
  if (!ASCII.test(name)) return true;
  try {
    if (readdirSync(repository).some((each) => each.startsWith("sharedindex."))) return true;
    const index = readFileSync(`${repository}/index`);
    return index.readUInt32BE(FORMAT) > LAST_WITH_WHOLE_NAMES || index.includes(name);
  } catch (error) {
    return reasonOf(error) !== "absent";
  }
}

/** In a worktree or a submodule, `.git` is a file that names the place. */
export function findGitDirectory(directory: string): string | null {
  const candidate = `${directory}/.git`;
  const stat = statPath(candidate);
  if (typeof stat !== "string") {
    if (stat.kind !== "file" && stat.kind !== "executable") return candidate;
    const named = /^gitdir: (.*?)\r?\n*$/s.exec(readText(candidate))?.[1];
    return named === undefined ? null : resolve(directory, named);
  }
  const parent = dirname(directory);
  return parent === directory ? null : findGitDirectory(parent);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

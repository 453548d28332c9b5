import { hash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { encodePath } from "../../paths/encode-path.ts";
import { isOwnFile } from "../../paths/own-files.ts";

/** What was seen at a path, as a short text. Two equal states mean that a read finds the same now as then. */
export type PathState = string;

/**
 * What was read: the thing itself, the names in a directory, those of them that this tool did not write, or where a
 * path leads.
 */
export type PathAspect = "thing" | "names" | "others" | "place";

/** A state that never equals a later one. */
export const NEVER: PathState = "!";
const ABSENT: PathState = "-";
/** A larger file is not read for its state, even if it was just written. */
const READ_LIMIT = 4 * 1024 * 1024;
/** The coarsest clock of a file system in use has steps of two seconds. */
const GRANULARITY_MS = 2000;

/**
 * Describes a path: by its content if it was written so recently that it could be written again with the same times;
 * otherwise by its stats.
 */
export function describePath(path: string, aspect: PathAspect): PathState {
  const isOld = ({ mtimeMs, ctimeMs }: Stats): boolean =>
    Math.max(mtimeMs, ctimeMs) < Date.now() - GRANULARITY_MS;
  const seen = describeAs(path, aspect, isOld);
  if (aspect !== "names" || !STAMPED.test(seen)) return seen;
  // Read after its times, so that a name added in between counts once too often, and never too rarely.
  const names = describeAs(path, aspect, () => false);
  return names.startsWith("d=") ? `${seen}${NAMED}${names.slice(2)}` : seen;
}

/** For something that is not a link. */
const STAMPED = /^[\d.]+ [\d.]+ \d+ \d+ \d+$/;

/** Describes a path by its stats alone: changes after any write, even of the same bytes. */
export function describePathByTimes(path: string, aspect: PathAspect): PathState {
  return describeAs(path, aspect, () => true);
}

/**
 * Whether a path still has the same state. A directory in which files were replaced has other times but the same names.
 */
export function isPathUnchanged(path: string, aspect: PathAspect, state: PathState): boolean {
  if (state === NEVER) return false;
  const [stamped, names] = aspect === "names" ? state.split(NAMED) : [state];
  const byTimes = aspect === "place" || aspect === "others" || !stamped?.includes("=");
  if (describeAs(path, aspect, () => byTimes) === stamped) return true;
  return names !== undefined && describeAs(path, aspect, () => false).endsWith(`d=${names}`);
}

/** Between the times of a directory and its names. */
const NAMED = " names=";

function describeAs(path: string, aspect: PathAspect, isOld: (stats: Stats) => boolean): PathState {
  try {
    const at = encodePath(path);
    if (aspect === "others")
      return readdirSync(at)
        .filter((name) => !isOwnFile(name))
        .sort()
        .join("/");
    if (aspect === "place") return realpathSync(at, "buffer").toString("latin1");
    const own = lstatSync(at, { throwIfNoEntry: false });
    if (own === undefined) return ABSENT;
    const link = own.isSymbolicLink() ? `${stamp(own)}>` : "";
    const stats = link === "" ? own : statSync(at, { throwIfNoEntry: false });
    if (stats === undefined) return `${link}${ABSENT}`;
    if (aspect === "thing" && stats.isDirectory()) return `${link}d`;
    const isByTimes = isOld(stats) && (link === "" || isOld(own));
    const seen = isByTimes ? stamp(stats) : readContent(at, stats);
    return seen === NEVER ? NEVER : `${link}${seen}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? ABSENT : NEVER;
  }
}

function stamp({ mtimeMs, ctimeMs, size, ino, mode }: Stats): string {
  return `${mtimeMs} ${ctimeMs} ${size} ${ino} ${mode}`;
}

/** A link that was just made is still known by its times: it cannot be written, only replaced. */
function readContent(path: string | Buffer, stats: Stats): PathState {
  if (stats.isDirectory()) return `d=${digest(readdirSync(path, "buffer").sort(Buffer.compare).join("\0"))}`;
  if (!stats.isFile() || stats.size > READ_LIMIT) return NEVER;
  return `${stats.mode}=${digest(readFileSync(path))}`;
}

function digest(content: string | Buffer): string {
  return hash("sha256", content, "hex").slice(0, 32);
}

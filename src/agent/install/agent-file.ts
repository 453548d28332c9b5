import { dirname, relative, sep } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { statPath } from "../../system/files/file-stat.ts";
import { ensureOwnDirectory, listOwn, unmakeDirectories } from "../../system/own/own-directory.ts";
import { readOwnBytes, removeOwn, replaceOwn } from "../../system/own/own-file.ts";
import { absolute, type OwnPlace } from "../../system/own/own-place.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";

/** More than any settings file has. */
const LONGEST = 1024 * 1024;

/** The text of an agent's file; null if there is none. Refuses a file that would be damaged by writing it. */
export function readAgentFile(place: OwnPlace): Result<string | null> {
  const read = readOwnBytes(place, LONGEST);
  if (read === "absent") return succeed(null);
  if (typeof read === "string")
    return fail(unreadable(place, "It cannot be read, or is not a regular file."));
  if ("refused" in read) return fail(unreadable(place, `${read.refused}.`));
  const text = read.bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(read.bytes)) return fail(unreadable(place, "It is not UTF-8."));
  return succeed(text);
}

/** Writes a file, or removes it and the directories that become empty. Null on success. */
export function writeAgentFile(place: OwnPlace, text: string | null): Failure | null {
  if (text === null) {
    const removed = removeOwn(place);
    if (removed === "removed") removeEmptyAbove(place);
    return removed === "removed" ? null : unreadable(place, `It cannot be removed: ${removed.reason}.`);
  }
  const stat = statPath(absolute(place));
  const permissions = typeof stat === "string" ? {} : { permissions: stat.mode & 0o7777 };
  const ensured = ensureOwnDirectory({ base: place.base, path: dirname(absolute(place)) });
  const written = "reason" in ensured ? ensured : replaceOwn(place, text, permissions);
  return written === "written" ? null : unreadable(place, `It cannot be written: ${written.reason}.`);
}

/** The line and column of an error in a text. */
export function locateInText(file: string, text: string, at: number): NonNullable<Failure["at"]> {
  const before = text.slice(0, at).split("\n");
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** For people: relative to the base, or absolute if the base is not the repository's root. */
export function shownPath(place: OwnPlace, root: string | null): string {
  const path = absolute(place);
  return root === null ? path : relative(root, path).split(sep).join("/");
}

function removeEmptyAbove(place: OwnPlace): void {
  const { base } = place;
  for (let at = dirname(absolute(place)); at !== base && isWithin(base, at); at = dirname(at)) {
    const inside = listOwn({ base, path: at });
    if (!Array.isArray(inside) || inside.length > 0) return;
    unmakeDirectories([at]);
  }
}

function unreadable(place: OwnPlace, message: string): Failure {
  return { kind: "usage", message: `${message} Nothing was written.`, at: { file: absolute(place) } };
}

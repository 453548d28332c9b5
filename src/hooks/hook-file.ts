import { dirname } from "node:path";
import { statPath } from "../system/files/file-stat.ts";
import { ensureOwnDirectory, listOwn } from "../system/own/own-directory.ts";
import { readOwn, removeOwn, replaceOwn, type Unwritten } from "../system/own/own-file.ts";
import type { Failure } from "../vocabulary/failure.ts";
import type { HookPlace } from "./locate-hook.ts";

/** Why we must not write a file. */
export interface Obstacle {
  readonly why: string;
  /** What to do if the lines cannot be added by hand either; null if they can. */
  readonly advice: string | null;
}

/** An existing hook. */
export interface FoundHook {
  /** Null if there is none, or if it cannot be read. */
  readonly text: string | null;
  readonly mode: number;
  /** Null if we may write its file. */
  readonly obstacle: Obstacle | null;
  /** Git ignores a hook that is not executable. */
  readonly isOff: boolean;
}

const LONGEST = 1024 * 1024;
const NAMES = { directory: "directory", special: "device, pipe or socket" } as const;

function leave(why: string): Obstacle {
  return { why, advice: null };
}

/** Reads the file of a hook, and says whether it may be written. */
export function readHook(place: HookPlace): FoundHook {
  const { base, file, manager, isShared, hooksDirectory } = place;
  const none = { text: null, mode: 0, isOff: false };
  const directory = statPath(hooksDirectory);
  if (
    manager === "git" &&
    typeof directory !== "string" &&
    !["directory", "symlink"].includes(directory.kind)
  ) {
    const why = `git runs no hooks here: it looks for them in ${hooksDirectory}, which is not a directory (core.hooksPath)`;
    return { ...none, obstacle: { why, advice: "Unset core.hooksPath, or set it to a directory." } };
  }
  const behind = listOwn({ base, path: dirname(file) });
  if (typeof behind === "object" && "refused" in behind) return { ...none, obstacle: leave(behind.refused) };
  const stat = statPath(file);
  const shared =
    manager === "git" && isShared
      ? leave(`other repositories may have their hooks in ${hooksDirectory} too (core.hooksPath)`)
      : null;
  if (stat === "absent") return { text: null, mode: 0o755, obstacle: shared, isOff: false };
  const unread = { ...none, obstacle: leave("there is already a hook, and it cannot be read") };
  if (stat === "unreadable") return unread;
  if (stat.kind === "symlink")
    return { ...none, obstacle: leave("there is already a hook, and it is not a regular file") };
  if (stat.kind === "directory" || stat.kind === "special")
    return {
      ...none,
      obstacle: { why: `there is a ${NAMES[stat.kind]} in its place`, advice: "Move it away." },
    };
  const read = readOwn({ base, path: file }, LONGEST);
  if (typeof read === "string") return unread;
  if ("refused" in read) return { ...none, obstacle: leave(read.refused) };
  const isOff = manager === "git" && stat.kind === "file" && process.platform !== "win32";
  return { text: read.text, mode: stat.mode, obstacle: shared, isOff };
}

/** Writes a hook, or the file that decides what it does. Git runs only executable hooks. */
export function writeHook({ base, file }: HookPlace, text: string, mode: number): Failure | null {
  const ensured = ensureOwnDirectory({ base, path: dirname(file) });
  const written =
    "reason" in ensured ? ensured : replaceOwn({ base, path: file }, text, { permissions: mode & 0o7777 });
  return written === "written" ? null : unwrittenHook(file, written);
}

/** Removes a hook that is empty now. */
export function removeHook({ base, file }: HookPlace): Failure | null {
  const removed = removeOwn({ base, path: file });
  return removed === "removed" ? null : unwrittenHook(file, removed);
}

function unwrittenHook(file: string, { reason }: Unwritten): Failure {
  return { kind: "usage", message: `The hook could not be written: ${reason}.`, value: file };
}

import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { statPath } from "../system/file-stat.ts";
import { readSmallFile, replaceFile } from "../system/state-file.ts";
import type { Failure } from "../vocabulary/failure.ts";
import type { HookPlace } from "./locate-hook.ts";

/** A hook as it is. */
export interface FoundHook {
  /** Null where there is none, or where it cannot be read. */
  readonly text: string | null;
  readonly mode: number;
  /** Why its file is not ours to write; null where it is. */
  readonly obstacle: string | null;
  /** Git overlooks a hook that is not executable. */
  readonly isOff: boolean;
}

const LONGEST = 1024 * 1024;

/** Reads what is in the place of a hook, and says whether it may be written. */
export function readHook(place: HookPlace): FoundHook {
  const { file, manager, isShared, hooksDirectory } = place;
  const stat = statPath(file);
  const shared =
    manager === "git" && isShared
      ? `other repositories may have their hooks in ${hooksDirectory} too (core.hooksPath)`
      : null;
  if (stat === "absent") return { text: null, mode: 0o755, obstacle: shared, isOff: false };
  const none = { text: null, mode: 0, isOff: false };
  if (stat === "unreadable") return { ...none, obstacle: "there is a hook already that cannot be read" };
  if (stat.kind !== "file" && stat.kind !== "executable")
    return { ...none, obstacle: "there is a hook already, and it is no plain file" };
  const read = readSmallFile(file, LONGEST);
  if (typeof read === "string") return { ...none, obstacle: "there is a hook already that cannot be read" };
  const isOff = manager === "git" && stat.kind === "file" && process.platform !== "win32";
  return { text: read.text, mode: stat.mode, obstacle: shared, isOff };
}

/** Writes a hook, or what decides what it does. Git runs only what is executable. */
export function writeHook(file: string, text: string, mode: number): Failure | null {
  const refused = (reason: string): Failure => ({
    kind: "usage",
    message: `The hook could not be written: ${reason}`,
    value: file,
  });
  try {
    mkdirSync(dirname(file), { recursive: true });
    const written = replaceFile(file, text);
    if (written !== "written") return refused(written.reason);
    chmodSync(file, mode & 0o7777);
    return null;
  } catch (error) {
    return refused((error as Error).message);
  }
}

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { encodePath } from "../vocabulary/path.ts";
import { reasonOf, type Unavailable } from "./file-stat.ts";

/** The text of a regular file. Anything else, or one that is larger than `limit` bytes, is "unreadable". */
export function readSmallFile(path: string, limit: number): { readonly text: string } | Unavailable {
  const bytes = readSmallBytes(path, limit);
  return typeof bytes === "string" ? bytes : { text: bytes.toString("utf8") };
}

/** The bytes of a regular file, under the same conditions. */
export function readSmallBytes(path: string, limit: number): Buffer | Unavailable {
  let fd: number;
  try {
    fd = openSync(encodePath(path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return reasonOf(error);
  }
  try {
    const stat = fstatSync(fd);
    return stat.isFile() && stat.size <= limit ? readFileSync(fd) : "unreadable";
  } catch (error) {
    return reasonOf(error);
  } finally {
    closeSync(fd);
  }
}

/**
 * Replaces a file in one step, also if the machine stops in the middle: the new text is on the disk before it
 * gets the name. A failure leaves the old file and nothing else.
 */
export function replaceFile(path: string, text: string): "written" | { readonly reason: string } {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const fd = openSync(temporary, "wx", 0o666);
    try {
      const bytes = Buffer.from(text, "utf8");
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
    removeLitter(path);
    return "written";
  } catch (error) {
    removeQuietly(temporary);
    return { reason: (error as Error).message };
  }
}

/** A writer that has been at it for longer was killed. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Removes what killed writers of this file have left beside it. By the clock of the file system alone. */
function removeLitter(path: string): void {
  try {
    const { mtimeMs } = statSync(path);
    const prefix = `${basename(path)}.`;
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(prefix) || !/^[0-9a-f]{12}\.tmp$/.test(name.slice(prefix.length))) continue;
      const litter = join(dirname(path), name);
      if (statSync(litter).mtimeMs < mtimeMs - ABANDONED_MS) removeQuietly(litter);
    }
  } catch {
    // It does no harm.
  }
}

/** What cannot be removed was never made, or nobody can. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Then there is nothing more to do about it.
  }
}

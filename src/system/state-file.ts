import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
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
    return "written";
  } catch (error) {
    removeQuietly(temporary);
    return { reason: (error as Error).message };
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

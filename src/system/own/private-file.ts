import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { ensureOwnDirectory } from "./own-directory.ts";
import { createOwn, linkOwn, PRIVATE, readOwnBytes, removeOwn } from "./own-file.ts";
import { lstat } from "./own-place.ts";

/** One sentence without its full stop: what is wrong with the file, and how to fix it. */
export interface PrivateFileProblem {
  readonly problem: string;
}

/** The text of a file that only its user can read or write; anything else is a problem. */
export function readPrivateFile(
  file: string,
  limit: number,
): { readonly text: string } | "absent" | PrivateFileProblem {
  const found = readPrivateBytes(file, limit);
  return typeof found === "object" && "bytes" in found ? { text: found.bytes.toString("utf8") } : found;
}

/** The same for a binary file. */
export function readPrivateBytes(
  file: string,
  limit: number,
): { readonly bytes: Buffer } | "absent" | PrivateFileProblem {
  const place = { base: dirname(file), path: file };
  try {
    const found = readOwnBytes(place, limit);
    if (found === "absent") return "absent";
    if (typeof found === "string") return { problem: `${file} cannot be read` };
    if ("refused" in found) return { problem: `${file}: ${found.refused}` };
    const { mode = 0, uid } = lstat(file) ?? {};
    const self = process.geteuid?.();
    if (self !== undefined && uid !== self)
      return { problem: `${file} belongs to another user: remove it, or change its owner` };
    const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
    return isOpen ? { problem: `${file} is open to other users: run chmod 600 ${file}` } : found;
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/**
 * Creates such a file, and its parent directories, if there is none. It exists completely or not at all: if several
 * processes create it at once, one succeeds, and for the others it exists.
 */
export function createPrivateFile(file: string, text: string): "created" | "exists" | PrivateFileProblem {
  const base = nearestDirectory(dirname(file));
  const made = ensureOwnDirectory({ base, path: dirname(file) }, 0o700);
  if ("reason" in made) return { problem: made.reason };
  const draft = { base, path: join(dirname(file), `.${randomBytes(6).toString("hex")}.tmp`) };
  const written = createOwn(draft, text, PRIVATE);
  if (written !== "written")
    return { problem: written === "exists" ? `${draft.path} is in the way: remove it` : written.reason };
  const linked = linkOwn(draft, basename(file));
  removeOwn(draft);
  if (linked === "written") return "created";
  return linked === "exists" ? "exists" : { problem: linked.reason };
}

function nearestDirectory(path: string): string {
  const parent = dirname(path);
  return parent === path || lstat(path) !== undefined ? path : nearestDirectory(parent);
}

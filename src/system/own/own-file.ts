import { randomBytes } from "node:crypto";
import {
  constants,
  ftruncateSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { reasonOf, type Unavailable } from "../files/file-stat.ts";
import {
  createAt,
  intoOpen,
  refuseOther,
  unlinkQuietly,
  withOpen,
  writeAll,
  type WriteOptions,
} from "./open-own.ts";
import {
  above,
  absolute,
  lstat,
  type OwnPlace,
  type Refused,
  refuseLinks,
  refuseStranger,
  shown,
  type Unwritten,
  unwritten,
} from "./own-place.ts";

/**
 * The one place that writes files. No link is followed below the base, whatever a repository contains: a name that is a
 * link, or is behind one, is refused. Directories are checked again once a file is open, before anything is read from
 * it or written to it.
 */

export type { Unwritten } from "./own-place.ts";

const { O_RDONLY, O_WRONLY, O_CREAT, O_APPEND } = constants;

/** For files that are only for this user. */
export const PRIVATE = { permissions: 0o600 } as const;

/** The text of a plain file. Anything else that is there, or a file of more than `limit` bytes, is "unreadable". */
export function readOwn(place: OwnPlace, limit: number): { readonly text: string } | Unavailable | Refused {
  const found = readOwnBytes(place, limit);
  return typeof found === "object" && "bytes" in found ? { text: found.bytes.toString("utf8") } : found;
}

/** The same for a binary file. */
export function readOwnBytes(
  place: OwnPlace,
  limit: number,
): { readonly bytes: Buffer } | Unavailable | Refused {
  try {
    return withOpen(place, { flags: O_RDONLY }, (fd, stats) => {
      if (!stats.isFile()) return "unreadable";
      const stranger = refuseStranger(place, stats);
      if (stranger !== null) return stranger;
      return stats.size <= limit ? { bytes: readFileSync(fd) } : "unreadable";
    });
  } catch (error) {
    return reasonOf(error);
  }
}

/** Creates a file if nothing has its name yet. */
export function createOwn(
  place: OwnPlace,
  content: string | Uint8Array,
  options: WriteOptions = {},
): "written" | "exists" | Unwritten {
  try {
    const refused = refuseLinks(place);
    if (refused !== null) return unwritten(refused);
    return createAt(place, content, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return "exists";
    return { reason: (error as Error).message };
  }
}

/**
 * Replaces a file in one step, even if the machine stops in the middle: the new content is on the disk before it gets
 * the name. A failure leaves the old file and nothing else.
 */
export function replaceOwn(
  place: OwnPlace,
  content: string | Uint8Array,
  options: WriteOptions = {},
): "written" | Unwritten {
  const path = absolute(place);
  const draft = { base: place.base, path: `${path}.${randomBytes(6).toString("hex")}.tmp` };
  try {
    const obstacle = refuseLinks(place) ?? refuseOther(place);
    if (obstacle !== null) return unwritten(obstacle);
    const drafted = createAt(draft, content, options);
    if (drafted !== "written") return drafted;
    const linked = refuseLinks(place);
    if (linked === null) renameSync(encodePath(draft.path), encodePath(path));
    else {
      unlinkQuietly(draft.path);
      return unwritten(linked);
    }
    removeLitter(path);
    return "written";
  } catch (error) {
    unlinkQuietly(draft.path);
    return { reason: (error as Error).message };
  }
}

/** Writes a file in place: its permissions and its other names stay, and there is no temporary file. */
export function overwriteOwn(place: OwnPlace, content: string | Uint8Array): "written" | Unwritten {
  return intoOpen(place, { flags: O_WRONLY | O_CREAT }, (fd) => {
    ftruncateSync(fd);
    writeAll(fd, content);
    return "written";
  });
}

/**
 * Appends to a file in one write, so that the additions of two processes do not mix. A file with more than `limit`
 * bytes gets no more.
 */
export function appendOwn(
  place: OwnPlace,
  content: string,
  { limit = Infinity, ...permissions }: { readonly limit?: number; readonly permissions?: number } = {},
): "written" | Unwritten {
  return intoOpen(place, { flags: O_WRONLY | O_CREAT | O_APPEND, ...permissions }, (fd, { size }) => {
    if (size > limit) return { reason: `${shown(place)} is full` };
    const bytes = Buffer.from(content, "utf8");
    const isWhole = writeSync(fd, bytes) === bytes.length;
    return isWhole ? "written" : { reason: `${shown(place)} took only a part of it` };
  });
}

/** Gives a file a second name in its directory, if nothing has that name yet. */
export function linkOwn(place: OwnPlace, name: string): "written" | "exists" | Unwritten {
  try {
    const linked = refuseLinks(place);
    if (linked !== null) return unwritten(linked);
    const path = absolute(place);
    linkSync(encodePath(path), encodePath(join(dirname(path), name)));
    return "written";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return "exists";
    return { reason: (error as Error).message };
  }
}

/** Renames a file in its directory, and replaces what has the new name. */
export function renameOwn(place: OwnPlace, name: string): "written" | Unwritten {
  try {
    const linked = refuseLinks(above(place));
    if (linked !== null) return unwritten(linked);
    const path = absolute(place);
    renameSync(encodePath(path), encodePath(join(dirname(path), name)));
    return "written";
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** Removes a name that is not a directory; for a link, the link itself. A missing file counts as removed. */
export function removeOwn(place: OwnPlace): "removed" | Unwritten {
  try {
    const linked = refuseLinks(above(place));
    if (linked !== null) return unwritten(linked);
    unlinkSync(encodePath(absolute(place)));
    return "removed";
  } catch (error) {
    return reasonOf(error) === "absent" ? "removed" : { reason: (error as Error).message };
  }
}

/** A writer that takes longer was killed. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Removes what killed writers of this file have left beside it. Uses only the clock of the file system. */
function removeLitter(path: string): void {
  try {
    const written = lstat(path)?.mtimeMs ?? 0;
    const prefix = `${basename(path)}.`;
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(prefix) || !/^[0-9a-f]{12}\.tmp$/.test(name.slice(prefix.length))) continue;
      const litter = join(dirname(path), name);
      if ((lstat(litter)?.mtimeMs ?? written) < written - ABANDONED_MS) unlinkQuietly(litter);
    }
  } catch {
    // It does no harm.
  }
}

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { encodePath } from "../vocabulary/path.ts";
import { reasonOf, type Unavailable } from "./file-stat.ts";
import {
  above,
  absolute,
  linkAt,
  lstat,
  refuseLinks,
  refuseStranger,
  shown,
  type OwnPlace,
  type Refused,
} from "./own-place.ts";

/**
 * The one place that writes files. No link is followed below the base, whatever a repository brings along: a name
 * that is a link, or that lies behind one, is refused. Directories are looked at again once a file is open, before
 * anything is read from it or written to it.
 */

/** Why nothing was written. `refused` is there, with the same text, where it could have been and must not be. */
export interface Unwritten {
  readonly reason: string;
  readonly refused?: string;
}

export interface WriteOptions {
  /** Exactly these, whatever the umask; without them, what the umask leaves of 0666. */
  readonly permissions?: number;
  /** Whether the bytes are on the disk before anyone sees them; they are unless this is false. */
  readonly flush?: boolean;
}

/** For what is nobody else's business. */
export const PRIVATE = { permissions: 0o600 } as const;

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants;
/** Windows has neither: there, looking at the name before and after has to do. A pipe must not make anyone wait. */
const CAREFULLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The text of a plain file. Anything else that is there, or a file of more than `limit` bytes, is "unreadable". */
export function readOwn(place: OwnPlace, limit: number): { readonly text: string } | Unavailable | Refused {
  try {
    return withOpen(place, { flags: O_RDONLY }, (fd, stats) => {
      if (!stats.isFile()) return "unreadable";
      const stranger = refuseStranger(place, stats);
      if (stranger !== null) return stranger;
      return stats.size <= limit ? { text: readFileSync(fd, "utf8") } : "unreadable";
    });
  } catch (error) {
    return reasonOf(error);
  }
}

/** Makes a file, where nothing has its name yet. */
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
 * Replaces a file in one step, also if the machine stops in the middle: the new content is on the disk before it
 * gets the name. A failure leaves the old file and nothing else.
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

/** Writes a file where it lies: its permissions and its other names stay, and nothing is ever beside it. */
export function overwriteOwn(place: OwnPlace, content: string | Uint8Array): "written" | Unwritten {
  return intoOpen(place, { flags: O_WRONLY | O_CREAT }, (fd) => {
    ftruncateSync(fd);
    writeAll(fd, content);
    return "written";
  });
}

/**
 * Adds to the end of a file in one write, so that what two processes add does not mix. A file with more than `limit`
 * bytes already gets no more.
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

/** Gives a file a second name in its directory, where nothing has that name yet. */
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

/** Gives a file another name in its directory, in place of what has it. */
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

/** Removes a name that is no directory: of a link, the link. What is not there is removed. */
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

export function unwritten({ refused }: Refused): Unwritten {
  return { reason: refused, refused };
}

interface OpenOptions {
  readonly flags: number;
  readonly permissions?: number;
}

function withOpen<T>(
  place: OwnPlace,
  { flags, permissions = 0o666 }: OpenOptions,
  work: (fd: number, stats: Stats) => T,
): T | Refused {
  const refused = refuseLinks(place) ?? (flags === O_RDONLY ? null : refuseOther(place));
  if (refused !== null) return refused;
  let fd: number;
  try {
    fd = openSync(encodePath(absolute(place)), flags | CAREFULLY, permissions);
  } catch (error) {
    // A link that has come between: what the systems say of it differs.
    if (["ELOOP", "EMLINK"].includes((error as NodeJS.ErrnoException).code ?? "")) return linkAt(place);
    throw error;
  }
  try {
    return refuseLinks(place) ?? work(fd, fstatSync(fd));
  } finally {
    closeSync(fd);
  }
}

function intoOpen(
  place: OwnPlace,
  options: OpenOptions,
  work: (fd: number, stats: Stats) => "written" | Unwritten,
): "written" | Unwritten {
  const write = (fd: number, stats: Stats): "written" | Unwritten | Refused =>
    stats.isFile() ? (refuseStranger(place, stats) ?? work(fd, stats)) : otherAt(place);
  try {
    const done = withOpen(place, options, write);
    return done === "written" || "reason" in done ? done : unwritten(done);
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** Refuses a directory, a pipe, a socket and a device in the place of a file. */
function refuseOther(place: OwnPlace): Refused | null {
  return lstat(absolute(place))?.isFile() === false ? otherAt(place) : null;
}

function otherAt(place: OwnPlace): Refused {
  return { refused: `${shown(place)} is no plain file: move it away` };
}

/** Throws what the file system throws; what was made by then is gone again, unless the name was taken. */
function createAt(
  place: OwnPlace,
  content: string | Uint8Array,
  { permissions, flush = true }: WriteOptions,
): "written" | Unwritten {
  const path = absolute(place);
  const fd = openSync(encodePath(path), O_WRONLY | O_CREAT | O_EXCL | CAREFULLY, permissions ?? 0o666);
  let isWhole = false;
  try {
    const linked = refuseLinks(place);
    if (linked !== null) return unwritten(linked);
    writeAll(fd, content);
    if (permissions !== undefined) fchmodSync(fd, permissions);
    if (flush) fsyncSync(fd);
    isWhole = true;
    return "written";
  } finally {
    closeSync(fd);
    if (!isWhole) unlinkQuietly(path);
  }
}

function writeAll(fd: number, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** A writer that has been at it for longer was killed. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Removes what killed writers of this file have left beside it. By the clock of the file system alone. */
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

/** What cannot be removed was never made, or nobody can. */
function unlinkQuietly(path: string): void {
  try {
    unlinkSync(encodePath(path));
  } catch {
    // Then there is nothing more to do about it.
  }
}

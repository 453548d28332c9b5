import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { encodePath } from "../../paths/encode-path.ts";
import {
  absolute,
  linkAt,
  lstat,
  type OwnPlace,
  type Refused,
  refuseLinks,
  refuseStranger,
  shown,
  type Unwritten,
  unwritten,
} from "./own-place.ts";

export interface WriteOptions {
  /** Exactly these, whatever the umask; by default 0666 without the umask. */
  readonly permissions?: number;
  /** Whether the bytes are on the disk before anyone sees them; default: true. */
  readonly flush?: boolean;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
/** Windows has neither: there, checking the name before and after must do. Opening a pipe must not block. */
const CAREFULLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface OpenOptions {
  readonly flags: number;
  readonly permissions?: number;
}

/** Throws what the file system throws. */
export function withOpen<T>(
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
    // A link that appeared in between: systems report it differently.
    if (["ELOOP", "EMLINK"].includes((error as NodeJS.ErrnoException).code ?? "")) return linkAt(place);
    throw error;
  }
  try {
    return refuseLinks(place) ?? work(fd, fstatSync(fd));
  } finally {
    closeSync(fd);
  }
}

/** Opens a plain file to write into it. */
export function intoOpen(
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

/** Refuses a directory, a pipe, a socket or a device instead of a file. */
export function refuseOther(place: OwnPlace): Refused | null {
  return lstat(absolute(place))?.isFile() === false ? otherAt(place) : null;
}

function otherAt(place: OwnPlace): Refused {
  return { refused: `${shown(place)} is not a regular file: move it away` };
}

/** Throws what the file system throws; removes what it had created, unless the name was taken. */
export function createAt(
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
    // By now the name may belong to another file.
    if (!isWhole && fstatSync(fd).ino === lstat(path)?.ino) unlinkQuietly(path);
    closeSync(fd);
  }
}

export function writeAll(fd: number, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** What cannot be removed was never created, or nobody can remove it. */
export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(encodePath(path));
  } catch {
    // There is nothing more to do about it.
  }
}

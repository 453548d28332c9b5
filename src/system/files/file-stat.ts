import { type BigIntStats, lstatSync, readlinkSync } from "node:fs";
import { encodePath } from "../../paths/encode-path.ts";

/** What the file system says about one path, without following links. */
export interface FileStat {
  /** "special" is a FIFO, a socket or a device. */
  readonly kind: "file" | "executable" | "symlink" | "directory" | "special";
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
  readonly mode: number;
}

/** Why there is nothing to read: it does not exist, or it cannot be read. */
export type Unavailable = "absent" | "unreadable";

/** Never opens anything and never throws. */
export function statPath(path: string): FileStat | Unavailable {
  try {
    const stats = lstatSync(encodePath(path), { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? "absent" : fileStat(stats);
  } catch (error) {
    return reasonOf(error);
  }
}

/** The bytes of a link's text. */
export function readLink(path: string): Buffer | Unavailable {
  try {
    return readlinkSync(encodePath(path), "buffer");
  } catch (error) {
    return reasonOf(error);
  }
}

export function fileStat(stats: BigIntStats): FileStat {
  const mode = Number(stats.mode);
  return {
    kind: kindOf(stats, mode),
    size: Number(stats.size),
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
    ino: stats.ino,
    mode,
  };
}

/** A path below something that is not a directory is absent. Anything that is not certainly absent is unreadable. */
export function reasonOf(error: unknown): Unavailable {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR" ? "absent" : "unreadable";
}

function kindOf(stats: BigIntStats, mode: number): FileStat["kind"] {
  if (stats.isFile()) return (mode & 0o100) === 0 ? "file" : "executable";
  if (stats.isSymbolicLink()) return "symlink";
  return stats.isDirectory() ? "directory" : "special";
}

import { readLink, statPath, type Unavailable } from "../system/files/file-stat.ts";
import { type HashAlgorithm, hashBlob, hashBlobFile } from "../system/files/hash-blob.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileEntry } from "../vocabulary/tree/snapshot.ts";
import { recordStands, type StatIndex } from "./stat-index.ts";

/** A file's entry, or why it has none. A directory is not a file: "absent". */
export type Reading = FileEntry | Unavailable;

/** Reads the content id of one file from its bytes. */
export type ContentReader = (path: RepoPath) => Promise<Reading>;

export interface ContentReaderOptions {
  readonly root: string;
  readonly algorithm: HashAlgorithm;
  /** If null, the bytes are read every time. */
  readonly stats: StatIndex | null;
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
}

/** After this many files, the process gets a chance to do something else. */
const BREATH = 256;

/**
 * Reads files as they are on disk now: a link by its text, a regular file by its bytes, and nothing that cannot be read
 * safely.
 */
export function createContentReader({ root, algorithm, stats, now }: ContentReaderOptions): ContentReader {
  let count = 0;
  return async (path) => {
    count += 1;
    if (count % BREATH === 0) await new Promise((resolve) => setImmediate(resolve));
    const absolute = `${root}/${path}`;
    const stat = statPath(absolute);
    if (typeof stat === "string") return stat;
    if (stat.kind === "directory") return "absent";
    if (stat.kind === "special") return "unreadable";
    if (stat.kind === "symlink") {
      const text = readLink(absolute);
      return typeof text === "string" ? text : { kind: "symlink", id: hashBlob(text, algorithm) };
    }
    const known = stats?.get(path);
    if (known !== undefined && known.id.length === ID_LENGTH[algorithm] && recordStands(known, stat)) {
      return { kind: stat.kind, id: known.id };
    }
    const recordedMs = now();
    const hashed = await hashBlobFile(absolute, algorithm);
    if (typeof hashed === "string") return hashed;
    const { size, mtimeNs, ctimeNs, ino, mode } = hashed.stat;
    if (hashed.stable) stats?.set(path, { size, mtimeNs, ctimeNs, ino, mode, recordedMs, id: hashed.id });
    return { kind: hashed.stat.kind === "executable" ? "executable" : "file", id: hashed.id };
  };
}

const ID_LENGTH: Readonly<Record<HashAlgorithm, number>> = { sha1: 40, sha256: 64 };

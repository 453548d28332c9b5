import { createHash, type Hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, read, readSync } from "node:fs";
import { promisify } from "node:util";
import { encodePath } from "../../paths/encode-path.ts";
import type { ContentId } from "../../vocabulary/tree/path.ts";
import { type FileStat, fileStat, reasonOf, type Unavailable } from "./file-stat.ts";

export type HashAlgorithm = "sha1" | "sha256";

export interface HashedFile {
  readonly id: ContentId;
  /** From before the bytes were read. */
  readonly stat: FileStat;
  /** Whether it was still the same afterwards. */
  readonly stable: boolean;
}

/** Up to this size a file is read at once, which is several times faster than a stream. */
const AT_ONCE = 1 << 20;
const ATTEMPTS = 3;

/** Windows does not have the flag. Opening a FIFO that replaced the file does not wait. */
const OPEN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Git's id of a blob with these bytes. */
export function hashBlob(bytes: Buffer, algorithm: HashAlgorithm): ContentId {
  return startBlob(bytes.length, algorithm).update(bytes).digest("hex") as ContentId;
}

/**
 * The blob id of a regular file's bytes, of any size. Links are not followed, and anything but a regular file is
 * "unreadable". So is a file whose length keeps changing while it is read.
 */
export async function hashBlobFile(
  path: string,
  algorithm: HashAlgorithm,
): Promise<HashedFile | Unavailable> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const hashed = await hashOnce(path, algorithm);
    if (hashed !== "changing") return hashed;
  }
  return "unreadable";
}

async function hashOnce(
  path: string,
  algorithm: HashAlgorithm,
): Promise<HashedFile | Unavailable | "changing"> {
  let fd: number;
  try {
    fd = openSync(encodePath(path), OPEN);
  } catch (error) {
    return reasonOf(error);
  }
  try {
    const stat = fileStat(fstatSync(fd, { bigint: true }));
    if (stat.kind !== "file" && stat.kind !== "executable") return "unreadable";
    const id =
      stat.size <= AT_ONCE
        ? hashAtOnce(fd, stat.size, algorithm)
        : await hashStream(fd, stat.size, algorithm);
    if (id === null) return "changing";
    return { id, stat, stable: sameStat(stat, fileStat(fstatSync(fd, { bigint: true }))) };
  } catch (error) {
    return reasonOf(error);
  } finally {
    closeSync(fd);
  }
}

function hashAtOnce(fd: number, size: number, algorithm: HashAlgorithm): ContentId | null {
  // One byte more than expected, so that a file that grew is noticed.
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(fd, buffer, length, buffer.length - length, length);
    if (count === 0) break;
    length += count;
  }
  return length === size ? hashBlob(buffer.subarray(0, length), algorithm) : null;
}

/** Piece by piece through one buffer, so that memory stays small and other work continues. */
async function hashStream(fd: number, size: number, algorithm: HashAlgorithm): Promise<ContentId | null> {
  const hash = startBlob(size, algorithm);
  const buffer = Buffer.allocUnsafe(AT_ONCE);
  let length = 0;
  for (;;) {
    const { bytesRead } = await readPiece(fd, buffer, 0, buffer.length, length);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return length === size ? (hash.digest("hex") as ContentId) : null;
}

const readPiece = promisify(read);

function startBlob(size: number, algorithm: HashAlgorithm): Hash {
  return createHash(algorithm).update(`blob ${size}\0`);
}

function sameStat(one: FileStat, other: FileStat): boolean {
  return (
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.kind === other.kind
  );
}

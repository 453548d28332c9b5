import { runGit } from "../../system/git/git.ts";
import type { ContentId } from "../../vocabulary/tree/path.ts";

export interface BlobOptions {
  readonly root: string;
  readonly ids: readonly ContentId[];
  /** Larger blobs are left out. */
  readonly maxBytes: number;
}

/** How much is kept in memory at once. */
const CHUNK_BYTES = 32 * 1024 * 1024;

/** Passes each blob that git has to `use`, one after the other. Leaves out what git does not have or cannot read. */
export async function readBlobs(
  { root, ids, maxBytes }: BlobOptions,
  use: (id: ContentId, bytes: Buffer) => void,
): Promise<void> {
  if (ids.length === 0) return;
  const sized = await runGit({ root, args: ["cat-file", "--batch-check", "--buffer"], input: lines(ids) });
  if (!sized.ok) return;
  const present = sized.stdout
    .toString("latin1")
    .split("\n")
    .flatMap((line) => {
      const [id, type, size] = line.split(" ");
      return type === "blob" && Number(size) <= maxBytes ? [{ id: id as ContentId, size: Number(size) }] : [];
    });
  for (const chunk of chunksOf(present)) {
    const read = await runGit({ root, args: ["cat-file", "--batch", "--buffer"], input: lines(chunk) });
    if (!read.ok) return;
    parseBatch(read.stdout, use);
  }
}

function lines(ids: readonly ContentId[]): Buffer {
  return Buffer.from(ids.map((id) => `${id}\n`).join(""));
}

function chunksOf(blobs: readonly { readonly id: ContentId; readonly size: number }[]): ContentId[][] {
  const chunks: ContentId[][] = [];
  let roomLeft = 0;
  for (const { id, size } of blobs) {
    if (roomLeft < size || chunks.length === 0) {
      chunks.push([]);
      roomLeft = CHUNK_BYTES;
    }
    chunks.at(-1)?.push(id);
    roomLeft -= size;
  }
  return chunks;
}

/**
 * `<id> blob <size>
 * <bytes>
 * `, and `<id> missing
 * ` for a blob that is gone by now.
 */
function parseBatch(output: Buffer, use: (id: ContentId, bytes: Buffer) => void): void {
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    if (end === -1) return;
    const [id, type, size] = output.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (type !== "blob") continue;
    use(id as ContentId, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
}

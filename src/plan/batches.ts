import { expandFiles, nameFile } from "../checks/name-files.ts";
import type { FileTaker } from "../vocabulary/check/tool.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/**
 * How many bytes of file names one command gets. Systems allow from 32 KiB (Windows) to 2 MiB (Linux) for
 * arguments and environment together; this leaves room for both.
 */
const MAX_BYTES = process.platform === "win32" ? 24 * 1024 : 128 * 1024;

export interface Batch {
  readonly args: readonly string[];
  readonly files: readonly RepoPath[];
}

/** Replaces `{files}` by files, in as many commands as needed, each with at most `limit` files. */
export function buildBatches(
  taker: FileTaker,
  files: readonly RepoPath[],
  limit = Infinity,
): readonly Batch[] {
  const batches: RepoPath[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    // A pointer to each argument counts too.
    const size = Buffer.byteLength(nameFile(file, taker)) + 16;
    if (bytes + size > MAX_BYTES || (batches.at(-1)?.length ?? 0) >= limit) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(file);
    bytes += size;
  }
  return batches.map((batch) => ({ files: batch, args: expandFiles(taker, batch) }));
}

import { runGit } from "../system/git.ts";
import type { ContentId } from "../vocabulary/path.ts";

export interface BlobOptions {
  readonly root: string;
  readonly ids: readonly ContentId[];
  /** Larger ones are left out. */
  readonly maxBytes: number;
}

/** The bytes of those blobs that git has here. Nothing is fetched, and without git there are none. */
export async function readBlobs({
  root,
  ids,
  maxBytes,
}: BlobOptions): Promise<ReadonlyMap<ContentId, Buffer>> {
  const found = new Map<ContentId, Buffer>();
  const listed = await runBatch(root, "--batch-check=%(objectname) %(objecttype) %(objectsize)", ids);
  const wanted = listed
    .toString("latin1")
    .split("\n")
    .flatMap((line) => {
      const [id = "", type, size] = line.split(" ");
      return type === "blob" && Number(size) <= maxBytes ? [id as ContentId] : [];
    });
  const output = await runBatch(root, "--batch", wanted);
  // `<id> blob <size>\n<bytes>\n`
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    const [id = "", , size] = output.toString("latin1", at, end).split(" ");
    const start = end + 1;
    found.set(id as ContentId, output.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return found;
}

async function runBatch(root: string, option: string, ids: readonly ContentId[]): Promise<Buffer> {
  if (ids.length === 0) return Buffer.alloc(0);
  const asked = await runGit({ root, args: ["cat-file", option], input: Buffer.from(`${ids.join("\n")}\n`) });
  return asked.ok ? asked.stdout : Buffer.alloc(0);
}

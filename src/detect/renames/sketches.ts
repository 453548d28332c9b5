import { hashBlob } from "../../system/files/hash-blob.ts";
import { readSmallBytes } from "../../system/files/small-file.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry } from "../../vocabulary/tree/snapshot.ts";
import { readBlobs } from "../git/blobs.ts";
import type { Baseline } from "../past/baseline.ts";
import { formatSketch, type LineSketch, parseSketch, SKETCHED_BYTES, sketchLines } from "./line-sketch.ts";

/** Remembers sketches between runs, by content, as text. Null: the content has no lines to compare. */
export interface SketchCache {
  readonly get: (ids: readonly ContentId[]) => ReadonlyMap<ContentId, unknown>;
  readonly set: (sketches: ReadonlyMap<ContentId, string | null>) => void;
}

/** Remembers nothing. */
export const NO_SKETCHES: SketchCache = { get: () => new Map(), set: () => {} };

interface PlacedContent {
  readonly path: RepoPath;
  readonly id: ContentId;
}

export interface SketchOptions {
  readonly root: string;
  /** Whether git may have contents that the tree no longer has. */
  readonly git: boolean;
  readonly cache: SketchCache;
}

/** The sketches of contents that are gone, from the cache and from git's blobs. */
export async function sketchGone(
  ids: readonly ContentId[],
  { root, git, cache }: SketchOptions,
): Promise<ReadonlyMap<ContentId, LineSketch | null>> {
  const sketches = knownSketches(ids, cache);
  const missing = git ? ids.filter((id) => !sketches.has(id)) : [];
  await readBlobs({ root, ids: missing, maxBytes: SKETCHED_BYTES }, (id, bytes) => {
    sketches.set(id, sketchLines(bytes));
  });
  return sketches;
}

/** The sketches of contents that are in the tree. A file that changed meanwhile has none. */
export function sketchPresent(
  files: readonly PlacedContent[],
  { root, cache }: Pick<SketchOptions, "root" | "cache">,
): ReadonlyMap<ContentId, LineSketch | null> {
  const sketches = knownSketches(
    files.map(({ id }) => id),
    cache,
  );
  for (const { path, id } of files) {
    if (sketches.has(id)) continue;
    const bytes = readSmallBytes(`${root}/${path}`, SKETCHED_BYTES);
    if (typeof bytes === "string") continue;
    if (hashBlob(bytes, id.length === 64 ? "sha256" : "sha1") === id) sketches.set(id, sketchLines(bytes));
  }
  return sketches;
}

/**
 * Remembers the lines of what only the working tree has: when such a file is moved and edited, its old content is lost.
 * Git keeps what is in the baseline's commit.
 */
export function keepSketches(root: string, { files }: Baseline, cache: SketchCache): void {
  const contents = [...files].flatMap(([path, entry]) =>
    entry !== null && isRegular(entry) ? [{ path, id: entry.id }] : [],
  );
  const known = cache.get(contents.map(({ id }) => id));
  const unknown = contents.filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return;
  const sketches = sketchPresent(unknown, { root, cache: NO_SKETCHES });
  cache.set(new Map([...sketches].map(([id, sketch]) => [id, sketch && formatSketch(sketch)])));
}

function knownSketches(ids: readonly ContentId[], cache: SketchCache): Map<ContentId, LineSketch | null> {
  return new Map([...cache.get(ids)].map(([id, value]) => [id, parseSketch(value)]));
}

export function isRegular({ kind }: FileEntry): boolean {
  return kind === "file" || kind === "executable";
}

import { setImmediate as turn } from "node:timers/promises";
import { hashBlob } from "../system/files/hash-blob.ts";
import type { DeclaredEdge } from "../vocabulary/tree/graph.ts";
import type { ContentId, RepoPath } from "../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../vocabulary/tree/snapshot.ts";
import { declareEdges } from "./declared-edges.ts";
import { extensionOf, extract, unreadable } from "./extract.ts";
import { type ExtractionCache, type ExtractionKey, extractionKey } from "./extraction-cache.ts";
import { type Extraction, PLAIN } from "./extraction.ts";
import { FileGraph, type FileNode } from "./file-graph.ts";
import { followOutside } from "./follow-outside.ts";
import { createResolver } from "./resolve/resolve.ts";

export interface BuildOptions {
  readonly snapshot: Snapshot;
  /** The bytes of a file of the snapshot. May throw; such a file may refer to anything. */
  readonly read: (path: RepoPath) => Buffer;
  readonly extractions: ExtractionCache;
  /** Dependencies that a user declared. */
  readonly edges?: readonly DeclaredEdge[];
  /** The caller does not need the structure of files. Extractions without it are not cached. */
  readonly edgesOnly?: boolean;
}

/** How many files to read before the process gets time for other work. */
const BREATH = 128;

/**
 * Builds the graph of a snapshot. Reads only files whose extraction is not cached. References are resolved each time,
 * because the result depends on which other files exist.
 */
export async function buildGraph(options: BuildOptions): Promise<FileGraph> {
  const { snapshot } = options;
  const extractions = await extractAll(options, snapshot.files);
  const readText = (path: RepoPath): string | undefined => tryRead(options, path)?.toString("utf8");
  const resolve = await createResolver({ snapshot, extractions, readText });
  const nodes = new Map<RepoPath, FileNode>();
  const declared = declareEdges(options.edges ?? [], [...snapshot.files.keys()]);
  for (const path of [...snapshot.files.keys()].sort()) {
    const extraction = extractions.get(path) ?? PLAIN;
    nodes.set(path, { extraction, ...declared(path, resolve(path, extraction)) });
  }
  await followOutside(nodes, { snapshot, extractions: options.extractions, resolve });
  return new FileGraph(nodes);
}

/** The extractions of these files of the snapshot; nothing for files that are not parsed. */
export async function extractAll(
  options: BuildOptions,
  files: Iterable<readonly [RepoPath, FileEntry]>,
): Promise<ReadonlyMap<RepoPath, Extraction>> {
  const keys = new Map<RepoPath, ExtractionKey>();
  for (const [path, entry] of files) {
    const extension = extensionOf(path);
    const plain = entry.kind === "symlink" || entry.kind === "submodule" || extension === undefined;
    if (!plain) keys.set(path, extractionKey(entry.id, extension));
  }
  const known = options.extractions.get([...new Set(keys.values())]);
  const added = new Map<ExtractionKey, Extraction>();
  const extractions = new Map<RepoPath, Extraction>();
  let reads = 0;
  const { edgesOnly: referencesOnly = false } = options;
  for (const [path, key] of keys) {
    const remembered = known.get(key) ?? added.get(key);
    if (remembered !== undefined) {
      extractions.set(path, remembered);
      continue;
    }
    reads += 1;
    if (reads % BREATH === 0) await turn();
    const bytes = tryRead(options, path);
    const extraction =
      bytes === undefined ? unreadable(path) : await extract(path, bytes, { referencesOnly });
    extractions.set(path, extraction);
    if (bytes === undefined || referencesOnly) continue;
    // A file that was edited after the snapshot must not be cached under the snapshot's content id.
    if (isContent(bytes, options.snapshot.files.get(path)?.id)) added.set(key, extraction);
  }
  if (added.size > 0) options.extractions.set(added);
  return extractions;
}

function isContent(bytes: Buffer, id: ContentId | undefined): boolean {
  return id !== undefined && hashBlob(bytes, id.length === 64 ? "sha256" : "sha1") === id;
}

export function tryRead(options: Pick<BuildOptions, "read">, path: RepoPath): Buffer | undefined {
  try {
    return options.read(path);
  } catch {
    return undefined;
  }
}

import type { DeclaredEdge } from "../vocabulary/tree/graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../vocabulary/tree/snapshot.ts";
import { declareEdges } from "./declared-edges.ts";
import { extensionOf } from "./extract.ts";
import { type ExtractionCache, type ExtractionKey, extractionKey } from "./extraction-cache.ts";
import { type Extraction, PLAIN } from "./extraction.ts";
import { FileGraph, type FileNode } from "./file-graph.ts";
import { followOutside } from "./follow-outside.ts";
import { extractMany } from "./many/extract-many.ts";
import type { Helpers } from "./many/helpers.ts";
import { tryRead } from "./many/extract-one.ts";
import type { ListedFile } from "./many/work.ts";
import { createResolver } from "./resolve/resolve.ts";

export interface BuildOptions {
  readonly snapshot: Snapshot;
  /** The bytes of a file of the snapshot. May throw; such a file may refer to anything. */
  readonly read: (path: RepoPath) => Buffer;
  /** `read` reads the files below the root of the snapshot, so that threads can do it too. */
  readonly isOnDisk?: boolean;
  /** Threads that were started before it was known what there is to do. They are ended. */
  readonly helpers?: Helpers;
  readonly extractions: ExtractionCache;
  /** Dependencies that a user declared. */
  readonly edges?: readonly DeclaredEdge[];
  /** The caller does not need the structure of files. Extractions without it are not cached. */
  readonly edgesOnly?: boolean;
}

/**
 * Builds the graph of a snapshot. Reads only files whose extraction is not cached. References are resolved each time,
 * because the result depends on which other files exist.
 */
export async function buildGraph(options: BuildOptions): Promise<FileGraph> {
  const { snapshot } = options;
  const extractions = await extractAll(options, snapshot.files);
  const readText = (path: RepoPath): string | undefined => tryRead(options.read, path)?.toString("utf8");
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
  const { snapshot, read, isOnDisk = false, edgesOnly: referencesOnly = false } = options;
  const keys = new Map<RepoPath, ExtractionKey>();
  for (const [path, entry] of files) {
    const extension = extensionOf(path);
    const plain = entry.kind === "symlink" || entry.kind === "submodule" || extension === undefined;
    if (!plain) keys.set(path, extractionKey(entry.id, extension));
  }
  const known = options.extractions.get([...new Set(keys.values())]);
  const added = new Map<ExtractionKey, Extraction>();
  const found = new Map<RepoPath, Extraction>();
  const root = isOnDisk ? snapshot.root : undefined;
  const add = async (paths: Iterable<RepoPath>, helpers?: Helpers): Promise<void> => {
    const listed = Array.from(paths, (path): ListedFile => {
      return [path, referencesOnly ? undefined : snapshot.files.get(path)?.id];
    });
    for (const [path, { extraction, isListed }] of await extractMany(listed, {
      read,
      referencesOnly,
      root,
      helpers,
    })) {
      found.set(path, extraction);
      // A file that was edited after the snapshot must not be cached under the snapshot's content id.
      if (isListed) added.set(keys.get(path) as ExtractionKey, extraction);
    }
  };
  const first: RepoPath[] = [];
  const same: RepoPath[] = [];
  const seen = new Set<ExtractionKey>();
  for (const [path, key] of keys) {
    if (known.has(key)) continue;
    (referencesOnly || !seen.has(key) ? first : same).push(path);
    seen.add(key);
  }
  const isAdded = (path: RepoPath): boolean => added.has(keys.get(path) as ExtractionKey);
  await add(first, options.helpers);
  await add(same.filter((path) => !isAdded(path)));
  if (added.size > 0) options.extractions.set(added);
  const extractions = new Map<RepoPath, Extraction>();
  for (const [path, key] of keys)
    extractions.set(path, (known.get(key) ?? found.get(path) ?? added.get(key)) as Extraction);
  return extractions;
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { buildGraph } from "../../src/graph/build.ts";
import { type ExtractionCache } from "../../src/graph/extraction-cache.ts";
import { createMemoryExtractionCache } from "./memory-extractions.ts";
import type { FileGraph } from "../../src/graph/file-graph.ts";
import { hashBlob } from "../../src/system/files/hash-blob.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../../src/vocabulary/tree/snapshot.ts";

export function p(path: string): RepoPath {
  return path as RepoPath;
}

export function snapshotOf(root: string, files: Readonly<Record<string, string>>): Snapshot {
  const entries = Object.entries(files).map(([path, text]): [RepoPath, FileEntry] => [
    p(path),
    { kind: "file", id: hashBlob(Buffer.from(text), "sha1") },
  ]);
  return {
    root,
    method: "hash",
    files: new Map(entries),
    commit: null,
    branch: null,
    uncommitted: new Set(),
    unreadable: new Set(),
    notes: [],
  };
}

/** A directory with these files, gone when the test ends. */
export function writeFiles(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "graph-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

export interface GraphOf {
  readonly files: Readonly<Record<string, string>>;
  /** On disk, but not in the snapshot. */
  readonly ignored?: Readonly<Record<string, string>>;
  readonly cache?: ExtractionCache;
  readonly onRead?: (path: RepoPath) => void;
}

export async function graphOf(
  options: GraphOf,
): Promise<{ graph: FileGraph; snapshot: Snapshot; root: string }> {
  const root = writeFiles({ ...options.files, ...options.ignored });
  const snapshot = snapshotOf(root, options.files);
  const read = (path: RepoPath): Buffer => {
    options.onRead?.(path);
    return readFileSync(join(root, path));
  };
  const extractions = options.cache ?? createMemoryExtractionCache();
  return { graph: await buildGraph({ snapshot, read, extractions }), snapshot, root };
}

/** Where a file's references lead, as text. */
export function edges(graph: FileGraph, path: string): readonly string[] {
  return [...new Set(graph.edgesFrom(p(path)).map((edge) => edge.to))];
}

import { join, relative } from "node:path";
import type { GraphHashes } from "../graph/closure/merkle.ts";
import type { FileGraph } from "../graph/file-graph.ts";
import type { HiddenArea } from "../graph/hidden-reach.ts";
import { encodePath } from "../paths/encode-path.ts";
import { leadsOut } from "../paths/is-within.ts";
import { realpathSync, statSync } from "../system/observed/observed-files.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import type { TreeNames } from "./configuration/tree-names.ts";
import { buildManifest, type ManifestNode } from "./packages/manifest.ts";
import type { Packages } from "./packages/packages.ts";

/** Something that a fingerprint would have to cover and cannot; null where it covers everything. */
export type Unknown = string | null;

/** What a file is that does not count, where others count with it. */
export const LEFT_OUT = "left out";

/** The tree that units are fingerprinted against: files, the graph over them, and what is read beside them. */
export interface Tree {
  readonly snapshot: Snapshot;
  /** What the names of its files say. */
  readonly names: TreeNames;
  readonly graph: FileGraph;
  readonly hashes: GraphHashes;
  /** The same hashes, to which these files bring only what they refer to. */
  readonly hashesWithout: (isLeftOut: (path: RepoPath) => boolean) => GraphHashes;
  /** Whether a file of the repository does not count by its bytes. */
  readonly isLeftOut: (path: string) => boolean;
  /** Whether all references of a file are known: its language is read, or its kind refers to nothing. */
  readonly isRead: (path: RepoPath) => boolean;
  /** Where the files lie that a file may lead to when it runs, and that nobody can name. */
  readonly hidden: (path: RepoPath) => readonly HiddenArea[];
  /** Tells whether what a target runs may load other targets by names that are made at run time. */
  readonly createLoadsOthers: (isTarget: (path: RepoPath) => boolean) => (path: RepoPath) => boolean;
  /** Whether a file starts other programs when it runs, or leads to some that do. */
  readonly startsPrograms: (path: RepoPath) => boolean;
  /** The environment variables that a file names, or what it leads to when it runs. */
  readonly variablesOf: (path: RepoPath) => readonly string[];
  /** The text of a file of the snapshot; empty where it cannot be read. */
  readonly textOf: (path: RepoPath) => string;
  /** The same, read each time: for files of which there may be many. */
  readonly readText: (path: RepoPath) => string;
  /** The packages that are installed. */
  readonly packages: Packages;
  /** Files that git does not list and that were read all the same; null where they are not there. */
  readonly declared: ReadonlyMap<RepoPath, string | null>;
  /** The files that were read, or looked for, beside the snapshot, by absolute path. */
  readonly beside: ReadonlySet<string>;
  /** The content id of a file anywhere, which is then one of those beside; null where it cannot be read. */
  readonly hashFile: (absolute: string) => Promise<string | null>;
  /** Counts a file or a link as one of those beside, because something was found by way of it. */
  readonly addBeside: (absolute: string) => void;
  /** Nodes that the hashes in components stand for. Only those of verdicts that are stored need to be kept. */
  readonly manifests: Map<string, ManifestNode>;
}

/** The same tree, and the absolute paths of the files beside the snapshot that are read through it. */
export function recordReads(tree: Tree): { readonly seen: Tree; readonly read: Set<string> } {
  const read = new Set<string>();
  const addBeside: Tree["addBeside"] = (absolute) => {
    read.add(absolute);
    tree.addBeside(absolute);
  };
  const hashFile: Tree["hashFile"] = (absolute) => {
    read.add(absolute);
    return tree.hashFile(absolute);
  };
  return { seen: { ...tree, hashFile, addBeside }, read };
}

/** Builds a manifest and keeps its nodes. */
export function manifestOf(tree: Tree, entries: Iterable<readonly [string, string]>): string {
  return buildManifest(entries, (digest, node) => tree.manifests.set(digest, node));
}

/** What a file of the snapshot is, as text: its kind and content id, and for a link also what it leads to. */
export async function fileValue(tree: Tree, path: RepoPath): Promise<{ value: string; unknown: Unknown }> {
  const entry = tree.snapshot.files.get(path);
  if (entry === undefined)
    return { value: "absent", unknown: tree.snapshot.unreadable.has(path) ? `${path} cannot be read` : null };
  if (entry.kind !== "symlink") return { value: `${entry.kind} ${entry.id}`, unknown: null };
  const led = await followLink(tree, path);
  return {
    value: `symlink ${entry.id} ${led ?? ""}`,
    unknown: led === null ? `${path} leads to a directory outside the repository` : null,
  };
}

/** What stands behind a link: nothing, a file of the tree, or a file elsewhere by its content. */
async function followLink(tree: Tree, path: RepoPath): Promise<string | null> {
  const { root, files } = tree.snapshot;
  try {
    const real = realpathSync(encodePath(join(root, path)));
    const inside = relative(root, real) as RepoPath;
    const target = files.get(inside);
    if (target !== undefined) return `${target.kind} ${target.id}`;
    // A directory of the tree is covered by its own files.
    if (statSync(real).isDirectory()) return leadsOut(inside) ? null : `directory ${inside}`;
    return (await tree.hashFile(real)) ?? null;
  } catch {
    return "nowhere";
  }
}

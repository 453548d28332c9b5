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
import type { NamesIn } from "./packages/package-names.ts";
import type { Packages } from "./packages/packages.ts";

/** Something that a fingerprint should cover but cannot; null if it covers everything. */
export type Unknown = string | null;

/** The value of a file that does not count, in a list with files that do. */
export const LEFT_OUT = "left out";

/** The tree that units are fingerprinted against: files, their graph, and what is read outside the snapshot. */
export interface Tree {
  readonly snapshot: Snapshot;
  /** The index of its file names. */
  readonly names: TreeNames;
  readonly graph: FileGraph;
  readonly hashes: GraphHashes;
  /** The same hashes, in which these files only contribute what they refer to. */
  readonly hashesWithout: (isLeftOut: (path: RepoPath) => boolean) => GraphHashes;
  /** Whether the bytes of a file of the repository do not count. */
  readonly isLeftOut: (path: string) => boolean;
  /** Whether all references of a file are known: we read its language, or its kind has no references. */
  readonly isRead: (path: RepoPath) => boolean;
  /** The areas with files that a file may load when it runs, under unknown names. */
  readonly hidden: (path: RepoPath) => readonly HiddenArea[];
  /** Tells whether a target runs code that may load other targets by names computed at run time. */
  readonly createLoadsOthers: (isTarget: (path: RepoPath) => boolean) => (path: RepoPath) => boolean;
  /** Whether a file starts other programs when it runs, directly or through what it loads. */
  readonly startsPrograms: (path: RepoPath) => boolean;
  /** The environment variables that a file names when it runs, directly or through what it loads. */
  readonly variablesOf: (path: RepoPath) => readonly string[];
  /** The text of a file of the snapshot; empty if it cannot be read. */
  readonly textOf: (path: RepoPath) => string;
  /** The same without caching, for files of which there may be many. */
  readonly readText: (path: RepoPath) => string;
  /** The installed packages. */
  readonly packages: Packages;
  /** The names of files that the code of installed packages contains. */
  readonly namesIn: NamesIn;
  /** Files that were read although git does not list them; null if they do not exist. */
  readonly declared: ReadonlyMap<RepoPath, string | null>;
  /** Absolute paths of the files outside the snapshot that were read or looked for. */
  readonly beside: ReadonlySet<string>;
  /** The content id of any file, which is then added to `beside`; null if it cannot be read. */
  readonly hashFile: (absolute: string) => Promise<string | null>;
  /** Adds a file or a link to `beside`, because something was found through it. */
  readonly addBeside: (absolute: string) => void;
  /** The nodes of the hashes in components. Only those of stored verdicts need to be kept. */
  readonly manifests: Map<string, ManifestNode>;
}

/** The same tree, and the absolute paths of the files outside the snapshot that are read through it. */
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

/** The value of a file of the snapshot: its kind and content id, and for a link also what it leads to. */
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

/** What a link leads to: nothing, a file of the tree, or a file elsewhere by its content. */
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

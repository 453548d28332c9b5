import type { DetectionMethod, Snapshot } from "../vocabulary/tree/snapshot.ts";
import { createExclude } from "./exclude.ts";
import { beginScan, type BegunScan } from "./git/git-scan.ts";
import type { KnownIndex } from "./git/index-listing.ts";
import { type GitTreeOptions, readGitTree } from "./git/git-tree.ts";
import type { StatIndex } from "./stat-index.ts";
import { type GitTree, listTreeFiles } from "./tree-files.ts";
import { stampTree } from "./tree-stamp.ts";
import { takeWalkedSnapshot } from "./walked-snapshot.ts";

export interface SnapshotOptions {
  /** Absolute: the directory that contains `.git`, or any directory without git. */
  readonly root: string;
  readonly primary: DetectionMethod;
  /** The method to use if git does not work. */
  readonly fallback: DetectionMethod;
  /** Globs of what to leave out. */
  readonly exclude: readonly string[];
  readonly stats: StatIndex;
  /** What an earlier run knew of git's index. */
  readonly known?: KnownIndex | undefined;
  /** What `readGitTree` has just read with the same options, to avoid reading it twice. */
  readonly tree?: GitTree;
  /** What `beginSnapshot` has returned. */
  readonly begun?: BegunScan | undefined;
  /** Milliseconds of the wall clock; replaced only in tests. */
  readonly now?: () => number;
}

/**
 * The current tree. Every id is that of bytes in the working tree, whichever method found it:
 *
 * - git: a file that git knows to be unchanged has its blob's id; every other file is read.
 * - hybrid: git lists the files; each is read unless the stat index proves that it was not touched.
 * - timestamp: the directory is walked instead; otherwise like hybrid.
 * - hash: the directory is walked and every file is read.
 * If git does not work, the fallback is used, and a note says why.
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const tree = treeOptions(options);
  if (!usesGit(options.primary)) return takeWalked(options.primary, tree, []);
  const gitTree = options.tree ?? (await readGitTree(tree, options.begun));
  if ("ok" in gitTree) {
    const method = usesGit(options.fallback) ? "hash" : options.fallback;
    const means = method === "hash" ? "contents" : "timestamps";
    return takeWalked(method, tree, [
      `Git was not used: ${gitTree.detail}. Files were compared by their ${means}.`,
    ]);
  }
  const { root, commit, branch, unreadable } = { ...gitTree.scan };
  // Before anything else is read, so that later changes are noticed.
  const stamp = options.primary === "git" ? stampTree(gitTree) : null;
  const found = await listTreeFiles(gitTree, options.primary === "git");
  const notes = unreadable.map((path) => `Git could not look into the directory ${path}.`);
  const index = { checksum: gitTree.scan.answers.index, listing: gitTree.scan.index };
  return { root, method: options.primary, commit, branch, ...found, notes, stamp, index };
}

/** Asks git already, if the snapshot will be taken with it and nobody has asked. */
export function beginSnapshot(
  { root, primary }: Pick<SnapshotOptions, "root" | "primary">,
  asked?: BegunScan,
): BegunScan | undefined {
  return usesGit(primary) ? (asked ?? beginScan(root)) : undefined;
}

/** What `readGitTree` needs for a snapshot with these options. */
export function treeOptions(options: SnapshotOptions): GitTreeOptions {
  const { root, stats, now = Date.now, known } = options;
  return { root, excluded: createExclude(options.exclude), stats, now, known };
}

function usesGit(method: DetectionMethod): boolean {
  return method === "git" || method === "hybrid";
}

function takeWalked(
  method: DetectionMethod,
  tree: GitTreeOptions,
  notes: readonly string[],
): Promise<Snapshot> {
  return takeWalkedSnapshot(method === "hash" ? { ...tree, stats: null } : tree, notes);
}

import { keysThatMayDiffer, layer } from "../../values/layered-map.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../../vocabulary/tree/snapshot.ts";
import { createExclude } from "../exclude.ts";
import { readCommitTree } from "../git/commit-tree.ts";
import { sameEntry } from "../tree-files.ts";

/** The tree when it was last verified: a commit, and what differed from it. */
export interface Baseline {
  /** The checked-out commit; null without git. */
  readonly commitHash: string | null;
  /** ISO 8601. */
  readonly timestamp: string;
  /** Globs of what was left out. */
  readonly exclude: readonly string[];
  /** What differed from the commit, or every file if the baseline is whole. Null: the file did not exist. */
  readonly files: ReadonlyMap<RepoPath, FileEntry | null>;
  /** Whether it has every file itself and the commit is only informative: without git, or if git was not asked. */
  readonly isWhole: boolean;
}

export interface BaselineOptions {
  readonly snapshot: Snapshot;
  /** The globs that the snapshot was taken with. */
  readonly exclude: readonly string[];
  readonly timestamp: string;
  /** The checked-out commit, if the snapshot was taken without git. */
  readonly head?: string | null;
}

/**
 * A baseline from which `readBaselineTree` gives exactly the snapshot's files. A file that could not be read is
 * recorded as missing, so that it counts as changed once it can be read.
 */
export async function buildBaseline({
  snapshot,
  exclude,
  timestamp,
  head = null,
}: BaselineOptions): Promise<Baseline> {
  const { root, commit, files } = snapshot;
  const stored = commit === null ? null : await readCommitTree(root, commit, createExclude(exclude));
  if (stored === null || !stored.ok) return { commitHash: head, timestamp, exclude, files, isWhole: true };
  const differing = new Map<RepoPath, FileEntry | null>();
  const paths = keysThatMayDiffer(files, stored.files) ?? new Set([...files.keys(), ...stored.files.keys()]);
  for (const path of paths) {
    const [before, entry] = [stored.files.get(path), files.get(path)];
    if (entry === undefined) {
      if (before !== undefined) differing.set(path, null);
    } else if (before === undefined || !sameEntry(before, entry)) differing.set(path, entry);
  }
  return { commitHash: commit, timestamp, exclude, files: differing, isWhole: false };
}

export type BaselineTree =
  | { readonly ok: true; readonly files: ReadonlyMap<RepoPath, FileEntry> }
  | { readonly ok: false; readonly reason: string };

/** All files of a baseline. */
export async function readBaselineTree(root: string, baseline: Baseline): Promise<BaselineTree> {
  const { commitHash, exclude, isWhole } = baseline;
  const stored =
    commitHash === null || isWhole ? null : await readCommitTree(root, commitHash, createExclude(exclude));
  if (stored !== null && !stored.ok) return stored;
  return { ok: true, files: layer(stored?.files ?? new Map(), baseline.files) };
}

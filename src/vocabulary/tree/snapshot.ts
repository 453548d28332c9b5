import type { ContentId, RepoPath } from "./path.ts";

export const DETECTION_METHODS = ["git", "hash", "timestamp", "hybrid"] as const;
export type DetectionMethod = (typeof DETECTION_METHODS)[number];

export type FileKind = "file" | "executable" | "symlink" | "submodule";

export interface FileEntry {
  readonly kind: FileKind;
  /** Of the bytes in the working tree: never of what git would make of them. */
  readonly id: ContentId;
  /** Of a submodule: its files, seen from it. */
  readonly within?: readonly RepoPath[];
}

/**
 * What git said about a tree, and what was seen of the files that git does not vouch for. A tree that still
 * shows all of it has the same files, which can be told without listing them.
 */
export interface TreeStamp {
  readonly index: string;
  readonly status: string;
  readonly settings: string;
  readonly algorithm: "sha1" | "sha256";
  /** Files that differ from the index, and what each is. */
  readonly read: readonly (readonly [path: string, reading: string])[];
  /** Files by whose times it can be told that git still means the same bytes; absolute. */
  readonly seen: readonly (readonly [path: string, state: string])[];
}

/** The tree as it is now. */
export interface Snapshot {
  /** Absolute. */
  readonly root: string;
  readonly method: DetectionMethod;
  readonly files: ReadonlyMap<RepoPath, FileEntry>;
  /** The commit that HEAD names; null without git or before the first commit. */
  readonly commit: string | null;
  /** Null without git or when HEAD is detached. */
  readonly branch: string | null;
  /** Tracked, untracked or deleted files that differ from `commit`. */
  readonly uncommitted: ReadonlySet<RepoPath>;
  /** Files that are there but could not be read. A unit that depends on one cannot be reused. */
  readonly unreadable: ReadonlySet<RepoPath>;
  /** Null or absent where equal answers of git would not mean equal files. */
  readonly stamp?: TreeStamp | null;
  /** What the user should know about how this was found out: one sentence each. */
  readonly notes: readonly string[];
}

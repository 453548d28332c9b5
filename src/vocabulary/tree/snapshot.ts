import type { ContentId, RepoPath } from "./path.ts";

export const DETECTION_METHODS = ["git", "hash", "timestamp", "hybrid"] as const;
export type DetectionMethod = (typeof DETECTION_METHODS)[number];

export type FileKind = "file" | "executable" | "symlink" | "submodule";

export interface FileEntry {
  readonly kind: FileKind;
  /** Of the bytes in the working tree: never of what git would convert them to. */
  readonly id: ContentId;
  /** For a submodule: its files, relative to it. */
  readonly within?: readonly RepoPath[];
}

/** Git's index. */
export interface IndexListing {
  /** What git has stored for each file. A file in conflict is left out: the status lists it. */
  readonly files: ReadonlyMap<RepoPath, FileEntry>;
  /** Files that git was told to ignore, so that its silence about them means nothing. A skipped file may be missing. */
  readonly hidden: ReadonlyMap<RepoPath, "assumed" | "skipped">;
  readonly submodules: readonly RepoPath[];
  readonly links: readonly RepoPath[];
  /** Whether a file may be empty, or be one with attributes. */
  readonly mayHold: { readonly empty: boolean; readonly attributes: boolean };
}

/** An index, and its checksum. */
export interface ListedIndex {
  /** As git wrote it: equal checksums mean equal content. Null if it could not be read. */
  readonly checksum: string | null;
  readonly listing: IndexListing;
}

/**
 * What git said about a tree, and what was read of the files that git cannot tell about. If all of it is the same
 * again, the tree has the same files, which is known without listing them.
 */
export interface TreeStamp {
  readonly index: string;
  readonly status: string;
  readonly settings: string;
  readonly algorithm: "sha1" | "sha256";
  /** Files that differ from the index, each with its state. */
  readonly read: readonly (readonly [path: string, reading: string])[];
  /** Files whose times show that git still means the same bytes; absolute. */
  readonly seen: readonly (readonly [path: string, state: string])[];
}

/** The current tree. */
export interface Snapshot {
  /** Absolute. */
  readonly root: string;
  readonly method: DetectionMethod;
  readonly files: ReadonlyMap<RepoPath, FileEntry>;
  /** The commit of HEAD; null without git or before the first commit. */
  readonly commit: string | null;
  /** Null without git or when HEAD is detached. */
  readonly branch: string | null;
  /** Tracked, untracked or deleted files that differ from `commit`. */
  readonly uncommitted: ReadonlySet<RepoPath>;
  /** Files that exist but could not be read. A unit that depends on one cannot be reused. */
  readonly unreadable: ReadonlySet<RepoPath>;
  /** Null or absent if equal answers of git would not mean equal files. */
  readonly stamp?: TreeStamp | null;
  /** Git's index; absent without git. */
  readonly index?: ListedIndex;
  /** What the user should know about how this was found out: one sentence each. */
  readonly notes: readonly string[];
}

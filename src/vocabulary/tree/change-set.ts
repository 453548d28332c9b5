import type { ContentId, RepoPath } from "./path.ts";
import type { DetectionMethod, FileKind } from "./snapshot.ts";

export interface AddedFile {
  readonly path: RepoPath;
  /** Null where the file is there but could not be read. */
  readonly currentId: ContentId | null;
}

export interface ModifiedFile {
  readonly path: RepoPath;
  readonly previousId: ContentId;
  /** Equal to `previousId` where only the kind changed. Null where the file could not be read. */
  readonly currentId: ContentId | null;
  readonly previousKind: FileKind;
  readonly currentKind: FileKind | null;
}

export interface DeletedFile {
  readonly path: RepoPath;
  readonly previousId: ContentId;
}

/** What a rename changed of the path: its directory, its name, or both. */
export type MoveType = "directory-move" | "rename-in-place" | "move-and-rename";

/** A file that is gone, and the one that took its place under another path. */
export interface RenamedFile {
  readonly previousPath: RepoPath;
  readonly currentPath: RepoPath;
  readonly previousId: ContentId;
  readonly currentId: ContentId;
  /** The share of lines that both have, from 0 to 1. Exactly 1 where the content is identical, and only then. */
  readonly similarity: number;
  readonly moveType: MoveType;
}

/** The state that a snapshot was compared with. */
export interface BaselineIdentity {
  readonly commitHash: string | null;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** What differs between the baseline and the tree as it is now. Lists are in the order of their paths. */
export interface ChangeSet {
  readonly added: readonly AddedFile[];
  readonly modified: readonly ModifiedFile[];
  readonly deleted: readonly DeletedFile[];
  /** By the current path. A renamed file is neither added nor deleted. */
  readonly renamed: readonly RenamedFile[];
  readonly unchangedCount: number;
  /** How the tree was looked at. */
  readonly method: DetectionMethod;
  /** Null where there was nothing to compare with. */
  readonly baseline: BaselineIdentity | null;
  /** False where the baseline is not known: then every file counts as added. */
  readonly complete: boolean;
  /** Why the baseline is not known: one sentence. */
  readonly reason: string | null;
}

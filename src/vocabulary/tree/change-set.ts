import type { ContentId, RepoPath } from "./path.ts";
import type { DetectionMethod, FileKind } from "./snapshot.ts";

export interface AddedFile {
  readonly path: RepoPath;
  /** Null if the file exists but could not be read. */
  readonly currentId: ContentId | null;
}

export interface ModifiedFile {
  readonly path: RepoPath;
  readonly previousId: ContentId;
  /** Equal to `previousId` if only the kind changed. Null if the file could not be read. */
  readonly currentId: ContentId | null;
  readonly previousKind: FileKind;
  readonly currentKind: FileKind | null;
}

export interface DeletedFile {
  readonly path: RepoPath;
  readonly previousId: ContentId;
}

/** What changed in the path: the directory, the name, or both. */
export type MoveType = "directory-move" | "rename-in-place" | "move-and-rename";

/** A file that is gone, and the file that replaced it under another path. */
export interface RenamedFile {
  readonly previousPath: RepoPath;
  readonly currentPath: RepoPath;
  readonly previousId: ContentId;
  readonly currentId: ContentId;
  /** The share of common lines, from 0 to 1. Exactly 1 only if the content is identical. */
  readonly similarity: number;
  readonly moveType: MoveType;
}

/** The state that a snapshot was compared with. */
export interface BaselineIdentity {
  readonly commitHash: string | null;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** What differs between the baseline and the current tree. Lists are ordered by path. */
export interface ChangeSet {
  readonly added: readonly AddedFile[];
  readonly modified: readonly ModifiedFile[];
  readonly deleted: readonly DeletedFile[];
  /** By the current path. A renamed file is neither added nor deleted. */
  readonly renamed: readonly RenamedFile[];
  readonly unchangedCount: number;
  /** How the tree was read. */
  readonly method: DetectionMethod;
  /** Null if there was nothing to compare with. */
  readonly baseline: BaselineIdentity | null;
  /** False if the baseline is unknown: then every file counts as added. */
  readonly complete: boolean;
  /** Why the baseline is unknown: one sentence. */
  readonly reason: string | null;
}

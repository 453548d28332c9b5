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

import type { RepoPath } from "./path.ts";
import type { FileEntry } from "./snapshot.ts";

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

/** An index, and what tells it from others. */
export interface MarkedIndex {
  /** Equal marks mean equal content. Null if it could not be read. */
  readonly mark: string | null;
  readonly listing: IndexListing;
}

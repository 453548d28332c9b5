import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Extraction } from "../extraction.ts";

/** A file to extract, and its content id if it must be compared. */
export type ListedFile = readonly [path: RepoPath, id: ContentId | undefined];

export interface ExtractedFile {
  readonly extraction: Extraction;
  /** Whether it was made from the listed content. False if nobody asked. */
  readonly isListed: boolean;
}

/** Everything that a thread needs to take its share of the files. */
export interface SharedWork {
  readonly root: string;
  readonly files: readonly ListedFile[];
  readonly referencesOnly: boolean;
  /** The first file that nobody has taken yet, in memory that all threads share. */
  readonly next: Int32Array;
}

/** A thread's answers, as the JSON text of a list of these: that is faster to hand over than objects. */
export type HelpersAnswer = readonly [at: number, file: ExtractedFile];

/** Takes a file that nobody else takes; not below `files.length` if none is left. */
export function takeNext({ next }: Pick<SharedWork, "next">): number {
  return Atomics.add(next, 0, 1);
}

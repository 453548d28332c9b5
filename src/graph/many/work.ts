import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";

/** A file to extract, and its content id if it must be compared. */
export type ListedFile = readonly [path: RepoPath, id: ContentId | undefined];

export interface ExtractedFile {
  /** The extraction as JSON: so it is stored, kept in memory, and handed over by threads. */
  readonly json: string;
  /** Whether it was made from the listed content. False if nobody asked. */
  readonly isListed: boolean;
}

/** Takes what was extracted from the file at this place of the list. */
export type TakeExtracted = (at: number, file: ExtractedFile) => void;

/** Everything that a thread needs to take its share of the files. */
export interface SharedWork {
  readonly root: string;
  readonly files: readonly ListedFile[];
  readonly referencesOnly: boolean;
  /** The first file that nobody has taken yet, in memory that all threads share. */
  readonly next: Int32Array;
}

/** One of a thread's answers. */
export type HelpersAnswer = readonly [at: number, file: ExtractedFile];

/** Takes a file that nobody else takes; not below `files.length` if none is left. */
export function takeNext({ next }: Pick<SharedWork, "next">): number {
  return Atomics.add(next, 0, 1);
}

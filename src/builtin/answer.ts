import type { RepoPath } from "../vocabulary/tree/path.ts";

/** What a built-in verifier finds wrong. */
export type FaultCode =
  | "syntax"
  | "unresolved-import"
  | "missing-export"
  | "broken-link"
  | "missing-anchor"
  /** The file cannot be read: that is not a pass, and its verdict is not stored. */
  | "unreadable";

/** One problem of one file, before it becomes a finding of a check. */
export interface FileFault {
  readonly code: FaultCode;
  /** What is wrong, as written: it identifies the problem wherever it is in the file. */
  readonly names: string;
  readonly message: string;
  /** Counts from 1, as the column does. */
  readonly line: number;
  readonly column?: number;
  readonly suggestion?: string;
}

/**
 * The tree's answer to one question of a file: does this resolve, does this name exist. The answers contain everything
 * that the verdict on the file depends on besides its own bytes.
 */
export interface Answer {
  /** As written. */
  readonly asks: string;
  /** The files that decided it, the requested one first. */
  readonly by: readonly RepoPath[];
  readonly fault: FileFault | null;
}

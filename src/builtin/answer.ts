import type { RepoPath } from "../vocabulary/tree/path.ts";

/** What a built-in verifier finds wrong. */
export type FaultCode =
  | "syntax"
  | "unresolved-import"
  | "missing-export"
  | "broken-link"
  | "missing-anchor"
  /** Nothing is known of the file: that is no pass, and no verdict to keep. */
  | "unreadable";

/** One problem of one file, before it is a finding of a check. */
export interface Fault {
  readonly code: FaultCode;
  /** What is at fault, as it is written: it identifies the problem wherever it stands in the file. */
  readonly names: string;
  readonly message: string;
  /** Counts from 1, as the column does. */
  readonly line: number;
  readonly column?: number;
  readonly suggestion?: string;
}

/**
 * What the tree says to one question that a file asks: does this lead somewhere, is this name there. All that the
 * verdict on the file depends on beside its own bytes is in its answers.
 */
export interface Answer {
  /** As it is written. */
  readonly asks: string;
  /** Files that decided it, the one that was asked for first. */
  readonly by: readonly RepoPath[];
  readonly fault: Fault | null;
}

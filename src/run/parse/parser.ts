import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Severity } from "../../vocabulary/verdict/finding.ts";
import type { Locate } from "./locate.ts";

/** One problem as a tool states it, before it becomes a finding of a check. */
export interface Problem {
  readonly severity: Severity;
  readonly message: string;
  readonly file?: RepoPath | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly code?: string | undefined;
  readonly suggestion?: string | undefined;
  /** What the tool printed about it. */
  readonly raw: string;
  /** It says that something failed, and nothing of why. */
  readonly isBare?: boolean;
  /** The target that it is a problem of, if that is not the file it points at: a test fails in its test file. */
  readonly owner?: RepoPath | undefined;
}

/** A file that the tool says it has looked at, and what came of it. */
export interface CoveredFile {
  readonly file: RepoPath;
  readonly status: "passed" | "failed";
}

export interface Parsed {
  readonly problems: readonly Problem[];
  /** Only files about which the output is positive. One that was ignored, skipped or merely warned about is not. */
  readonly covered: readonly CoveredFile[];
  /** The status with which the tool ends after a report like this; 1 if it is not said. */
  readonly status?: number;
}

/** What a command printed, without colours, and what is known around it. */
export interface Printed {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  /** The text of both streams, each whole. */
  readonly texts: readonly string[];
  /** The JSON documents found in the streams. */
  readonly documents: readonly unknown[];
  readonly locate: Locate;
  /** The files that the command was given. */
  readonly targets: readonly RepoPath[];
}

/** Reads one format whole. Null if the output is not in it. */
export type StructuredParser = (printed: Printed) => Parsed | null | Promise<Parsed | null>;

/** A problem and the lines that it takes up: from the first, up to and without `to`. */
export interface Claim {
  readonly from: number;
  readonly to: number;
  readonly problem: Problem;
}

/** Finds problems among lines, in order and in time linear in their length. */
export type TextParser = (lines: readonly string[], locate: Locate) => readonly Claim[];

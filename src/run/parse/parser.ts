import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Severity } from "../../vocabulary/verdict/finding.ts";
import type { Locate } from "./locate.ts";

/** One problem as a tool reports it, before it becomes a finding of a check. */
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
  /** It says that something failed, but not why. */
  readonly isBare?: boolean;
  /** The target that it belongs to, if that is not the file it points at: a test fails in its test file. */
  readonly owner?: RepoPath | undefined;
}

/** A file that the tool says it has checked, and the outcome. */
export interface CoveredFile {
  readonly file: RepoPath;
  readonly status: "passed" | "failed";
}

export interface Parsed {
  readonly problems: readonly Problem[];
  /** Only files that the output is positive about. A file that was ignored, skipped or only warned about is not. */
  readonly covered: readonly CoveredFile[];
  /** The exit status of the tool after such a report; 1 if absent. */
  readonly status?: number;
}

/** What a command printed, without colours, and its context. */
export interface Printed {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  /** The complete text of both streams. */
  readonly texts: readonly string[];
  /** The JSON documents found in the streams. */
  readonly documents: readonly unknown[];
  readonly locate: Locate;
  /** The files that the command was given. */
  readonly targets: readonly RepoPath[];
}

/** Reads one complete format. Null if the output is not in it. */
export type StructuredParser = (printed: Printed) => Parsed | null | Promise<Parsed | null>;

/** A problem and its lines: from the first, up to but not including `to`. */
export interface Claim {
  readonly from: number;
  readonly to: number;
  readonly problem: Problem;
}

/** Finds problems among lines, in order and in linear time. */
export type TextParser = (lines: readonly string[], locate: Locate) => readonly Claim[];

import type { PathSetId, RecordKind, WeakKey } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";
import type { Origin, Worktree } from "../../vocabulary/verdict/origin.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { RanOn } from "../../vocabulary/run/workers.ts";

export type VerdictStatus = "passed" | "failed";

/** The outcome of one unit, and everything needed to give the same answer again without running it. */
export interface Verdict {
  /** From its weak key and the contents of its path set. */
  readonly fingerprint: Fingerprint;
  readonly weakKey: WeakKey;
  readonly pathSet: PathSetId;
  readonly kind: RecordKind;
  /** The platform that it was made on. */
  readonly platform: string;
  /** The surroundings of its checkout's tree, if they may matter; else null. */
  readonly surroundings: string | null;
  /** Whether it is also valid on another machine, if the fingerprint is the same there. */
  readonly isShareable: boolean;
  readonly check: string;
  readonly target: Target;
  readonly status: VerdictStatus;
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly findings: readonly Finding[];
  /** Excerpts: shortened before the verdict is stored. */
  readonly stdout: string;
  readonly stderr: string;
  readonly runId: string;
  /** What the fingerprint is made of: names with short values, so that two fingerprints can be compared. */
  readonly components: Readonly<Record<string, string>>;
}

export interface StoredVerdict extends Verdict {
  /** The checkout that it was made in. */
  readonly origin: Origin;
  readonly createdAt: number;
  /** Exact to a day, so that a verdict in constant use is not written constantly. */
  readonly lastUsedAt: number;
}

/** The part of a verdict that is needed to use it again. */
export type CachedVerdict = Omit<
  StoredVerdict,
  "components" | "weakKey" | "platform" | "surroundings" | "isShareable" | "lastUsedAt"
>;

/** One check within one run. */
export interface CheckRecord {
  readonly check: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly duration: number;
  readonly cached: boolean;
  readonly unitsRun: number;
  readonly unitsStood: number;
  readonly exitCode: number | null;
  readonly retryCount: number;
  /** For a check that is one unit for the whole project. */
  readonly fingerprint: Fingerprint | null;
  // Rows from older versions lack these: absent means unknown or not applicable.
  /** Milliseconds from the start of the run, if something of the check ran. */
  readonly startedAfter?: number;
  /** Checks of the same run that it waited for. */
  readonly dependsOn?: readonly string[];
  /** How long its cached verdicts took when they were made, in milliseconds. */
  readonly saved?: number;
  readonly skippedReason?: string;
  /** The workers that ran some of its commands. */
  readonly ranOn?: readonly RanOn[];
}

/** How many files a run was about. */
export interface ScopeSize {
  readonly directlyChanged: number;
  readonly impactedByDependency: number;
  readonly requiresVerification: number;
}

/** One run in the history. */
export interface RunRecord {
  readonly runId: string;
  readonly startedAt: number;
  readonly duration: number;
  readonly mode: "incremental" | "full";
  readonly requestedMode: string;
  /** Why everything was verified, as in the result of the run. Plain JSON. */
  readonly trigger: unknown;
  /** The causes for verifying everything; absent if there were none. */
  readonly triggerCauses?: readonly string[];
  /** When everything was last verified successfully, in this run or before, if known. */
  readonly fullAt?: number;
  /** A digest of the settings with which the tree was last verified as a whole, in this run or before. */
  readonly settings?: string;
  readonly reason: string | null;
  readonly success: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly commit: string | null;
  readonly branch: string | null;
  /** The worktree of the run. */
  readonly worktree: Worktree;
  readonly baseline: { readonly commitHash: string | null; readonly timestamp: number } | null;
  readonly checks: readonly CheckRecord[];
  /** Why it did not complete; null if it did, absent if unknown. */
  readonly stoppedBy?: string | null;
  readonly scope?: ScopeSize;
}

/** The outcome of really executing a unit. Two different ones for the same fingerprint prove flakiness. */
export interface Execution {
  readonly fingerprint: Fingerprint;
  readonly check: string;
  readonly target: Target;
  readonly runId: string;
  readonly status: VerdictStatus;
  readonly at: number;
  /** The number of the try, if the command was tried several times in the run. */
  readonly tried?: number;
  /**
   * For one command on several files, if the outcome is about all of them together. Then the fingerprint combines
   * theirs, and the target is empty.
   */
  readonly batch?: ExecutedBatch;
}

export interface ExecutedBatch {
  readonly files: number;
  readonly first: RepoPath;
}

/** A stored verdict that no longer stands or was deleted. */
export interface Invalidation {
  readonly check: string;
  readonly target: Target;
  readonly fingerprint: Fingerprint;
  readonly reason: string;
  /** The file, command or event behind it. */
  readonly triggeredBy: string;
  readonly at: number;
}

/** A file that a run found under a new path. */
export interface RenameRecord {
  readonly from: RepoPath;
  readonly to: RepoPath;
  /** From 0 to 1; 1 if the content was identical. */
  readonly similarity: number;
  readonly runId: string;
  readonly at: number;
}

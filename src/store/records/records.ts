import type { PathSetId, RecordKind, WeakKey } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";
import type { Origin, Worktree } from "../../vocabulary/verdict/origin.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { RanOn } from "../../vocabulary/run/workers.ts";

export type VerdictStatus = "passed" | "failed";

/** What came out for one unit, and everything needed to give the same answer again without running it. */
export interface Verdict {
  /** What is found under its weak key, with the contents that its path set had. */
  readonly fingerprint: Fingerprint;
  readonly weakKey: WeakKey;
  readonly pathSet: PathSetId;
  readonly kind: RecordKind;
  /** The platform that it was made on. */
  readonly platform: string;
  /** What lay around the tree of its checkout, where that may matter; null if it does not. */
  readonly surroundings: string | null;
  /** Whether it holds on another machine too, as far as its fingerprint is the same there. */
  readonly isShareable: boolean;
  readonly check: string;
  readonly target: Target;
  readonly status: VerdictStatus;
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly findings: readonly Finding[];
  /** Excerpts: they were shortened before the verdict was stored. */
  readonly stdout: string;
  readonly stderr: string;
  readonly runId: string;
  /** What the fingerprint is made of: a name and a short value each, so that two can be compared. */
  readonly components: Readonly<Record<string, string>>;
}

export interface StoredVerdict extends Verdict {
  /** The checkout that it was made in. */
  readonly origin: Origin;
  readonly createdAt: number;
  /** Exact to a day: a verdict that is used all the time is not written all the time. */
  readonly lastUsedAt: number;
}

/** As much of a verdict as has to be known while it stands. */
export type StandingVerdict = Omit<
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
  /** Of a check that is one unit over the whole project. */
  readonly fingerprint: Fingerprint | null;
  // Rows from before these were kept do not have them: absent is unknown, or does not apply.
  /** Milliseconds from the start of the run; of a check of which something ran. */
  readonly startedAfter?: number;
  /** Checks of the same run that it waited for. */
  readonly dependsOn?: readonly string[];
  /** How long its verdicts that stood took when they were made, in milliseconds. */
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

/** One run, as history keeps it. */
export interface RunRecord {
  readonly runId: string;
  readonly startedAt: number;
  readonly duration: number;
  readonly mode: "incremental" | "full";
  readonly requestedMode: string;
  /** Why everything was verified, as the result of the run states it. Plain JSON. */
  readonly trigger: unknown;
  /** Names what spoke for verifying everything; absent if nothing did. */
  readonly triggerCauses?: readonly string[];
  /** When everything was last verified with success, as far as that is known; in this run or before. */
  readonly fullAt?: number;
  /** A digest of the settings under which the tree was last verified as a whole; in this run or before. */
  readonly settings?: string;
  readonly reason: string | null;
  readonly success: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly commit: string | null;
  readonly branch: string | null;
  /** The worktree that it was in. */
  readonly worktree: Worktree;
  readonly baseline: { readonly commitHash: string | null; readonly timestamp: number } | null;
  readonly checks: readonly CheckRecord[];
  /** Why it did not go to its end; null if it did, absent if that is not known. */
  readonly stoppedBy?: string | null;
  readonly scope?: ScopeSize;
}

/** A unit was really executed, and this came out. Two that differ for one fingerprint prove flakiness. */
export interface Execution {
  readonly fingerprint: Fingerprint;
  readonly check: string;
  readonly target: Target;
  readonly runId: string;
  readonly status: VerdictStatus;
  readonly at: number;
  /** Which try it was, where the command was tried several times in the run. */
  readonly tried?: number;
  /**
   * Of one command over several files, where the verdict is of all of them together: the fingerprint is then
   * one of theirs together, and the target is empty.
   */
  readonly batch?: Batch;
}

export interface Batch {
  readonly files: number;
  readonly first: RepoPath;
}

/** A stored verdict stopped standing or was thrown away. */
export interface Invalidation {
  readonly check: string;
  readonly target: Target;
  readonly fingerprint: Fingerprint;
  readonly reason: string;
  /** The file, command or event behind it. */
  readonly triggeredBy: string;
  readonly at: number;
}

/** A file that a run found under another path than before. */
export interface RenameRecord {
  readonly from: RepoPath;
  readonly to: RepoPath;
  /** From 0 to 1; 1 where the content was identical. */
  readonly similarity: number;
  readonly runId: string;
  readonly at: number;
}

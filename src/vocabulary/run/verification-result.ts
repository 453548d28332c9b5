import type { MoveType } from "../tree/change-set.ts";
import type { ChangeCategory, ChangeDetail, ImpactAnalysis } from "../tree/impact.ts";
import type { DetectionMethod } from "../tree/snapshot.ts";
import type { CacheCheck } from "../verdict/cache-check.ts";
import type { FixedFinding, ReportedFinding } from "../verdict/finding.ts";
import type { CheckResult, StopReason } from "../verdict/result.ts";
import type { Trigger } from "../verdict/trigger.ts";
import type { Annotation, RunReason } from "../verdict/unit.ts";
import type { RecoveryAction } from "./recovery.ts";

export const MODES = ["auto", "incremental", "full"] as const;
export type RequestedMode = (typeof MODES)[number];

export interface ChangedFile {
  readonly path: string;
  readonly changeType: "content" | "structural" | "metadata";
  readonly categories: readonly ChangeCategory[];
  readonly details: readonly ChangeDetail[];
  readonly previousHash: string | null;
  readonly currentHash: string | null;
}

export interface RenamedPath {
  readonly previousPath: string;
  readonly currentPath: string;
  /** From 0 to 1; 1 if the content is identical. */
  readonly similarity: number;
  readonly moveType: MoveType;
}

/** What differs from the last verified state. */
export interface Changes {
  readonly changedFiles: readonly ChangedFile[];
  readonly addedFiles: readonly string[];
  readonly deletedFiles: readonly string[];
  /** These are neither among the added nor among the deleted files. */
  readonly renamedFiles: readonly RenamedPath[];
  readonly unchangedCount: number;
  readonly detectionMethod: DetectionMethod;
  /** Why the last verified state is unknown; null if it is known. */
  readonly baselineProblem: string | null;
}

/** Why one unit ran. */
export interface ScopeRationale {
  /** Empty for the whole project. */
  readonly file: string;
  readonly check: string;
  readonly reason: RunReason["type"];
  readonly detail: string;
  readonly dependencyChain?: readonly string[];
  /** Present if there is something to say. */
  readonly annotations?: readonly Annotation[];
}

/** Which files had to be verified. */
export interface ScopeSummary {
  readonly directlyChanged: readonly string[];
  readonly impactedByDependency: readonly string[];
  readonly requiresVerification: readonly string[];
  /** Cached units. */
  readonly cachedCount: number;
  readonly scopeRationale: readonly ScopeRationale[];
}

/** A file with findings that other files with findings depend on, directly or not. */
export interface UpstreamFile {
  readonly file: string;
  /** How many other files with findings depend on it. */
  readonly dependents: number;
}

/** The recorded findings that a run is compared with. */
export interface FindingsBaseline {
  /** Null if something was not committed. */
  readonly commitHash: string | null;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** The result of one run: what `verify` returns and what `--json` prints. */
export interface VerificationResult {
  readonly schemaVersion: 1;
  /**
   * Nothing failed that is not tolerated, nothing was stopped early, and at least one check passed or was cached as
   * passed.
   */
  readonly success: boolean;
  readonly hasCriticalFailure: boolean;
  readonly mode: "incremental" | "full";
  readonly requestedMode: RequestedMode;
  readonly reason: string | null;
  readonly trigger: Trigger;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly totalChecks: number;
  /** Units that ran. */
  readonly filesVerified: number;
  /** Cached units. */
  readonly cacheHits: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly startedAt: string;
  readonly runId: string;
  /** Why the run did not complete; null if it did. */
  readonly stoppedBy: StopReason["type"] | null;
  readonly baseline: { readonly commitHash: string | null; readonly timestamp: string } | null;
  readonly changes: Changes;
  readonly scope: ScopeSummary;
  readonly impact: ImpactAnalysis;
  /** The outcome of re-running a sample of cached verdicts; null if none was requested. */
  readonly cacheCheck: CacheCheck | null;
  readonly results: readonly CheckResult[];
  readonly findings: readonly ReportedFinding[];
  /** Files that may have caused findings elsewhere; most dependents first. */
  readonly upstream: readonly UpstreamFile[];
  /** Findings of the baseline that are not found any more. */
  readonly fixedFindings: readonly FixedFinding[];
  /** When the findings that `new` and `old` refer to were recorded; null if none were. */
  readonly findingsBaseline: FindingsBaseline | null;
  /** Failed checks that `--new-only` tolerates, because all their findings are old. */
  readonly tolerated: readonly string[];
  /** What was done to fix failures before this last verification; empty if nothing was. */
  readonly recovery: readonly RecoveryAction[];
  readonly warnings: readonly string[];
}

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
  /** From 0 to 1; 1 where the content is identical. */
  readonly similarity: number;
  readonly moveType: MoveType;
}

/** What differs from the last verified state. */
export interface Changes {
  readonly changedFiles: readonly ChangedFile[];
  readonly addedFiles: readonly string[];
  readonly deletedFiles: readonly string[];
  /** Neither among the added nor among the deleted files. */
  readonly renamedFiles: readonly RenamedPath[];
  readonly unchangedCount: number;
  readonly detectionMethod: DetectionMethod;
  /** Why the last verified state is not known; null where it is. */
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
  /** Where there is something to say. */
  readonly annotations?: readonly Annotation[];
}

/** Which files had to be verified. */
export interface ScopeSummary {
  readonly directlyChanged: readonly string[];
  readonly impactedByDependency: readonly string[];
  readonly requiresVerification: readonly string[];
  /** Units whose verdict stood. */
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
  /** Null where something was not committed. */
  readonly commitHash: string | null;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** The answer of one run: what `verify` returns and what `--json` prints. */
export interface VerificationResult {
  readonly schemaVersion: 1;
  /** Nothing failed that is not tolerated, nothing was cut short, and at least one check passed or stood. */
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
  /** Units whose verdict stood. */
  readonly cacheHits: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly startedAt: string;
  readonly runId: string;
  /** Why the run did not go to its end; null where it did. */
  readonly stoppedBy: StopReason["type"] | null;
  readonly baseline: { readonly commitHash: string | null; readonly timestamp: string } | null;
  readonly changes: Changes;
  readonly scope: ScopeSummary;
  readonly impact: ImpactAnalysis;
  /** What came of reaching a sample of standing verdicts again; null where none was asked for. */
  readonly cacheCheck: CacheCheck | null;
  readonly results: readonly CheckResult[];
  readonly findings: readonly ReportedFinding[];
  /** Where what was found elsewhere may come from; most dependents first. */
  readonly upstream: readonly UpstreamFile[];
  /** What was found at the baseline, and is not found any more. */
  readonly fixedFindings: readonly FixedFinding[];
  /** When the findings were recorded that `new` and `old` refer to; null where none were. */
  readonly findingsBaseline: FindingsBaseline | null;
  /** Failed checks that `--new-only` forgives, because all that they found is old. */
  readonly tolerated: readonly string[];
  /** What was done to fix failures before this, the last verification; empty where nothing was. */
  readonly recovery: readonly RecoveryAction[];
  readonly warnings: readonly string[];
}

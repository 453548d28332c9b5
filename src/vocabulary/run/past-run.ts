import type { Trigger } from "../verdict/trigger.ts";
import type { RanOn } from "./workers.ts";

/** One check in a run of the past. Named as in the result of a run. Null is unknown. */
export interface PastCheck {
  readonly check: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly cached: boolean;
  /** Milliseconds. */
  readonly duration: number;
  readonly exitCode: number | null;
  readonly retryCount: number;
  readonly filesVerified: number;
  readonly cacheHits: number;
  readonly skippedReason: string | null;
  /** Milliseconds from the start of the run; null also where nothing of it ran. */
  readonly startedAfter: number | null;
  readonly dependsOn: readonly string[] | null;
  /** How long its verdicts that stood took when they were reached, in milliseconds. */
  readonly timeSaved: number | null;
  /** The workers that ran some of its commands; null where all ran on this machine. */
  readonly ranOn: readonly RanOn[] | null;
}

/** A run of the past, as `history` gives it. Null is unknown, or none. */
export interface PastRun {
  readonly runId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly duration: number;
  readonly success: boolean;
  readonly stoppedBy: string | null;
  readonly mode: "incremental" | "full";
  readonly requestedMode: string;
  readonly trigger: Trigger | null;
  readonly reason: string | null;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly totalChecks: number;
  readonly filesVerified: number;
  readonly cacheHits: number;
  readonly timeSaved: number | null;
  readonly commit: string | null;
  readonly branch: string | null;
  /** The name of the worktree that it ran in; null for the main one. */
  readonly worktree: string | null;
  readonly baseline: { readonly commitHash: string | null; readonly timestamp: string } | null;
  /** How many files. */
  readonly scope: {
    readonly directlyChanged: number;
    readonly impactedByDependency: number;
    readonly requiresVerification: number;
  } | null;
  readonly checks: readonly PastCheck[];
}

import type { Trigger } from "../verdict/trigger.ts";
import type { RanOn } from "./workers.ts";

/** One check in a past run, with the field names of a result. Null means unknown. */
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
  /** Milliseconds from the start of the run; null also if nothing of it ran. */
  readonly startedAfter: number | null;
  readonly dependsOn: readonly string[] | null;
  /** How long its cached verdicts took when they were made, in milliseconds. */
  readonly timeSaved: number | null;
  /** The workers that ran some of its commands; null if all ran on this machine. */
  readonly ranOn: readonly RanOn[] | null;
}

/** A past run, as `history` returns it. Null means unknown, or none. */
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
  /** The name of its worktree; null for the main one. */
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

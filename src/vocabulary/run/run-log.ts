import type { ScopeRationale, VerificationResult } from "./verification-result.ts";
import type { FixedFinding, ReportedFinding } from "../verdict/finding.ts";
import type { CheckResult } from "../verdict/result.ts";

/** A check at the start of a run. */
export interface LoggedPlan {
  readonly check: string;
  readonly decision: "run" | "stand" | "skip" | "blocked";
  readonly dependsOn: readonly string[];
  readonly unitsToRun: number;
  readonly unitsCached: number;
  /** When the newest of its cached verdicts was made, in milliseconds since 1970; null if none is cached. */
  readonly cachedSince: number | null;
}

/** The result of a check, without its findings, which have their own events, and with only the end of its output. */
export type LoggedResult = Pick<
  CheckResult,
  | "check"
  | "description"
  | "type"
  | "status"
  | "cached"
  | "duration"
  | "exitCode"
  | "retryCount"
  | "filesVerified"
  | "cacheHits"
  | "observed"
  | "predicted"
  | "skippedReason"
  | "why"
  | "command"
  | "timestamp"
  | "ranOn"
> & { readonly output: string; readonly findings: number };

/** How a run ended, without its findings and results. */
export type LoggedEnd = Pick<
  VerificationResult,
  | "success"
  | "mode"
  | "reason"
  | "duration"
  | "stoppedBy"
  | "passed"
  | "failed"
  | "skipped"
  | "totalChecks"
  | "filesVerified"
  | "cacheHits"
  | "tolerated"
> & {
  readonly changedFiles: number;
  readonly findings: number;
  readonly fixedFindings: number;
};

/**
 * The events that a run logs, one per line, for other processes to watch. They are shown but never trusted. Times are
 * in milliseconds since 1970.
 */
export type LoggedEvent =
  | {
      readonly type: "started";
      readonly at: number;
      readonly runId: string;
      readonly pid: number;
      /** Tells the process from a later one with the same id. */
      readonly born: string;
      readonly mode: VerificationResult["mode"];
      readonly branch: string | null;
      readonly commit: string | null;
      readonly checks: readonly LoggedPlan[];
    }
  | { readonly type: "check-started"; readonly at: number; readonly check: string }
  /** A worker has started the first of its commands. */
  | { readonly type: "command-taken"; readonly at: number; readonly check: string; readonly worker: string }
  | { readonly type: "check-output"; readonly at: number; readonly check: string; readonly text: string }
  | {
      readonly type: "check-retrying";
      readonly at: number;
      readonly check: string;
      readonly attempt: number;
      readonly why: string;
    }
  | { readonly type: "check-finished"; readonly at: number; readonly result: LoggedResult }
  | { readonly type: "stopping"; readonly at: number; readonly why: string }
  | { readonly type: "warning"; readonly at: number; readonly message: string }
  | { readonly type: "why"; readonly rationale: ScopeRationale }
  | { readonly type: "finding"; readonly finding: ReportedFinding }
  | { readonly type: "fixed"; readonly finding: FixedFinding }
  | { readonly type: "finished"; readonly at: number; readonly end: LoggedEnd };

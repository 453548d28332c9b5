import type { CheckType } from "../check/check.ts";
import type { RanOn } from "../run/workers.ts";
import type { Finding } from "./finding.ts";

/** Why a whole run is stopped early. */
export type StopReason =
  | { readonly type: "fail-fast"; readonly failed: string }
  | { readonly type: "overall-timeout"; readonly limit: number }
  | { readonly type: "interrupted" }
  /** A newer run made it pointless. */
  | { readonly type: "superseded" };

/** Why a declared check has no verdict. Created where the decision is made. */
export type SkipReason =
  | StopReason
  | { readonly type: "dependency-failed"; readonly dependency: string }
  | { readonly type: "disabled" }
  | { readonly type: "filtered" }
  /** None of its files exists, or is among the requested paths. */
  | { readonly type: "no-files" };

/** How a command ended. Exactly one of these is true for every command. */
export type Ending =
  /** With advice, if the code suggests some. */
  | { readonly type: "exited"; readonly code: number; readonly advice?: string }
  | { readonly type: "signalled"; readonly signal: string }
  | { readonly type: "timed-out"; readonly limit: number }
  | { readonly type: "stopped"; readonly why: StopReason; readonly started: boolean }
  | { readonly type: "not-started"; readonly reason: string; readonly advice: string };

/** Where a failure comes from that is not from this run. */
export interface Replayed {
  /** The latest run that had it. */
  readonly runId: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly units: number;
  /** The first few targets; empty for a check of the whole project. */
  readonly files: readonly string[];
}

/** The result of one check. Every declared check has exactly one in a run. */
export interface CheckResult {
  readonly check: string;
  /** Its description in the configuration; may be empty. */
  readonly description: string;
  readonly type: CheckType;
  readonly status: "passed" | "failed" | "skipped";
  readonly passed: boolean;
  readonly cached: boolean;
  readonly critical: boolean;
  /** Milliseconds. */
  readonly duration: number;
  /** Null if no command exited by itself. */
  readonly exitCode: number | null;
  /** If its commands failed with several codes: each of them once. */
  readonly exitCodes?: readonly number[];
  /** The signal that ended the command. */
  readonly signal?: string;
  readonly retryCount: number;
  readonly filesVerified: number;
  readonly cacheHits: number;
  /** How many of its verdicts are observed, */
  readonly observed: number;
  /** and how many are predicted. */
  readonly predicted: number;
  /** The workers that ran some of its commands; the others ran here. */
  readonly ranOn?: readonly RanOn[];
  readonly skippedReason?: SkipReason["type"];
  /** One sentence about a failure or a skip. */
  readonly why?: string;
  /** For a failure that is cached, completely or in part. */
  readonly replayed?: Replayed;
  /** The command as started, for people. */
  readonly command: readonly string[];
  readonly errors: readonly Finding[];
  readonly stdout: string;
  readonly stderr: string;
  /** When it started, in milliseconds since 1970. */
  readonly timestamp: number;
}

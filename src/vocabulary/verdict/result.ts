import type { CheckType } from "../check/check.ts";
import type { RanOn } from "../run/workers.ts";
import type { Finding } from "./finding.ts";

/** Why a whole run is stopped before its end. */
export type StopReason =
  | { readonly type: "fail-fast"; readonly failed: string }
  | { readonly type: "overall-timeout"; readonly limit: number }
  | { readonly type: "interrupted" }
  /** A newer run made it pointless. */
  | { readonly type: "superseded" };

/** Why a declared check has no verdict. Made where the decision is made. */
export type SkipReason =
  | StopReason
  | { readonly type: "dependency-failed"; readonly dependency: string }
  | { readonly type: "disabled" }
  | { readonly type: "filtered" }
  /** None of the files it is for is there, or is among the paths that were asked for. */
  | { readonly type: "no-files" };

/** How a command came to its end. Exactly one of these is true of every command. */
export type Ending =
  /** With what helps, where that can be told from the code. */
  | { readonly type: "exited"; readonly code: number; readonly advice?: string }
  | { readonly type: "signalled"; readonly signal: string }
  | { readonly type: "timed-out"; readonly limit: number }
  | { readonly type: "stopped"; readonly why: StopReason; readonly started: boolean }
  | { readonly type: "not-started"; readonly reason: string; readonly advice: string };

/** Where a failure comes from that was not reached in this run. */
export interface Replayed {
  /** The latest run that reached it. */
  readonly runId: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly units: number;
  /** The first few targets; none of a check of the whole project. */
  readonly files: readonly string[];
}

/** What came of one check. Every declared check has exactly one in a run. */
export interface CheckResult {
  readonly check: string;
  /** What the configuration says about it; may be empty. */
  readonly description: string;
  readonly type: CheckType;
  readonly status: "passed" | "failed" | "skipped";
  readonly passed: boolean;
  readonly cached: boolean;
  readonly critical: boolean;
  /** Milliseconds. */
  readonly duration: number;
  /** Null where no command exited by itself. */
  readonly exitCode: number | null;
  /** Where its commands failed with several: each of them once. */
  readonly exitCodes?: readonly number[];
  /** The signal that ended the command. */
  readonly signal?: string;
  readonly retryCount: number;
  readonly filesVerified: number;
  readonly cacheHits: number;
  /** Of its verdicts, how many are known to hold by what their commands were seen to read, */
  readonly observed: number;
  /** and how many by what they are predicted to depend on. */
  readonly predicted: number;
  /** The workers that ran some of its commands; the others ran here. */
  readonly ranOn?: readonly RanOn[];
  readonly skippedReason?: SkipReason["type"];
  /** One sentence about a failure or a skip. */
  readonly why?: string;
  /** Of a failure that is cached, as a whole or in part. */
  readonly replayed?: Replayed;
  /** The command as it was started, for people. */
  readonly command: readonly string[];
  readonly errors: readonly Finding[];
  readonly stdout: string;
  readonly stderr: string;
  /** When it started, in milliseconds since 1970. */
  readonly timestamp: number;
}

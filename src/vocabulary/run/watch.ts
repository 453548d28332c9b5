import type { Result } from "../failure.ts";
import type { VerificationResult } from "./verification-result.ts";

/** What a watch compares: every file that a verdict can depend on, with its state. */
export type TreeState = ReadonlyMap<string, string>;

/** Why a run starts. */
export type RunCause = "start" | "changes" | "all" | "failed";

export interface RunRequest {
  readonly cause: RunCause;
  /** Only these checks; null for those that the options select. */
  readonly checks: readonly string[] | null;
}

/** The events of a watch between runs. */
export type WatchEvent =
  /** `changes` are the files that differ from the last run that completed. */
  | ({ readonly type: "run-starting"; readonly changes: readonly string[] } & RunRequest)
  | {
      readonly type: "run-ended";
      readonly result: Result<VerificationResult>;
      /** The changes that ended the run; empty if something else was requested; null if it was not ended. */
      readonly supersededBy: readonly string[] | null;
    }
  /** These files change with every run, so the next one is delayed. */
  | { readonly type: "unsettled"; readonly paths: readonly string[]; readonly pauseMs: number }
  /** The checks that failed last were requested, but none failed. */
  | { readonly type: "nothing-failed" }
  /** Nothing is running or due. */
  | { readonly type: "waiting" }
  /** The system does not report changes, so they are searched for. */
  | { readonly type: "polling"; readonly why: string };

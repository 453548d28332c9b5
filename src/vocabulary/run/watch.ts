import type { Result } from "../failure.ts";
import type { VerificationResult } from "./verification-result.ts";

/** What a watch compares: every file that a verdict can depend on, and what it is. */
export type TreeState = ReadonlyMap<string, string>;

/** Why a run is started. */
export type RunCause = "start" | "changes" | "all" | "failed";

export interface RunRequest {
  readonly cause: RunCause;
  /** Only these checks; null for those that the options choose. */
  readonly checks: readonly string[] | null;
}

/** What a watch says between runs. */
export type WatchEvent =
  /** `changes` are the files that differ from what the last run that came to its end was about. */
  | ({ readonly type: "run-starting"; readonly changes: readonly string[] } & RunRequest)
  | {
      readonly type: "run-ended";
      readonly result: Result<VerificationResult>;
      /** What changed so that the run was ended; empty where something else was asked for; null where it was not. */
      readonly supersededBy: readonly string[] | null;
    }
  /** These files change with every run, so the next one is put off. */
  | { readonly type: "unsettled"; readonly paths: readonly string[]; readonly pauseMs: number }
  /** Those that failed last were asked for, and none did. */
  | { readonly type: "nothing-failed" }
  /** Nothing runs and nothing is due. */
  | { readonly type: "waiting" }
  /** The system does not tell of changes, so they are looked for. */
  | { readonly type: "polling"; readonly why: string };

import type { CheckResult, StopReason } from "../verdict/result.ts";
import type { RecoveryAction, RecoveryProposal } from "./recovery.ts";
import type { Report } from "./report.ts";

/** What a run says while it goes on. Only `cli/` and `report/` turn these into text. */
export type VerificationEvent =
  /** What is looked at before anything runs; on a large repository each can take a while. */
  | { readonly type: "looking"; readonly at: "files" | "dependencies" | "verdicts" }
  /** Before a tool is asked which files it takes; it is a program like any other, and can take a while. */
  | { readonly type: "asking"; readonly check: string; readonly tool: string }
  | { readonly type: "warning"; readonly message: string }
  /** With the reports that the configuration asks for. */
  | { readonly type: "run-started"; readonly checks: readonly string[]; readonly reports: readonly Report[] }
  | { readonly type: "check-started"; readonly check: string; readonly at: number }
  /** A worker has begun with a command of this check. */
  | { readonly type: "command-taken"; readonly check: string; readonly worker: string }
  | {
      readonly type: "check-retrying";
      readonly check: string;
      readonly attempt: number;
      readonly retries: number;
      readonly why: string;
    }
  /** What its commands print while they run, without secrets: the first part of it. */
  | { readonly type: "check-output"; readonly check: string; readonly text: string }
  | { readonly type: "check-finished"; readonly result: CheckResult }
  | { readonly type: "run-stopping"; readonly reason: StopReason }
  /** After a first run: its commands could not be watched, why, and what helps. */
  | { readonly type: "unwatched"; readonly why: string; readonly advice: string }
  /** Before a strategy is run, for each check that it is for. It edits files, so this is always shown. */
  | { readonly type: "recovery-started"; readonly proposal: RecoveryProposal }
  | { readonly type: "recovery-finished"; readonly action: RecoveryAction };

export type Emit = (event: VerificationEvent) => void;

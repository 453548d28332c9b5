import type { CheckResult, StopReason } from "../verdict/result.ts";
import type { RecoveryAction, RecoveryProposal } from "./recovery.ts";
import type { Report } from "./report.ts";

/** The events of a run. Only `cli/` and `report/` turn these into text. */
export type VerificationEvent =
  /** What is read before anything runs; in a large repository each can take a while. */
  | { readonly type: "looking"; readonly at: "files" | "dependencies" | "verdicts" }
  /** Before a tool is asked for its files, which can take a while. */
  | { readonly type: "asking"; readonly check: string; readonly tool: string }
  | { readonly type: "warning"; readonly message: string }
  /** With the reports of the configuration. */
  | { readonly type: "run-started"; readonly checks: readonly string[]; readonly reports: readonly Report[] }
  | { readonly type: "check-started"; readonly check: string; readonly at: number }
  /** A worker has started a command of this check. */
  | { readonly type: "command-taken"; readonly check: string; readonly worker: string }
  | {
      readonly type: "check-retrying";
      readonly check: string;
      readonly attempt: number;
      readonly retries: number;
      readonly why: string;
    }
  /** The output of its commands while they run, without secrets: the first part of it. */
  | { readonly type: "check-output"; readonly check: string; readonly text: string }
  | { readonly type: "check-finished"; readonly result: CheckResult }
  | { readonly type: "run-stopping"; readonly reason: StopReason }
  /** After a first run: why its commands could not be watched, and what helps. */
  | { readonly type: "unwatched"; readonly why: string; readonly advice: string }
  /** Before a strategy runs, for each check that it is for. It edits files, so this is always shown. */
  | { readonly type: "recovery-started"; readonly proposal: RecoveryProposal }
  | { readonly type: "recovery-finished"; readonly action: RecoveryAction };

export type Emit = (event: VerificationEvent) => void;

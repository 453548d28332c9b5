import type { VerificationEvent } from "../run/event.ts";
import type { RecoveryProposal } from "../run/recovery.ts";
import type { CheckResult } from "../verdict/result.ts";
import type { AnalysisStatus, StalenessReport } from "./workflow.ts";

export const ON_STALE = ["proceed", "quick-scan", "reanalyze"] as const;
export type OnStale = (typeof ON_STALE)[number];
export const ON_PARTIAL = ["resume", "skip", "restart"] as const;
export type OnPartial = (typeof ON_PARTIAL)[number];
/** What to do with a branch of the item that lacks commits of the checked-out branch. */
export const ON_BEHIND = ["merge", "rebase", "proceed", "fresh"] as const;
export type OnBehind = (typeof ON_BEHIND)[number];

/** What the person or program that takes over a phase must know. */
export interface Brief {
  readonly item: string;
  readonly description: string;
  readonly workflow: string;
  readonly phase: string;
  readonly task: string;
  /** Relative to the repository root. */
  readonly directory: string;
  /** Artifacts that must exist, as globs relative to the repository root. */
  readonly produce: readonly string[];
  /** The file that such a phase usually leaves; null if `produce` says what is required. */
  readonly suggestion: string | null;
  /** What exists to work from, relative to the repository root. */
  readonly from: readonly string[];
  readonly checks: readonly string[];
  readonly tags: readonly string[];
}

/** The events of a flow command. Only `cli/` and `report/` turn these into text. */
export type FlowEvent =
  | { readonly type: "warning" | "note"; readonly message: string }
  | {
      readonly type: "stale";
      readonly slug: string;
      readonly staleness: StalenessReport;
      readonly suggested: OnStale;
    }
  | {
      readonly type: "behind";
      readonly slug: string;
      readonly branch: string;
      /** The checked-out branch or commit. */
      readonly here: string;
      readonly commits: number;
      /** The name of a fresh branch. */
      readonly fresh: string;
    }
  | {
      readonly type: "partial";
      readonly slug: string;
      readonly completed: readonly string[];
      readonly remaining: readonly string[];
    }
  | {
      readonly type: "summary";
      readonly slug: string;
      readonly status: AnalysisStatus;
      readonly completed: readonly string[];
      /** How many analysis phases the workflow has. */
      readonly of: number;
      readonly execute: readonly string[];
    }
  | { readonly type: "phase-started"; readonly phase: string; readonly number: number; readonly of: number }
  | { readonly type: "phase-output"; readonly chunk: Buffer }
  | { readonly type: "phase-finished"; readonly phase: string }
  /** The gate failed, and strategies match that were not requested. */
  | { readonly type: "recovery-offer"; readonly proposals: readonly RecoveryProposal[] }
  | { readonly type: "verification"; readonly event: VerificationEvent };

/** The outcome of a flow command. */
export type FlowOutcome =
  | {
      readonly type: "completed";
      readonly item: string;
      readonly workflow: string;
      readonly mode: "build" | "analyze";
    }
  | { readonly type: "waiting"; readonly brief: Brief }
  | { readonly type: "paused"; readonly item: string; readonly next: string; readonly verb: string }
  | {
      readonly type: "failed";
      readonly item: string;
      readonly phase: string;
      readonly why: string;
      readonly details: readonly string[];
      /** The checks of its gate that failed, with their findings and output. */
      readonly failedChecks: readonly CheckResult[];
      /** The words of the command that continues it. */
      readonly again: readonly string[];
    }
  | { readonly type: "interrupted"; readonly item: string; readonly phase: string; readonly verb: string }
  | { readonly type: "declined" };

export interface Choice {
  /** What the user types: one letter, or a number. */
  readonly key: string;
  readonly label: string;
}

export interface Question {
  readonly text: string;
  readonly choices: readonly Choice[];
  /** The key that Enter stands for. */
  readonly suggested: string;
}

/** Asks a person. Null: there was no usable answer. */
export type Ask = (question: Question) => Promise<string | null>;

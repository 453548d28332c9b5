import type { CheckType } from "../check/check.ts";
import type { Tool } from "../check/tool.ts";

/** Strategies that need not be declared, in the order in which they are tried. */
export const READY_MADE = [
  "install-packages",
  "eslint-fix",
  "oxlint-fix",
  "biome-fix",
  "ruff-fix",
  "prettier-write",
  "oxfmt-write",
  "ruff-format",
  "refresh-build-info",
  "clear-cache",
] as const;
export type ReadyMadeName = (typeof READY_MADE)[number];

/** What a finding must be like. All that is given must hold. */
export interface Condition {
  readonly check?: string;
  readonly type?: CheckType;
  readonly category?: string;
  readonly code?: string;
  /** A regular expression, searched in the message and in what the tool printed about it. */
  readonly pattern?: string;
}

/** A way to fix what a check found, complete. */
export interface Strategy {
  readonly name: string;
  /** A finding that fits all of these is one that it may fix. */
  readonly when: readonly Condition[];
  /** Whether the check's command must have ended by itself: what did not even run has nothing to fix. */
  readonly needsExit: boolean;
  readonly command: string;
  readonly args: readonly string[];
  /** The tool that reads the names of files which the command is given. */
  readonly tool: Tool;
  /** Relative to the repository root. */
  readonly cwd: string;
  /** Variables to set. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds; 0 is no limit. */
  readonly timeout: number;
  /** Where what it does can be seen: in the tree alone, or also elsewhere, as with a cache that git ignores. */
  readonly effect: "tree" | "anywhere";
}

export type RecoveryOutcome =
  /** The check passes now. */
  | "recovered"
  /** It still fails; something that was to be fixed is gone. */
  | "improved"
  /** Files were touched, and all that was to be fixed is still found. */
  | "still-failing"
  /** No file was touched, and the check fails as before. */
  | "no-change"
  /** The command did not do its work. */
  | "failed"
  /** It put the tree back into a state that was there before. */
  | "looped"
  | "interrupted"
  /** It would have been next, and the attempts were used up. */
  | "gave-up";

/** One strategy that was run for one check, and what came of it. */
export interface RecoveryAction {
  readonly strategy: string;
  readonly check: string;
  readonly outcome: RecoveryOutcome;
  /** From 1. Strategies for several checks can belong to one attempt. */
  readonly attempt: number;
  /** What it was chosen because of, in words. */
  readonly why: string;
  /** As it was started, for people; of several commands the first. */
  readonly command: readonly string[];
  /** The ids of the findings that it was to fix. */
  readonly findings: readonly string[];
  /** From the repository root. */
  readonly filesTouched: readonly string[];
  /** How its command ended, in words; null where it was not started. */
  readonly ended: string | null;
  /** The end of what it printed. */
  readonly output: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** What is about to be done. */
export type RecoveryProposal = Pick<
  RecoveryAction,
  "strategy" | "check" | "attempt" | "why" | "command" | "findings"
>;

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

/** What a finding must be like. All given conditions must hold. */
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
  /** It may fix a finding that matches one of these. */
  readonly when: readonly Condition[];
  /** Whether the check's command must have ended by itself: a command that did not run has nothing to fix. */
  readonly needsExit: boolean;
  readonly command: string;
  readonly args: readonly string[];
  /** The tool that reads the file names of the command. */
  readonly tool: Tool;
  /** Relative to the repository root. */
  readonly cwd: string;
  /** Variables to set. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds; 0 means no limit. */
  readonly timeout: number;
  /** Where its effect is visible: only in the tree, or also elsewhere, as with a cache that git ignores. */
  readonly effect: "tree" | "anywhere";
}

export type RecoveryOutcome =
  /** The check passes now. */
  | "recovered"
  /** It still fails, but something that should be fixed is gone. */
  | "improved"
  /** Files were changed, but everything that should be fixed is still found. */
  | "still-failing"
  /** No file was changed, and the check fails as before. */
  | "no-change"
  /** The command did not do its work. */
  | "failed"
  /** It returned the tree to an earlier state. */
  | "looped"
  | "interrupted"
  /** It was next, but the attempts were used up. */
  | "gave-up";

/** One strategy that ran for one check, and the outcome. */
export interface RecoveryAction {
  readonly strategy: string;
  readonly check: string;
  readonly outcome: RecoveryOutcome;
  /** From 1. Strategies for several checks can belong to one attempt. */
  readonly attempt: number;
  /** Why it was chosen, in words. */
  readonly why: string;
  /** As started, for people; the first if there are several commands. */
  readonly command: readonly string[];
  /** The ids of the findings that it should fix. */
  readonly findings: readonly string[];
  /** Relative to the repository root. */
  readonly filesTouched: readonly string[];
  /** How its command ended, in words; null if it was not started. */
  readonly ended: string | null;
  /** The end of its output. */
  readonly output: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** What will be done. */
export type RecoveryProposal = Pick<
  RecoveryAction,
  "strategy" | "check" | "attempt" | "why" | "command" | "findings"
>;

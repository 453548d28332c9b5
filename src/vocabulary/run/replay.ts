import type { Fingerprint } from "../tree/path.ts";
import type { Finding } from "../verdict/finding.ts";
import type { Target } from "../verdict/unit.ts";

/** One run of a replay, in numbers. */
export interface ReplayRun {
  readonly unitsRun: number;
  readonly unitsStood: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What caused everything to be verified, so that nothing was reused. */
  readonly triggers: readonly string[];
  /** Milliseconds. */
  readonly duration: number;
}

/** How two runs on the same tree disagree about one check. */
export interface Disagreement {
  readonly check: string;
  /** What the incremental run said: `passed`, `failed with exit code 1`, `skipped: ...`. */
  readonly incremental: string;
  /** What the fresh run said. */
  readonly full: string;
  /** What only the fresh run found. */
  readonly missing: readonly Finding[];
  /** What only the incremental run found. */
  readonly extra: readonly Finding[];
}

/** A unit whose verdict was reused although a fresh run gives another. */
export interface StaleUnit {
  readonly target: Target;
  readonly fingerprint: Fingerprint;
  readonly stood: "passed" | "failed";
  /** The run that made the verdict, and its commit. */
  readonly runId: string;
  readonly since: string | null;
  /** What changed between that commit and this one, without changing the fingerprint. */
  readonly changedSince: readonly string[];
}

/**
 * Why two runs disagree. Only results that are not deterministic, or that follow from another check, are not the fault
 * of reuse.
 */
export type DisagreementCause =
  /** A verdict was reused, and two fresh runs agree on another. */
  | { readonly type: "stale"; readonly units: readonly StaleUnit[] }
  /** It ran both times, and depends on something that an earlier run left in the checkout. */
  | { readonly type: "left-behind" }
  /** Two fresh runs on the same tree gave different answers. */
  | { readonly type: "not-deterministic" }
  /** It was skipped in one of the runs because of the result of another check. */
  | { readonly type: "consequence"; readonly why: string };

export type Difference = Disagreement & { readonly cause: DisagreementCause };

/** The source of a commit's configuration: the commit, `--config`, the user's checkout, or none. */
export type ConfigurationOrigin = "commit" | "given" | "current" | "inferred";

/** The source of the installed packages. */
export type PackagesOrigin = "linked" | "prepared" | "none";

/** One replayed commit. */
export interface ReplayedCommit {
  readonly commit: string;
  readonly subject: string;
  /** What differs from the previously replayed commit. */
  readonly changedFiles: readonly string[];
  readonly configuration: ConfigurationOrigin;
  readonly packages: PackagesOrigin;
  /** Whether its lockfiles differ from those of the checkout that the packages were linked from. */
  readonly otherLockfile: boolean;
  readonly outcome: "agrees" | "differs" | "not-run";
  /** One sentence about why there is nothing to compare. */
  readonly why?: string;
  readonly incremental: ReplayRun | null;
  readonly full: ReplayRun | null;
  readonly differences: readonly Difference[];
}

export interface ReplayTotals {
  readonly commits: number;
  /** Those that could be run. */
  readonly compared: number;
  readonly agreeing: number;
  /** Those with a difference that is the fault of reuse. */
  readonly stale: number;
  readonly notDeterministic: number;
  readonly notRun: number;
  readonly unitsRun: number;
  readonly unitsStood: number;
  /** The share of the units of the fresh runs that did not have to run, from 0 to 1. */
  readonly unitsSaved: number;
  /** Milliseconds, for the compared commits. */
  readonly incrementalDuration: number;
  readonly fullDuration: number;
  /** From 0 to 1; negative if incremental runs took longer. */
  readonly timeSaved: number;
}

/** Incremental compared with full, commit by commit. */
export interface Replay {
  readonly schemaVersion: 1;
  /** At least one commit was compared, and no difference is the fault of reuse. */
  readonly success: boolean;
  /** It ended early: the commits are those that were done by then. */
  readonly interrupted: boolean;
  readonly range: string;
  /** The commit that was verified first, so that there is something to reuse; null at the start of the history. */
  readonly warmUp: string | null;
  /** Oldest first. */
  readonly commits: readonly ReplayedCommit[];
  readonly totals: ReplayTotals;
}

/** The events of a replay. */
export type ReplayEvent =
  | { readonly type: "replay-started"; readonly commits: number; readonly warmUp: string | null }
  | { readonly type: "commit-replayed"; readonly commit: ReplayedCommit; readonly done: number }
  /** The temporary directory could not be removed. */
  | { readonly type: "left-over"; readonly directory: string };

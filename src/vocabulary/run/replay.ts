import type { Fingerprint } from "../tree/path.ts";
import type { Finding } from "../verdict/finding.ts";
import type { Target } from "../verdict/unit.ts";

/** One run of a replay, in figures. */
export interface ReplayRun {
  readonly unitsRun: number;
  readonly unitsStood: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What called for verifying everything, so that nothing stood. */
  readonly triggers: readonly string[];
  /** Milliseconds. */
  readonly duration: number;
}

/** How two runs over the same tree disagree about one check. */
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

/** A unit whose verdict stood although a fresh run gives another. */
export interface StaleUnit {
  readonly target: Target;
  readonly fingerprint: Fingerprint;
  readonly stood: "passed" | "failed";
  /** The run that reached the verdict, and the commit that it was reached at. */
  readonly runId: string;
  readonly since: string | null;
  /** What changed between that commit and this one; the fingerprint is the same for all of it. */
  readonly changedSince: readonly string[];
}

/** Why two runs disagree. Only what is not deterministic, and what follows from another check, is no fault of reuse. */
export type DisagreementCause =
  /** A verdict stood, and two fresh runs agree on another. */
  | { readonly type: "stale"; readonly units: readonly StaleUnit[] }
  /** It ran both times, and depends on something that an earlier run left in the checkout. */
  | { readonly type: "left-behind" }
  /** The same tree, run afresh, gave two answers. */
  | { readonly type: "not-deterministic" }
  /** It was skipped in one of the runs because of what came out for another check. */
  | { readonly type: "consequence"; readonly why: string };

export type Difference = Disagreement & { readonly cause: DisagreementCause };

/** Where the configuration of a commit came from: the commit, `--config`, the checkout of the user, or nowhere. */
export type ConfigurationOrigin = "commit" | "given" | "current" | "inferred";

/** Where the installed packages came from. */
export type PackagesOrigin = "linked" | "prepared" | "none";

/** One commit that was replayed. */
export interface ReplayedCommit {
  readonly commit: string;
  readonly subject: string;
  /** What differs from the commit that was replayed before it. */
  readonly changedFiles: readonly string[];
  readonly configuration: ConfigurationOrigin;
  readonly packages: PackagesOrigin;
  /** Whether its lockfiles are others than those of the checkout that the packages were linked from. */
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
  /** Those with a difference that reuse is to blame for. */
  readonly stale: number;
  readonly notDeterministic: number;
  readonly notRun: number;
  readonly unitsRun: number;
  readonly unitsStood: number;
  /** The share of the units of the fresh runs that did not have to run, from 0 to 1. */
  readonly unitsSaved: number;
  /** Milliseconds, of the commits that were compared. */
  readonly incrementalDuration: number;
  readonly fullDuration: number;
  /** From 0 to 1; negative where incremental runs took longer. */
  readonly timeSaved: number;
}

/** Incremental against full, commit by commit. */
export interface Replay {
  readonly schemaVersion: 1;
  /** At least one commit was compared, and no difference is one that reuse is to blame for. */
  readonly success: boolean;
  /** Ended before its time: the commits are those that were done by then. */
  readonly interrupted: boolean;
  readonly range: string;
  /** The commit that was verified first, so that there is something that can stand; null where history begins. */
  readonly warmUp: string | null;
  /** Oldest first. */
  readonly commits: readonly ReplayedCommit[];
  readonly totals: ReplayTotals;
}

/** What a replay says while it goes on. */
export type ReplayEvent =
  | { readonly type: "replay-started"; readonly commits: number; readonly warmUp: string | null }
  | { readonly type: "commit-replayed"; readonly commit: ReplayedCommit; readonly done: number }
  /** The temporary directory could not be removed. */
  | { readonly type: "left-over"; readonly directory: string };

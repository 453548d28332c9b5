import type { RepoPath } from "../tree/path.ts";
import type { Provenance } from "./shared-cache.ts";

/** What a check is applied to: one file, or `""` for the whole project. */
export type Target = RepoPath | "";

/** One file that differs between two states; null if it did not exist, or does not. */
export interface PathChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Why a unit must run. Created where that is decided, and never reconstructed later. */
export type RunReason =
  | { readonly type: "full-run"; readonly why: string }
  | { readonly type: "never-verified" }
  /** Not verified under this path yet, but under its earlier one. */
  | ({ readonly type: "renamed" } & RenamedFrom)
  | { readonly type: "directly-changed"; readonly before: string; readonly after: string }
  /** Something it depends on changed; the chain leads from the target to that file. */
  | ({ readonly type: "dependency-changed" | "structural-impact" | "cross-reference" } & Impact)
  /** Something that its command was seen to read has changed; the chain leads from the target to the first. */
  | {
      readonly type: "observed-changed";
      readonly changes: readonly PathChange[];
      readonly chain: readonly RepoPath[];
    }
  /** For a unit of the whole project: files that it covers changed. */
  | { readonly type: "files-changed"; readonly changes: readonly PathChange[] }
  | ({ readonly type: "input-changed" | "configuration-changed" } & CausedChanges)
  | { readonly type: "packages-changed"; readonly changes: readonly PathChange[] }
  | { readonly type: "tool-changed"; readonly before: string; readonly after: string }
  | {
      readonly type: "environment-changed";
      readonly variable: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly type: "definition-changed" }
  | { readonly type: "engine-changed"; readonly before: string; readonly after: string }
  | { readonly type: "product-changed"; readonly check: string }
  | { readonly type: "failed-before"; readonly runId: string }
  /** A unit that must run uses what this check produces. */
  | { readonly type: "needed-by"; readonly check: string }
  | { readonly type: "not-reusable"; readonly why: string }
  /** Its verdict is older than the configuration allows; when it was made, in milliseconds since 1970. */
  | { readonly type: "expired"; readonly since: number; readonly days: number }
  /** Its verdict was pruned, or discarded for its own reason. */
  | { readonly type: "verdict-gone"; readonly why?: Eviction }
  /** With the same fingerprint, worktrees of the repository or other machines have different verdicts. */
  | { readonly type: "contested" }
  /** Its verdict is valid, and is compared with a fresh one. */
  | { readonly type: "sampled"; readonly runId: string };

/** Why a verdict was discarded although nothing that it depends on has changed. */
export const EVICTIONS = {
  doubted: "a command over several files failed, this one among them",
  unordered: "another check wrote what it read, or read what it wrote, at the same time",
  contradicted: "a fresh run with the same fingerprint says otherwise",
  expired: "expired",
  oversized: "size limit",
  cleared: "cleared",
  damaged: "damaged",
} as const;
export type Eviction = (typeof EVICTIONS)[keyof typeof EVICTIONS];

/** Why the verdict of a file is useless now that would stand otherwise. */
export const FILE_DELETED = "file-deleted";

/** Where a file was before, and how much of it is the same. */
export interface RenamedFrom {
  readonly from: RepoPath;
  /** From 0 to 1; 1 if the content is identical. */
  readonly similarity: number;
}

/** What else is worth knowing about a unit. */
export type Annotation = { readonly type: "renamed" } & RenamedFrom;

export interface CausedChanges {
  readonly changes: readonly PathChange[];
  /** The files that lead to the first of them, if it was not read for its own sake. */
  readonly through?: readonly string[];
}

export interface Impact {
  readonly chain: readonly RepoPath[];
  /** What happened at the end of the chain: one sentence. */
  readonly what: string;
}

/** Why a unit need not run: a verdict with the same fingerprint is stored. */
export interface StandReason {
  readonly type: "stands";
  /** The worktree that made it; null for the main one. */
  readonly worktree: string | null;
  /** The cached verdict: a failure is reported again, not forgotten. */
  readonly status: "passed" | "failed";
  readonly runId: string;
  /** When that verdict was made, in milliseconds since 1970. */
  readonly since: number;
  /** Who made it, if that was on another machine. */
  readonly from?: Provenance;
}

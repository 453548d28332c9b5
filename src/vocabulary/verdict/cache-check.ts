import type { Fingerprint } from "../tree/path.ts";

/** The code of a finding about a stored verdict that did not hold. */
export const STALE_VERDICT = "stale-verdict";

/** What one side says about a unit. */
export interface ComparedVerdict {
  readonly status: "passed" | "failed";
  readonly exitCode: number | null;
  readonly runId: string;
  /** The ids of its findings. */
  readonly findings: readonly string[];
}

/** A cached verdict, and a different fresh one with the same fingerprint. */
export interface Contradiction {
  readonly check: string;
  /** Empty for the whole project. */
  readonly file: string;
  readonly fingerprint: Fingerprint;
  readonly stored: ComparedVerdict;
  readonly fresh: ComparedVerdict;
  /** How many files the fresh command was about, if it does not say which of them failed. */
  readonly together?: number;
}

/** The outcome of re-running a sample of cached verdicts. */
export interface CacheCheck {
  /** From 0 to 1. */
  readonly share: number;
  /** Cached verdicts that were selected. */
  readonly sampled: number;
  /** Those of them that could be compared: the command ended by itself, and nothing changed meanwhile. */
  readonly compared: number;
  readonly contradictions: readonly Contradiction[];
}

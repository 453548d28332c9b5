import type { Finding } from "./finding.ts";
import type { CheckResult, StopReason } from "./result.ts";

export const MODES = ["auto", "incremental", "full"] as const;
export type RequestedMode = (typeof MODES)[number];

/** The answer of one run: what `verify` returns and what `--json` prints. */
export interface VerificationResult {
  readonly schemaVersion: 1;
  /** Nothing failed, nothing was cut short, and at least one check passed. */
  readonly success: boolean;
  readonly hasCriticalFailure: boolean;
  readonly mode: "incremental" | "full";
  readonly requestedMode: RequestedMode;
  readonly reason: string | null;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly totalChecks: number;
  readonly filesVerified: number;
  readonly cacheHits: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly startedAt: string;
  readonly runId: string;
  /** Why the run did not go to its end; null where it did. */
  readonly stoppedBy: StopReason["type"] | null;
  readonly results: readonly CheckResult[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
}

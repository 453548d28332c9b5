import type { LoadOptions } from "../config/load.ts";
import type { VerificationEvent } from "../vocabulary/run/event.ts";
import type { RequestedMode } from "../vocabulary/run/verification-result.ts";

/** The options of `plan`, `status`, `explain` and similar functions of the library. */
export interface PlanOptions extends Partial<LoadOptions> {
  /** Verify only what is at or below these paths, relative to `cwd`. */
  readonly paths?: readonly string[];
  readonly checks?: readonly string[];
  readonly tags?: readonly string[];
  readonly categories?: readonly string[];
  readonly mode?: RequestedMode;
  /** Neither read nor write stored verdicts. */
  readonly skipCache?: boolean;
  /** The share of cached verdicts to re-run and compare. By default, a run takes it from the configuration. */
  readonly verifyCache?: number | "configured";
  /** A commit to compare with instead of the last verified state. */
  readonly baseline?: string;
  /** Abort it to stop the run and its commands. The result keeps the reason `{ type: "superseded" }`. */
  readonly signal?: AbortSignal;
  /** Called for every event. */
  readonly onEvent?: (event: VerificationEvent) => void;
}

/** The options of `verify`. */
export interface VerifyOptions extends PlanOptions {
  /** Why this run was requested; kept in reports. */
  readonly reason?: string;
  /** Fail only on findings that are new since the baseline. */
  readonly newOnly?: boolean;
  /** Say who last changed the line of each finding. */
  readonly blame?: boolean;
}

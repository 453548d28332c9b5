import type { LoadOptions } from "../config/load.ts";
import type { VerificationEvent } from "../vocabulary/run/event.ts";
import type { RequestedMode } from "../vocabulary/run/verification-result.ts";

/** What a user of the library can ask of `plan`, `status`, `explain` and the like. */
export interface PlanOptions extends Partial<LoadOptions> {
  /** Verify only what is at or below these paths, relative to `cwd`. */
  readonly paths?: readonly string[];
  readonly checks?: readonly string[];
  readonly tags?: readonly string[];
  readonly categories?: readonly string[];
  readonly mode?: RequestedMode;
  /** Neither read nor write stored verdicts. */
  readonly skipCache?: boolean;
  /** The share of cached verdicts to re-run and compare. A run takes it from the configuration unless it is given. */
  readonly verifyCache?: number | "configured";
  /** A commit to compare with in place of the last verified state. */
  readonly baseline?: string;
  /** Abort it to stop: what is running is ended. The reason `{ type: "superseded" }` is kept in the result. */
  readonly signal?: AbortSignal;
  /** Called for everything that happens on the way. */
  readonly onEvent?: (event: VerificationEvent) => void;
}

/** What a user of the library can ask of `verify`. */
export interface VerifyOptions extends PlanOptions {
  /** Why this run was asked for; kept in reports. */
  readonly reason?: string;
  /** Fail only on findings that were not there at the baseline. */
  readonly newOnly?: boolean;
  /** Say who last touched the line of each finding. */
  readonly blame?: boolean;
}

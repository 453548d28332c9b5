import type { BuiltinName } from "../vocabulary/check/builtin.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import type { RecordKind } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { SkipReason } from "../vocabulary/verdict/result.ts";
import type { RunReason, StandReason, Target } from "../vocabulary/verdict/unit.ts";

/** One process to start. */
export interface PlannedCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Relative to the repository root. */
  readonly cwd: string;
  /** Variables to set on top of those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds; 0 means no limit. */
  readonly timeout: number;
  /** The target files that this command verifies; empty for a check of the whole project. */
  readonly files: readonly RepoPath[];
  /** How closely the command is watched, if that is possible; null for not at all. */
  readonly trace: TraceDepth | null;
}

/** Files that a built-in verifier reads in this process. */
export interface PlannedBuiltin {
  readonly builtin: BuiltinName;
  readonly files: readonly RepoPath[];
}

/** What happens to one unit and why, and whether its dependencies were observed or predicted. */
export type PlannedUnit = { readonly target: Target; readonly kind: RecordKind } & (
  | { readonly decision: "run"; readonly reason: RunReason }
  | { readonly decision: "stand"; readonly reason: StandReason }
);

export type Decision =
  | { readonly decision: "skip"; readonly reason: SkipReason }
  /** The command cannot be started; the check fails and says why. */
  | { readonly decision: "blocked"; readonly why: string }
  /** Every verdict is cached: nothing has to run. */
  | { readonly decision: "stand"; readonly units: readonly PlannedUnit[] }
  | {
      readonly decision: "run";
      readonly commands: readonly PlannedCommand[];
      readonly units: readonly PlannedUnit[];
    }
  | ({ readonly decision: "run"; readonly units: readonly PlannedUnit[] } & PlannedBuiltin);

export type PlannedCheck = Decision & {
  readonly check: string;
  /** Only checks of the same run. */
  readonly dependsOn: readonly string[];
};

/** What will be run, in which order, and what will not. Plain JSON, built without running anything. */
export interface Plan {
  readonly schemaVersion: 1;
  readonly mode: "incremental" | "full";
  readonly checks: readonly PlannedCheck[];
}

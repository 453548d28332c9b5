import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { TakenUnits } from "./kept/taken-units.ts";

/** What is the same for all units of a check. */
export interface Frame {
  /** Identifies everything that its units have in common; null if part of it is unknown. */
  readonly frame: string | null;
  /** Identifies what says which files are its targets. */
  readonly targets: string;
  /** The directories of its targets. */
  readonly directories: readonly string[];
}

/** The units of the last run that are known to be unchanged. */
export interface KnownBefore {
  /** The directories of a check's targets, if `targets` has not changed; otherwise null. */
  directoriesOf(check: Check, targets: string): readonly string[] | null;
  /**
   * The units of one check; null if every target has to be looked up.
   *
   * @param inputs globs of what counts for single targets
   */
  ofCheck(check: Check, frame: Frame, inputs: readonly string[]): KnownUnits | null;
}

/** The units of one check. */
export interface KnownUnits {
  /**
   * Reuses the units whose dependencies have not changed.
   *
   * @param settingsOf identifies the current settings of a target; called only if they may have changed
   */
  take(settingsOf: (path: RepoPath) => string | Promise<string>): Promise<Taken>;
}

export interface Taken {
  readonly taken: TakenUnits;
  /** The targets that have to be looked up. */
  readonly left: ReadonlySet<RepoPath>;
  /** Files that were added since. Some of them may be targets. */
  readonly came: ReadonlySet<RepoPath>;
}

/** For a run that knows nothing of the last one. */
export const NOTHING_KNOWN: KnownBefore = { directoriesOf: () => null, ofCheck: () => null };

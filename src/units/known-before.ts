import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { TakenUnits } from "./kept/taken-units.ts";

/** What is the same for all units of a check. */
export interface Frame {
  /** Stands for all that its units have in common; null where that is not known. */
  readonly frame: string | null;
  /** Stands for what says which files are its targets. */
  readonly targets: string;
  /** Where its targets lie. */
  readonly directories: readonly string[];
}

/** The units of the last run, as far as they are known to be the same now. */
export interface KnownBefore {
  /** Where the targets of a check lie, if the same says which files these are; otherwise null. */
  directoriesOf(check: Check, targets: string): readonly string[] | null;
  /**
   * Those of one check; null where every target has to be looked at.
   *
   * @param inputs globs of what counts for single targets
   */
  ofCheck(check: Check, frame: Frame, inputs: readonly string[]): KnownUnits | null;
}

/** The units of one check. */
export interface KnownUnits {
  /**
   * Takes over those of which nothing has changed that they depend on.
   *
   * @param settingsOf what stands for the settings of a target now; asked for only where they may be others
   */
  take(settingsOf: (path: RepoPath) => Promise<string>): Promise<Taken>;
}

export interface Taken {
  readonly taken: TakenUnits;
  /** The targets that have to be looked at. */
  readonly left: ReadonlySet<RepoPath>;
  /** Files that came since: which of them are targets is not known. */
  readonly came: ReadonlySet<RepoPath>;
}

/** Where nothing is known. */
export const NOTHING_KNOWN: KnownBefore = { directoriesOf: () => null, ofCheck: () => null };

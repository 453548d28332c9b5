import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { KeptUnit } from "./unit.ts";

/** The unit of a file whose settings are these, if nothing that it depends on has changed since it was kept. */
export type FindKept = (path: RepoPath, settings: string) => KeptUnit | null;

/** The units of the last run, as far as they are known to be the same now. */
export interface KnownBefore {
  /**
   * Those of one check.
   *
   * @param frame stands for all that its units have in common; null where that is not known
   * @param inputs globs of what counts for single targets
   */
  ofCheck(check: Check, frame: string | null, inputs: readonly string[]): FindKept;
}

const NONE: FindKept = () => null;

/** Where nothing is known. */
export const NOTHING_KNOWN: KnownBefore = { ofCheck: () => NONE };

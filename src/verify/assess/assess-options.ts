import type { AlreadyRead, OwnFiles } from "../../config/load.ts";
import type { BegunScan } from "../../detect/git/git-scan.ts";
import type { KeptUnit } from "../../units/unit.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { PlanOptions } from "../options.ts";

/** Options that only this program uses, besides those of the library. */
export interface AssessOptions extends PlanOptions, OwnFiles, AlreadyRead {
  /**
   * With the mode `full`: the runs that this one continues. Their verdicts are as fresh as its own would be.
   */
  readonly continues?: readonly string[];
  /** Whether the plan is run afterwards. */
  readonly isRun?: boolean;
  /** If given, runs only these of the units that have to run. */
  readonly only?: ReadonlyMap<string, ReadonlySet<Target>>;
  /** Runs that this one is merged from: what failed in them failed in this one. */
  readonly parts?: ReadonlySet<string>;
  /** Whether to pull verdicts from other machines even if nothing is run. */
  readonly pull?: boolean;
  /** Checks whose stored failures are not used. */
  readonly rerunFailed?: readonly string[];
  /**
   * If given, all units are looked at as well, and a difference throws. Called with the number of units that
   * were taken over.
   */
  readonly onCompared?: (taken: number) => void;
  /**
   * Whether to look at a unit that could be taken over from the last run, because the caller wants all its
   * details.
   */
  readonly isWanted?: (unit: KeptUnit) => boolean;
  /** Gives what git was asked about this tree just before, if anything, once. */
  readonly takeScan?: ((root: string) => BegunScan | undefined) | undefined;
  /** The environment for tools that are asked for their files, if `env` only notes what is read. */
  readonly commandEnv?: NodeJS.ProcessEnv;
}

import type { OwnFiles } from "../../config/load.ts";
import type { KeptUnit } from "../../units/unit.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { PlanOptions } from "../options.ts";

/** What only the program itself asks for, beside what the library offers. */
export interface AssessOptions extends PlanOptions, OwnFiles {
  /** With the mode `full`: the runs that this one goes on with. What they reached is as fresh as what it would reach. */
  readonly continues?: readonly string[];
  /** Whether what is found is run, and then looked at again. */
  readonly isRun?: boolean;
  /** Of what would have to run, only these units do. */
  readonly only?: ReadonlyMap<string, ReadonlySet<Target>>;
  /** Runs that this one is put together from: what failed in them failed in this one. */
  readonly parts?: ReadonlySet<string>;
  /** Whether verdicts are taken over from other machines, also where nothing is run. */
  readonly pull?: boolean;
  /** Checks whose stored failures do not stand. */
  readonly rerunFailed?: readonly string[];
  /**
   * Asks for all units to be looked at too, and for an exception where that says something else. Called with how many
   * were taken over.
   */
  readonly onCompared?: (taken: number) => void;
  /** Whether a unit is looked at although it could be taken over from the last run: somebody wants to know all of it. */
  readonly isWanted?: (unit: KeptUnit) => boolean;
  /** What tools are started with that are asked for their files, where `env` only notes what is looked at. */
  readonly commandEnv?: NodeJS.ProcessEnv;
}

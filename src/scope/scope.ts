import type { CachedVerdict, StoredVerdict } from "../store/records/records.ts";
import type { UnitList } from "../units/kept/unit-list.ts";
import type { FoundUnit, Unit } from "../units/unit.ts";
import type { Annotation, RunReason, StandReason } from "../vocabulary/verdict/unit.ts";

interface Annotated {
  readonly annotations: readonly Annotation[];
}

export interface RunScope extends Annotated {
  readonly unit: Unit;
  readonly decision: "run";
  readonly reason: RunReason;
  /** The verdict of this unit that is no longer valid, even if its file had another name. */
  readonly replaces: StoredVerdict | null;
  /** For a sample: the cached verdict. A fresh one must equal it. */
  readonly expected?: StoredVerdict;
}

export interface StandScope extends Annotated {
  readonly unit: FoundUnit;
  readonly decision: "stand";
  readonly reason: StandReason;
  readonly verdict: CachedVerdict;
}

/** A unit that runs, or whose cached verdict is valid. */
export type UnitScope = RunScope | StandScope;

/** The same, if every unit was looked at. */
export type WholeUnitScope =
  | RunScope
  | (StandScope & { readonly unit: Unit; readonly verdict: StoredVerdict });

/** Why stored verdicts are not used. */
export interface FullRun {
  readonly why: string;
  /** Runs whose verdicts may be used anyway: they are as fresh as those of this run. */
  readonly except: ReadonlySet<string>;
}

/** What must run and what is cached, by check; each unit has its reason. */
export interface Scope {
  readonly units: ReadonlyMap<string, UnitList<UnitScope>>;
}

/** The same, if every unit was looked at. */
export interface WholeScope {
  readonly units: ReadonlyMap<string, readonly WholeUnitScope[]>;
}

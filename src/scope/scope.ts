import type { StandingVerdict, StoredVerdict } from "../store/records/records.ts";
import type { FoundUnit, Unit } from "../units/unit.ts";
import type { Annotation, RunReason, StandReason } from "../vocabulary/verdict/unit.ts";

interface Annotated {
  readonly annotations: readonly Annotation[];
}

export interface RunScope extends Annotated {
  readonly unit: Unit;
  readonly decision: "run";
  readonly reason: RunReason;
  /** The verdict of the same unit that no longer stands, also where its file had another name. */
  readonly replaces: StoredVerdict | null;
  /** Of a sample: the verdict that stands, which a fresh one must be equal to. */
  readonly expected?: StoredVerdict;
}

export interface StandScope extends Annotated {
  readonly unit: FoundUnit;
  readonly decision: "stand";
  readonly reason: StandReason;
  readonly verdict: StandingVerdict;
}

/** A unit and what becomes of it. */
export type UnitScope = RunScope | StandScope;

/** The same where every unit was looked at. */
export type WholeUnitScope =
  | RunScope
  | (StandScope & { readonly unit: Unit; readonly verdict: StoredVerdict });

/** Why stored verdicts are not to stand. */
export interface FullRun {
  readonly why: string;
  /** The runs whose verdicts stand all the same: they are as fresh as those of this run would be. */
  readonly except: ReadonlySet<string>;
}

/** What must run and what stands, each unit with its reason, by check. */
export interface Scope {
  readonly units: ReadonlyMap<string, readonly UnitScope[]>;
}

/** The same where every unit was looked at. */
export interface WholeScope {
  readonly units: ReadonlyMap<string, readonly WholeUnitScope[]>;
}

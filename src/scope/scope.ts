import type { Annotation, RunReason, StandReason } from "../vocabulary/unit.ts";
import type { StoredVerdict } from "../store/records.ts";
import type { Unit } from "../units/unit.ts";

/** A unit and what becomes of it. */
export type UnitScope = {
  readonly unit: Unit;
  readonly annotations: readonly Annotation[];
} & (
  | {
      readonly decision: "run";
      readonly reason: RunReason;
      /** The verdict of the same unit that no longer stands, also where its file had another name. */
      readonly replaces: StoredVerdict | null;
      /** Of a sample: the verdict that stands, which a fresh one must be equal to. */
      readonly expected?: StoredVerdict;
    }
  | { readonly decision: "stand"; readonly reason: StandReason; readonly verdict: StoredVerdict }
);

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

import type { Annotation, RunReason, StandReason } from "../vocabulary/unit.ts";
import type { StoredVerdict } from "../store/records.ts";
import type { Unit } from "../units/build-units.ts";

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
    }
  | { readonly decision: "stand"; readonly reason: StandReason; readonly verdict: StoredVerdict }
);

/** What must run and what stands, each unit with its reason, by check. */
export interface Scope {
  readonly units: ReadonlyMap<string, readonly UnitScope[]>;
}

import { type NamedPathSet, OBSERVED } from "../../vocabulary/tree/path-set.ts";
import type { Unit } from "../unit.ts";
import type { Evaluate } from "./evaluate-set.ts";
import { strongFingerprint, weakComponents } from "./record-key.ts";

/** What a unit is known by, in the tree as it is now. */
export type UnitRecord = Pick<Unit, "fingerprint" | "pathSet" | "components" | "unknown">;

/** The unit as it is known by what its command was seen to read. */
export async function observedRecord(
  unit: Unit,
  pathSet: NamedPathSet,
  evaluate: Evaluate,
): Promise<UnitRecord> {
  const seen = await evaluate(pathSet);
  const parts = pathSet.set.parts.map((name) => [name, unit.part(name)] as const);
  const missing = parts.find(([, value]) => value === undefined);
  const why =
    unit.weakUnknown ??
    (seen === null
      ? "something that it read cannot be read now"
      : missing === undefined
        ? null
        : `${missing[0]} is not known now`);
  const values = parts.map(([, value]) => value ?? "");
  return {
    pathSet,
    unknown: why,
    fingerprint: why === null ? strongFingerprint(unit.weakKey, pathSet, [...values, seen ?? ""]) : null,
    get components() {
      return { ...weakComponents(unit.components), ...Object.fromEntries(parts), [OBSERVED]: seen ?? "" };
    },
  };
}

import type { Store } from "../store/store.ts";
import type { Unit } from "./unit.ts";
import type { NamedPathSet, PathSetId } from "../vocabulary/path-set.ts";
import type { Evaluate } from "./evaluate-set.ts";
import { observedRecord, type UnitRecord } from "./observed-record.ts";

export interface ChooseOptions {
  readonly store: Pick<Store, "verdicts" | "pathSets">;
  readonly evaluate: Evaluate;
}

/**
 * Finds out how each unit is known. Where its command has been watched, it goes by what it was seen to read, and no
 * prediction counts any more; of several such sets, by the one under which a verdict is stored.
 */
export async function chooseRecords(
  units: readonly Unit[],
  { store, evaluate }: ChooseOptions,
): Promise<readonly Unit[]> {
  const { verdicts, pathSets } = store;
  const ids = verdicts.pathSetsOf(units.map(({ weakKey }) => weakKey));
  if (ids.size === 0) return units;
  const sets = pathSets.getMany([...new Set([...ids.values()].flat())]);
  const named = (id: PathSetId): readonly NamedPathSet[] => {
    const set = sets.get(id);
    // What is predicted alone counts no more; with what was seen before, it does.
    return set !== undefined && (set.kind === "observed" || set.accesses.length > 0) ? [{ id, set }] : [];
  };
  const candidates = await Promise.all(
    units.map((unit) =>
      Promise.all(
        (ids.get(unit.weakKey) ?? []).flatMap(named).map((set) => observedRecord(unit, set, evaluate)),
      ),
    ),
  );
  const several = candidates.filter((records) => records.length > 1).flat();
  const stored = verdicts.findMany(several.flatMap(({ fingerprint }) => fingerprint ?? []));
  return units.map((unit, index) => {
    const records = candidates[index] ?? [];
    const [newest] = records;
    if (newest === undefined) return unit;
    const matching = records.filter(({ fingerprint }) => fingerprint !== null && stored.has(fingerprint));
    const outcomes = new Set(
      matching.map(({ fingerprint }) => stored.get(fingerprint as NonNullable<typeof fingerprint>)?.status),
    );
    if (outcomes.size > 1) return knownBy(unit, withdraw(newest));
    return knownBy(unit, matching[0] ?? newest);
  });
}

/** What it read at different times gives different verdicts, so something matters that was not seen. */
function withdraw({ pathSet, components }: UnitRecord): UnitRecord {
  const unknown = "what it was seen to read does not decide its verdict";
  return { pathSet, components, fingerprint: null, unknown };
}

/** The unit by another record. */
export function knownBy(unit: Unit, record: UnitRecord): Unit {
  return {
    check: unit.check,
    target: unit.target,
    fingerprint: record.fingerprint,
    weakKey: unit.weakKey,
    pathSet: record.pathSet,
    unknown: record.unknown,
    weakUnknown: unit.weakUnknown,
    part: unit.part,
    predicted: unit.predicted,
    withProducts: unit.withProducts,
    toolFiles: unit.toolFiles,
    dependsOn: unit.dependsOn,
    dependsOnBeside: unit.dependsOnBeside,
    // Put together when asked for, as it is for those that are predicted.
    get components() {
      return record.components;
    },
  };
}

import type { Store } from "../../store/store.ts";
import type { NamedPathSet, PathSetId, WeakKey } from "../../vocabulary/tree/path-set.ts";
import type { Unit } from "../unit.ts";
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
  const { verdicts } = store;
  const setsOf = findCandidates(
    store,
    units.map(({ weakKey }) => weakKey),
  );
  const candidates = await Promise.all(
    units.map((unit) => Promise.all(setsOf(unit.weakKey).map((set) => observedRecord(unit, set, evaluate)))),
  );
  const several = candidates.filter((records) => records.length > 1).flat();
  const stored = verdicts.findMany(several.flatMap(({ fingerprint }) => fingerprint ?? []));
  return units.map((unit, index) => {
    const records = candidates[index] ?? [];
    const [newest] = records;
    if (newest === undefined) return unit;
    const sets = records.map(({ pathSet }) => pathSet);
    const matching = records.filter(({ fingerprint }) => fingerprint !== null && stored.has(fingerprint));
    const outcomes = new Set(
      matching.map(({ fingerprint }) => stored.get(fingerprint as NonNullable<typeof fingerprint>)?.status),
    );
    if (outcomes.size > 1) return knownBy(unit, withdraw(newest), sets);
    return knownBy(unit, matching[0] ?? newest, sets);
  });
}

/** The path sets that verdicts with these weak keys have, as far as something was seen. */
export function findCandidates(
  { verdicts, pathSets }: ChooseOptions["store"],
  weakKeys: readonly WeakKey[],
): (weakKey: WeakKey) => readonly NamedPathSet[] {
  const ids = verdicts.pathSetsOf(weakKeys);
  const sets = pathSets.getMany([...new Set([...ids.values()].flat())]);
  const named = (id: PathSetId): readonly NamedPathSet[] => {
    const set = sets.get(id);
    // What is predicted alone counts no more; with what was seen before, it does.
    return set !== undefined && (set.kind === "observed" || set.accesses.length > 0) ? [{ id, set }] : [];
  };
  return (weakKey) => (ids.get(weakKey) ?? []).flatMap(named);
}

/** What it read at different times gives different verdicts, so something matters that was not seen. */
function withdraw({ pathSet, components }: UnitRecord): UnitRecord {
  const unknown = "what it was seen to read does not decide its verdict";
  return { pathSet, components, fingerprint: null, unknown };
}

/** The unit by another record. */
export function knownBy(unit: Unit, record: UnitRecord, candidates = unit.candidates): Unit {
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
    candidates,
    trail: unit.trail,
    // Put together when asked for, as it is for those that are predicted.
    get components() {
      return record.components;
    },
  };
}

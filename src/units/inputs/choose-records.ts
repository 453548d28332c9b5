import type { Store } from "../../store/store.ts";
import type { NamedPathSet, PathSetId, WeakKey } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Unit } from "../unit.ts";
import type { EvaluateSet } from "./evaluate-set.ts";
import { observedRecord, type UnitRecord } from "./observed-record.ts";

export interface ChooseOptions {
  readonly store: Pick<Store, "verdicts" | "pathSets">;
  readonly evaluate: EvaluateSet;
}

/**
 * Decides how each unit is identified. If its command was observed, the unit depends on what the command was seen to read,
 * and predictions no longer count. If there are several such sets, the one with a stored verdict wins.
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

/** The path sets of the verdicts with these weak keys, if they contain anything observed. */
export function findCandidates(
  { verdicts, pathSets }: ChooseOptions["store"],
  weakKeys: readonly WeakKey[],
): (weakKey: WeakKey) => readonly NamedPathSet[] {
  const ids = verdicts.pathSetsOf(weakKeys);
  const sets = pathSets.getMany([...new Set([...ids.values()].flat())]);
  const named = (id: PathSetId): readonly NamedPathSet[] => {
    const set = sets.get(id);
    // A purely predicted set no longer counts; one that also contains observed reads does.
    return set !== undefined && (set.kind === "observed" || set.accesses.length > 0) ? [{ id, set }] : [];
  };
  return (weakKey) => (ids.get(weakKey) ?? []).flatMap(named);
}

/** The reads of different runs lead to different verdicts, so something matters that was not observed. */
function withdraw({ pathSet, components }: UnitRecord): UnitRecord {
  const unknown = "what it was seen to read does not decide its verdict";
  return { pathSet, components, fingerprint: null, unknown };
}

/** The same unit, identified by another record. */
export function knownBy(unit: Unit, record: UnitRecord, candidates = unit.candidates): Unit {
  return new KnownUnit(unit, record, candidates);
}

/** Like a predicted unit, it only holds values. */
class KnownUnit implements Unit {
  readonly candidates: Unit["candidates"];
  readonly predicted: Unit;
  readonly #record: UnitRecord;

  constructor({ predicted }: Unit, record: UnitRecord, candidates: Unit["candidates"]) {
    this.candidates = candidates;
    this.predicted = predicted;
    this.#record = record;
  }

  get fingerprint(): Unit["fingerprint"] {
    return this.#record.fingerprint;
  }

  get pathSet(): Unit["pathSet"] {
    return this.#record.pathSet;
  }

  get unknown(): Unit["unknown"] {
    return this.#record.unknown;
  }

  get components(): Unit["components"] {
    return this.#record.components;
  }

  get check(): Unit["check"] {
    return this.predicted.check;
  }

  get target(): Unit["target"] {
    return this.predicted.target;
  }

  get weakKey(): Unit["weakKey"] {
    return this.predicted.weakKey;
  }

  get weakUnknown(): Unit["weakUnknown"] {
    return this.predicted.weakUnknown;
  }

  get toolFiles(): Unit["toolFiles"] {
    return this.predicted.toolFiles;
  }

  get trail(): Unit["trail"] {
    return this.predicted.trail;
  }

  get manifests(): Unit["manifests"] {
    return this.predicted.manifests;
  }

  part(name: string): string | undefined {
    return this.predicted.part(name);
  }

  withProducts(products: Unit["components"]): Unit {
    return this.predicted.withProducts(products);
  }

  dependsOn(path: RepoPath): boolean {
    return this.predicted.dependsOn(path);
  }

  dependsOnBeside(absolute: string): boolean {
    return this.predicted.dependsOnBeside(absolute);
  }
}

import { listAccesses } from "../../paths/path-sets.ts";
import { FIELDS, type NamedPathSet, OBSERVED } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Unit } from "../unit.ts";
import type { EvaluateSet } from "./evaluate-set.ts";
import { strongFingerprint, weakComponents } from "./record-key.ts";

/** What identifies a unit in the current tree. */
export type UnitRecord = Pick<Unit, "fingerprint" | "pathSet" | "components" | "unknown">;

/** The record of a unit based on what its command was seen to read. */
export async function observedRecord(
  unit: Unit,
  pathSet: NamedPathSet,
  evaluate: EvaluateSet,
): Promise<UnitRecord> {
  const seen = await evaluate(pathSet);
  const manifests = [...listAccesses(pathSet.set)].flatMap(([place, access]) =>
    access === "fields" ? [place as RepoPath] : [],
  );
  const fields = manifests.length === 0 ? undefined : await unit.manifests?.valueOf(manifests);
  const names = manifests.length === 0 ? pathSet.set.parts : [...pathSet.set.parts, FIELDS];
  const parts = names.map((name) => (name === FIELDS ? (fields ?? undefined) : unit.part(name)));
  const missing = parts.indexOf(undefined);
  const why =
    unit.weakUnknown ??
    (seen === null
      ? "something that it read cannot be read now"
      : missing === -1
        ? null
        : `${names[missing]} is not known now`);
  return new ObservedRecord(unit, pathSet, { names, parts, seen: seen ?? "", unknown: why });
}

/** Holds only values, because there is one for each unit. */
class ObservedRecord implements UnitRecord {
  readonly fingerprint: Unit["fingerprint"];
  readonly pathSet: NamedPathSet;
  readonly unknown: Unit["unknown"];
  readonly #unit: Unit;
  readonly #names: readonly string[];
  readonly #parts: readonly (string | undefined)[];
  readonly #seen: string;

  constructor(unit: Unit, pathSet: NamedPathSet, { names, parts, seen, unknown }: Evaluated) {
    const values = [...parts.map((value) => value ?? ""), seen];
    this.fingerprint = unknown === null ? strongFingerprint(unit.weakKey, pathSet, values) : null;
    this.pathSet = pathSet;
    this.unknown = unknown;
    this.#unit = unit;
    this.#names = names;
    this.#parts = parts;
    this.#seen = seen;
  }

  get components(): Unit["components"] {
    const parts = this.#names.map((name, at) => [name, this.#parts[at]]);
    const weak = weakComponents(this.#unit.components);
    return { ...weak, ...Object.fromEntries(parts), [OBSERVED]: this.#seen };
  }
}

interface Evaluated {
  readonly names: readonly string[];
  /** The value of each. */
  readonly parts: readonly (string | undefined)[];
  readonly seen: string;
  readonly unknown: Unit["unknown"];
}

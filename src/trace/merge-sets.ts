import type { ManifestNode } from "../units/manifest.ts";
import {
  listAccesses,
  observedSet,
  type Access,
  type NamedPathSet,
  type PathSetId,
  type Place,
} from "../vocabulary/path-set.ts";

/** So many ways of reading are told apart for one weak key; beyond that, whatever any of them read counts. */
const MOST_SETS = 4;

export interface KnownSets {
  /** All that verdicts of the weak key have; only observed ones count. */
  readonly known: readonly NamedPathSet[];
  /** Those that had the contents which the fresh one has, wherever both name the same place. */
  readonly agrees: (set: NamedPathSet) => boolean;
}

export interface MergedSets {
  /** The set that a fresh verdict is stored under. */
  readonly set: NamedPathSet;
  /** The sets that verdicts of the weak key may have from now on. */
  readonly stay: ReadonlySet<PathSetId>;
}

/**
 * Where a command met the same contents twice and read more one time, the surplus belonged to somebody else in its batch:
 * what both times have in common is what it depends on.
 */
export function mergeSets(fresh: NamedPathSet, { known, agrees }: KnownSets): MergedSets {
  const others = known.filter(({ id, set }) => set.kind === "observed" && id !== fresh.id);
  const replaced = others.filter((other) => isAlike(other, fresh) && agrees(other));
  const set = replaced.reduce(intersect, fresh);
  const rest = others.filter((other) => !replaced.includes(other) && other.id !== set.id);
  if (rest.length < MOST_SETS) return { set, stay: new Set([set, ...rest].map(({ id }) => id)) };
  const union = rest.reduce(unite, set);
  return { set: union, stay: new Set([union.id]) };
}

function isAlike(one: NamedPathSet, other: NamedPathSet): boolean {
  return one.set.parts.join("\0") === other.set.parts.join("\0");
}

function intersect(one: NamedPathSet, other: NamedPathSet): NamedPathSet {
  const places = new Map(listAccesses(other.set));
  return observedSet(
    one.set.parts,
    [...listAccesses(one.set)].filter(([place]) => places.has(place)),
  );
}

function unite(one: NamedPathSet, other: NamedPathSet): NamedPathSet {
  const parts = new Set([...one.set.parts, ...other.set.parts]);
  const accesses = new Map<Place, Access>([...listAccesses(other.set), ...listAccesses(one.set)]);
  return observedSet([...parts], accesses);
}

/** Whether two manifests have the same values wherever both have one. Null hashes and unknown nodes never agree. */
export function agreeOnShared(
  one: string,
  other: string,
  nodeOf: (hash: string) => ManifestNode | undefined,
): boolean {
  if (one === other) return true;
  const [left, right] = [nodeOf(one), nodeOf(other)];
  if (left === undefined || right === undefined) return false;
  const differs = Object.entries(left.files).some(
    ([name, value]) => name in right.files && right.files[name] !== value,
  );
  return (
    !differs &&
    Object.entries(left.directories).every(([name, below]) => {
      const same = right.directories[name];
      return same === undefined || agreeOnShared(below, same, nodeOf);
    })
  );
}

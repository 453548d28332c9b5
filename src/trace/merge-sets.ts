import { listAccesses, observedSet } from "../paths/path-sets.ts";
import type { Access, NamedPathSet, PathSetId, Place } from "../vocabulary/tree/path-set.ts";
import { RANK } from "./sort-trace.ts";
import type { PathChange } from "../vocabulary/verdict/unit.ts";

/** How many path sets one weak key may have. Beyond that, they become their union. */
const MOST_SETS = 4;

export interface KnownSets {
  /** All path sets of verdicts with this weak key; only observed ones count. */
  readonly known: readonly NamedPathSet[];
  /** Whether a set names more than the unit depends on: what the fresh set does not have was read for others. */
  readonly isWider: (set: NamedPathSet) => boolean;
}

export interface MergedSets {
  /** The set under which a fresh verdict is stored. */
  readonly set: NamedPathSet;
  /** The sets that verdicts of the weak key may have from now on. */
  readonly stay: ReadonlySet<PathSetId>;
}

/**
 * If a command on several files reads less than another did for the same unit, the surplus belonged to another file of
 * the batch: what both have in common is what the unit depends on.
 */
export function mergeSets(fresh: NamedPathSet, { known, isWider }: KnownSets): MergedSets {
  const others = known.filter(({ id, set }) => set.kind === "observed" && id !== fresh.id);
  const replaced = others.filter((other) => isAlike(other, fresh) && isWider(other));
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
  const accesses = new Map<Place, Access>(listAccesses(other.set));
  for (const [place, access] of listAccesses(one.set)) {
    const known = accesses.get(place);
    if (known === undefined || RANK[known] < RANK[access]) accesses.set(place, access);
  }
  return observedSet([...parts], accesses);
}

/** Values other than content: they say whether something exists, or which names do. */
const NO_CONTENT = /^(?:absent|file|directory|link .*|names .*)$/s;

/**
 * Whether the changes in an earlier set explain why it was not read again. A command that gets to the same place reads
 * it again, whatever is in it now. So each change must be one of content, of something that still exists, and that the
 * fresh set does not have. Anything else may be why the command took another path.
 */
export function wasOfOthers(changes: readonly PathChange[] | null, fresh: NamedPathSet): boolean {
  if (changes === null) return false;
  const read = new Set([...listAccesses(fresh.set)].map(([place]) => place));
  return changes.every(
    ({ path, before, after }) =>
      !read.has(path) &&
      before !== null &&
      after !== null &&
      !NO_CONTENT.test(before) &&
      !NO_CONTENT.test(after),
  );
}

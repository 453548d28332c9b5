import { identifyPathSet } from "../../paths/path-sets.ts";
import { shortHash } from "../../values/short-hash.ts";
import type { NamedPathSet, PathSet, WeakKey } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";

export type Components = Readonly<Record<string, string>>;

/** Joins them all. Adds names one by one, so that objects with the same names share their shape and only store their values. */
export function joinComponents(...all: readonly Components[]): Components {
  const joined: Record<string, string> = {};
  for (const components of all)
    for (const name of Object.keys(components)) joined[name] = components[name] as string;
  return joined;
}

/** What is known before anything else is read: the declaration of the check, its tool, and the target itself. */
const WEAK: ReadonlySet<string> = new Set(["engine", "definition", "platform", "tool", "path", "target"]);

function isWeak(name: string): boolean {
  return WEAK.has(name) || name.startsWith("env:");
}

/** The components of a verdict, split into the two steps of its lookup. */
export interface SplitComponents {
  readonly weak: readonly (readonly [string, string])[];
  /** By the names of the path set's parts. */
  readonly parts: readonly (readonly [string, string])[];
}

export function splitComponents(components: Components): SplitComponents {
  const sorted = Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    weak: sorted.filter(([name]) => isWeak(name)),
    parts: sorted.filter(([name]) => !isWeak(name)),
  };
}

/** The components of the first step. */
export function weakComponents(components: Components): Components {
  const weak: Record<string, string> = {};
  for (const name of Object.keys(components).filter(isWeak).sort()) weak[name] = components[name] as string;
  return weak;
}

/** The key of the first step: what all units of the check have in common, and what is the unit's own. */
export function weakKey(shared: string, own: SplitComponents["weak"]): WeakKey {
  return shortHash(`${shared} ${JSON.stringify(own)}`) as WeakKey;
}

/** The key of the second step: adds the values that a path set has in this tree. */
export function strongFingerprint(
  key: WeakKey,
  { id }: NamedPathSet,
  values: readonly string[],
): Fingerprint {
  return shortHash(`${key} ${id} ${JSON.stringify(values)}`) as Fingerprint;
}

/** Creates the path sets that the graph predicts, each once. */
export function createPredictedSets(): (parts: readonly string[]) => NamedPathSet {
  const known = new Map<string, NamedPathSet>();
  return (parts) => {
    const name = parts.join("\0");
    const made = known.get(name);
    if (made !== undefined) return made;
    const set: PathSet = { kind: "predicted", parts: parts.toSorted(), accesses: [] };
    const named = { id: identifyPathSet(set), set };
    known.set(name, named);
    return named;
  };
}

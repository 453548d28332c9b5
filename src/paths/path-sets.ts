import { hash } from "node:crypto";
import type { Access, NamedPathSet, PathSet, PathSetId, Place } from "../vocabulary/tree/path-set.ts";

export function identifyPathSet({ kind, parts, accesses }: PathSet): PathSetId {
  return hash("sha256", JSON.stringify([kind, parts, accesses]), "hex").slice(0, 32) as PathSetId;
}

/** Turns accesses into the stored form: the same accesses always give the same set. */
export function observedSet(
  parts: readonly string[],
  accesses: Iterable<readonly [place: Place, access: Access]>,
): NamedPathSet {
  const groups = new Map<string, [Access, Place, string[]]>();
  for (const [place, access] of accesses) {
    const slash = place.lastIndexOf("/");
    const directory = place.slice(0, Math.max(0, slash));
    const key = `${access} ${directory} ${place.startsWith("/") ? "/" : ""}`;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = [access, slash === 0 ? "/" : directory, []]));
    group[2].push(place.slice(slash + 1));
  }
  const set: PathSet = {
    kind: "observed",
    parts: parts.toSorted(),
    accesses: [...groups]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, [access, directory, names]]) => [access, directory, names.sort()]),
  };
  return { id: identifyPathSet(set), set };
}

/** Every place of a set with its access. */
export function* listAccesses({ accesses }: PathSet): Generator<readonly [place: Place, access: Access]> {
  for (const [access, directory, names] of accesses)
    for (const name of names) yield [placeIn(directory, name), access];
}

export function placeIn(directory: Place, name: string): Place {
  return directory === "" ? name : directory === "/" ? `/${name}` : `${directory}/${name}`;
}

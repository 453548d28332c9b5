import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { findComponents } from "./components.ts";

/**
 * For each file, what it brings along itself and what all those bring that it leads to. Worked out when it is first asked for,
 * once for every file on the way, and shared where nothing is added.
 */
export function createGather<T>(
  next: (path: RepoPath) => Iterable<RepoPath>,
  own: (path: RepoPath) => Iterable<T>,
): (path: RepoPath) => ReadonlySet<T> {
  const known = new Map<RepoPath, ReadonlySet<T>>();
  /** Adds a file and all that it leads to, as far as they are not known: a cycle is known as a whole or not at all. */
  const add = (start: RepoPath): void => {
    const reached = new Map<RepoPath, readonly RepoPath[]>([[start, [...next(start)]]]);
    // A map visits what is added while it is walked, so it is its own queue.
    for (const files of reached.values())
      for (const file of files)
        if (!known.has(file) && !reached.has(file)) reached.set(file, [...next(file)]);
    const paths = [...reached.keys()];
    const indices = new Map(paths.map((path, index) => [path, index]));
    const adjacency = paths.map((path) =>
      (reached.get(path) ?? []).flatMap((file) => indices.get(file) ?? []),
    );
    for (const component of findComponents(adjacency).members) {
      const members = component.map((index) => paths[index] as RepoPath);
      const beyond = members.flatMap((path) =>
        (reached.get(path) ?? []).flatMap((file) => known.get(file) ?? []),
      );
      const all = unite(
        [...new Set(beyond)],
        members.flatMap((path) => [...own(path)]),
      );
      for (const path of members) known.set(path, all);
    }
  };
  return (path) => {
    if (!known.has(path)) add(path);
    return known.get(path) as ReadonlySet<T>;
  };
}

function unite<T>(sets: readonly ReadonlySet<T>[], more: readonly T[]): ReadonlySet<T> {
  const [largest = new Set<T>(), ...others] = sets.toSorted((one, other) => other.size - one.size);
  const missing = [...others.flatMap((set) => [...set]), ...more].filter((each) => !largest.has(each));
  return missing.length === 0 ? largest : new Set([...largest, ...missing]);
}

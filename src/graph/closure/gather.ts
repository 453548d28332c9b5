import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { findComponents } from "./components.ts";

/**
 * For each file, its own items and those of every file that it leads to. Computed on first request, once for every file
 * on the way, and shared if a file adds nothing.
 */
export function createGather<T>(
  next: (path: RepoPath) => Iterable<RepoPath>,
  own: (path: RepoPath) => Iterable<T>,
): (path: RepoPath) => ReadonlySet<T> {
  const known = new Map<RepoPath, ReadonlySet<T>>();
  /**
   * Adds a file and everything that it leads to, except what is already known. A cycle is known completely or not at
   * all.
   */
  const add = (start: RepoPath): void => {
    const reached = new Map<RepoPath, readonly RepoPath[]>([[start, [...next(start)]]]);
    // Iteration over a map also visits what is added meanwhile, so the map is its own queue.
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

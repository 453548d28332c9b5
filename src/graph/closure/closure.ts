import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileGraph } from "../file-graph.ts";
import { createOwnReach, type Follower, type Opening, type OwnReach } from "../references/opening.ts";
import { ClosureSet, type Groups } from "./closure-set.ts";
import { findComponents } from "./components.ts";

export type { Follower, Opening } from "../references/opening.ts";

/**
 * What files lead to when they run, or for a tool that reads their types. Answers are computed on first request and
 * shared.
 */
export interface Closures {
  /**
   * All files of the tree that the file's imports lead to when it runs, including itself: strong imports, re-exports,
   * requires and modules that mocks name. No strings, no weak references, and, unless types count, no type-only imports
   * or declarations.
   */
  of(path: RepoPath): ReadonlySet<RepoPath>;
  /**
   * Null if the file is closed: nothing in its closure reaches out, has an unresolved import, or is written in a
   * language that we do not parse. Otherwise one of the nearest reasons.
   */
  opening(path: RepoPath): Opening | null;
  /** The names of the packages that the closure imports at run time, without Node's own modules. */
  packages(path: RepoPath): ReadonlySet<string>;
}

/** How many bytes of sets are held: the oldest ones are computed again if they are asked for. */
const MOST_HELD = 8 * 1024 * 1024;

/** A file, or the files of one cycle, with everything that they lead to. */
interface Component {
  readonly members: readonly RepoPath[];
  /** The numbers of the components that this one leads to directly; all are lower than its own. */
  readonly next: readonly number[];
  readonly opening: Opening | null;
  /** How many components lie between this one and the opening. */
  readonly distance: number;
  readonly packages: ReadonlySet<string>;
}

export function createClosures(
  graph: FileGraph,
  isRead: (path: RepoPath) => boolean,
  follower: Follower = "program",
): Closures {
  const ownReach = createOwnReach(graph, isRead, follower);
  const components: Component[] = [];
  const numbers = new Map<RepoPath, number>();
  const openings = new Map<RepoPath, Opening>();
  const sets = new Map<number, ClosureSet>();
  let held = 0;

  const numberOf = (path: RepoPath): number => {
    if (!numbers.has(path)) addReached(path);
    return numbers.get(path) as number;
  };
  const componentOf = (path: RepoPath): Component => components[numberOf(path)] as Component;

  /**
   * Adds a file and everything that it leads to, except what is already known. A cycle is known completely or not at
   * all.
   */
  const addReached = (start: RepoPath): void => {
    const reaches = new Map<RepoPath, OwnReach>([[start, ownReach(start)]]);
    // Iteration over a map also visits what is added meanwhile, so the map is its own queue.
    for (const { files } of reaches.values())
      for (const file of files)
        if (!numbers.has(file) && !reaches.has(file)) reaches.set(file, ownReach(file));
    const paths = [...reaches.keys()].sort();
    const indices = new Map(paths.map((path, index) => [path, index]));
    const adjacency = paths.map((path) =>
      (reaches.get(path)?.files ?? []).flatMap((file) => indices.get(file) ?? []),
    );
    for (const vertices of findComponents(adjacency).members) {
      const members = vertices.map((vertex) => paths[vertex] as RepoPath);
      for (const member of members) numbers.set(member, components.length);
      components.push(join(members, reaches));
    }
  };

  const join = (members: readonly RepoPath[], reaches: ReadonlyMap<RepoPath, OwnReach>): Component => {
    const number = components.length;
    let nearest: Pick<Component, "opening" | "distance"> = { opening: null, distance: 0 };
    let packages = NO_PACKAGES;
    const own = members.map((member) => reaches.get(member) as OwnReach);
    const next = new Set(own.flatMap(({ files }) => files.map((file) => numbers.get(file) as number)));
    next.delete(number);
    for (const other of next) {
      const one = components[other] as Component;
      packages = union(packages, one.packages);
      if (one.opening === null || (nearest.opening !== null && one.distance + 1 >= nearest.distance))
        continue;
      nearest = { opening: one.opening, distance: one.distance + 1 };
    }
    for (const [at, { opening, packages: named }] of own.entries()) {
      if (named.length > 0) packages = union(packages, new Set(named));
      if (opening === null) continue;
      openings.set(members[at] as RepoPath, opening);
      if (nearest.opening === null || nearest.distance > 0) nearest = { opening, distance: 0 };
    }
    // Written out, because objects built with spread take twice the memory, and there is one for each file.
    return {
      members,
      next: [...next],
      opening: nearest.opening,
      distance: nearest.distance,
      packages,
    };
  };

  const groups: Groups = {
    numberOf: (path) => numbers.get(path),
    members: (number) => (components[number] as Component).members,
    next: (number) => (components[number] as Component).next,
  };
  return {
    of: (path) => {
      const number = numberOf(path);
      let set = sets.get(number);
      if (set === undefined) {
        set = new ClosureSet(number, groups);
        sets.set(number, set);
        held += set.bytes;
        for (const [oldest, { bytes }] of sets) {
          if (held <= MOST_HELD) break;
          sets.delete(oldest);
          held -= bytes;
        }
      }
      return set;
    },
    opening: (path) => {
      const { opening } = componentOf(path);
      return openings.get(path) ?? opening;
    },
    packages: (path) => componentOf(path).packages,
  };
}

const NO_PACKAGES: ReadonlySet<string> = new Set();

/** Returns one of the sets if it contains the other. Sets are shared and never changed. */
function union(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const [large, small] = one.size < other.size ? [other, one] : [one, other];
  return [...small].every((name) => large.has(name)) ? large : new Set([...large, ...small]);
}

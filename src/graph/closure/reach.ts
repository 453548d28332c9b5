import type { RepoPath } from "../../vocabulary/tree/path.ts";

type Neighbours = (path: RepoPath) => readonly RepoPath[];

/** What can be reached, nearest first, and the shortest path to each. */
export interface Reach {
  /** Includes the starts. */
  readonly paths: readonly RepoPath[];
  /**
   * From a start to the path, both included; undefined if it is not reached. Chains are built on request: all of them
   * together can grow with the square of the graph.
   */
  readonly chain: (path: RepoPath) => readonly RepoPath[] | undefined;
}

export function reach(starts: Iterable<RepoPath>, neighbours: Neighbours): Reach {
  const previous = new Map<RepoPath, RepoPath | undefined>();
  for (const start of starts) previous.set(start, undefined);
  // Iteration over a map also visits what is added meanwhile, so the map is its own queue.
  for (const path of previous.keys()) {
    for (const next of neighbours(path)) if (!previous.has(next)) previous.set(next, path);
  }
  return {
    paths: [...previous.keys()],
    chain: (path) => (previous.has(path) ? chainTo(path, previous) : undefined),
  };
}

/** The shortest path from `from` to any of `targets`, both ends included; undefined if there is none. */
export function shortestChain(
  from: RepoPath,
  targets: ReadonlySet<RepoPath>,
  neighbours: Neighbours,
): readonly RepoPath[] | undefined {
  const previous = new Map<RepoPath, RepoPath | undefined>([[from, undefined]]);
  for (const path of previous.keys()) {
    if (targets.has(path)) return chainTo(path, previous);
    for (const next of neighbours(path)) if (!previous.has(next)) previous.set(next, path);
  }
  return undefined;
}

function chainTo(path: RepoPath, previous: ReadonlyMap<RepoPath, RepoPath | undefined>): readonly RepoPath[] {
  const chain: RepoPath[] = [];
  for (let at: RepoPath | undefined = path; at !== undefined; at = previous.get(at)) chain.push(at);
  return chain.toReversed();
}

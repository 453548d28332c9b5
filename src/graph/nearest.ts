import type { RepoPath } from "../vocabulary/tree/path.ts";

/** From a file to the nearest target, both included; undefined if it reaches none. */
export type ChainToNearest = (from: RepoPath) => readonly RepoPath[] | undefined;

const UNREACHED = 0xff_ff_ff_ff;

/**
 * Prepares for many questions about which files reach which: each costs one walk back from the targets, however many
 * files are asked about. The chain is the one that a search from the file, in the order of its neighbours, finds first.
 */
export function createNearest(
  paths: readonly RepoPath[],
  neighbours: (path: RepoPath) => readonly RepoPath[],
): (targets: ReadonlySet<RepoPath>) => ChainToNearest {
  const indices = new Map(paths.map((path, index) => [path, index]));
  const after = paths.map((path) =>
    neighbours(path)
      .map((to) => indices.get(to))
      .filter((index) => index !== undefined),
  );
  const before: number[][] = paths.map(() => []);
  for (const [from, list] of after.entries()) for (const to of list) before[to]?.push(from);
  return (targets) => {
    const distances = new Uint32Array(paths.length).fill(UNREACHED);
    const queue: number[] = [];
    for (const target of targets) {
      const index = indices.get(target);
      if (index !== undefined) queue.push(index);
    }
    for (const index of queue) distances[index] = 0;
    for (const at of queue) {
      const distance = (distances[at] ?? 0) + 1;
      for (const from of before[at] ?? []) {
        if (distances[from] !== UNREACHED) continue;
        distances[from] = distance;
        queue.push(from);
      }
    }
    return (from) => {
      let at = indices.get(from);
      if (at === undefined || distances[at] === UNREACHED) return targets.has(from) ? [from] : undefined;
      const chain = [from];
      for (let left = distances[at] ?? 0; left > 0 && at !== undefined; left--) {
        at = after[at]?.find((next) => distances[next] === left - 1);
        if (at !== undefined) chain.push(paths[at] as RepoPath);
      }
      return chain;
    };
  };
}

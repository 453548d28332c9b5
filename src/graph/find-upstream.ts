import type { UpstreamFile } from "../vocabulary/run/verification-result.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { findComponents } from "./closure/components.ts";
import { reach } from "./closure/reach.ts";
import type { FileGraph } from "./file-graph.ts";

/**
 * The given files that other given files depend on, directly or not, with how many of these do; highest number first. A
 * file comes before everything that depends on it, unless they depend on each other.
 */
export function findUpstream(
  graph: Pick<FileGraph, "dependents">,
  files: Iterable<string>,
): readonly UpstreamFile[] {
  const asked = [...new Set(files)] as RepoPath[];
  if (asked.length < 2) return [];
  const { paths } = reach(asked, (path) => graph.dependents(path));
  const indices = new Map(paths.map((path, index) => [path, index]));
  const adjacency = paths.map((path) => graph.dependents(path).map((to) => indices.get(to) as number));
  const { members, of } = findComponents(adjacency);
  // One bit for each given file; these come first among the paths.
  const reached: bigint[] = [];
  for (const vertices of members) {
    let bits = 0n;
    for (const vertex of vertices) {
      if (vertex < asked.length) bits |= 1n << BigInt(vertex);
      for (const to of adjacency[vertex] ?? []) bits |= reached[of[to] as number] ?? 0n;
    }
    reached.push(bits);
  }
  return asked
    .map((file, index) => ({ file, dependents: countBits(reached[of[index] as number] ?? 0n) - 1 }))
    .filter(({ dependents }) => dependents > 0)
    .sort((one, other) => other.dependents - one.dependents || (one.file < other.file ? -1 : 1));
}

function countBits(bits: bigint): number {
  return bits.toString(2).replaceAll("0", "").length;
}

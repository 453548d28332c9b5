import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { createGather } from "../closure/gather.ts";
import type { FileGraph, ResolvedReference } from "../file-graph.ts";
import { programTargets } from "./program-references.ts";

/**
 * Tells whether what a target runs may load other targets by a name that is made at run time. Such a name is built from
 * words in the code, which are followed if they name a file, or it comes from a list of files. So a target may load
 * others if it imports by such a name itself, or if something that it runs lists directories.
 */
export function createLoadsOthers(
  graph: FileGraph,
  {
    isTarget,
    hiddenReferences,
  }: {
    readonly isTarget: (path: RepoPath) => boolean;
    readonly hiddenReferences: (path: RepoPath) => readonly ResolvedReference[];
  },
): (path: RepoPath) => boolean {
  const isLoading = (path: RepoPath): boolean =>
    (graph.extraction(path).reachesOut ?? []).some(({ how }) => how === "glob") ||
    (isTarget(path) && hiddenReferences(path).length > 0);
  const gather = createGather(
    (path) => programTargets(graph, path),
    (path) => (isLoading(path) ? [path] : []),
  );
  return (path) => gather(path).size > 0;
}

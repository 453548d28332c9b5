import { memo } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { createGather } from "../closure/gather.ts";
import type { FileGraph } from "../file-graph.ts";
import { programTargets } from "./program-references.ts";

/**
 * Tells which files start other programs when they run, or lead to files that do: any installed package may be such a
 * program.
 */
export function createStartingPrograms(graph: FileGraph): (path: RepoPath) => boolean {
  const starts = memo(() => new Set(graph.having("starting")));
  const gather = createGather(
    (path) => programTargets(graph, path),
    (path) => (starts().has(path) ? [true] : []),
  );
  return (path) => starts().size > 0 && gather(path).size > 0;
}

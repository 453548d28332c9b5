import { memo } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { createGather } from "../closure/gather.ts";
import type { FileGraph } from "../file-graph.ts";
import { programTargets } from "./program-references.ts";

/** The environment variables that are named by a file, or by anything that it leads to when it runs; sorted. */
export function createNamedVariables(graph: FileGraph): (path: RepoPath) => readonly string[] {
  const naming = memo(() => new Set(graph.having("variables")));
  const gather = createGather(
    (path) => programTargets(graph, path),
    (path) => (naming().has(path) ? (graph.extraction(path).variables ?? []) : []),
  );
  return (path) => (naming().size === 0 ? [] : [...gather(path)].sort());
}

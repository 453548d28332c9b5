import { memo } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileGraph } from "../file-graph.ts";
import { createProgramReach } from "./program-references.ts";

/** The environment variables that a file names, or that anything names which it leads to when it runs; sorted. */
export function createNamedVariables(graph: FileGraph): (path: RepoPath) => readonly string[] {
  const index = memo(() => {
    const naming = new Map<string, RepoPath[]>();
    for (const path of graph.paths)
      for (const name of graph.extraction(path).variables ?? []) {
        const known = naming.get(name);
        if (known === undefined) naming.set(name, [path]);
        else known.push(path);
      }
    const reach = createProgramReach(graph);
    const names = new Map<RepoPath, string[]>();
    for (const [name, paths] of [...naming].sort(([one], [other]) => (one < other ? -1 : 1)))
      for (const path of reach(paths)) {
        const known = names.get(path);
        if (known === undefined) names.set(path, [name]);
        else known.push(name);
      }
    return names;
  });
  return (path) => index().get(path) ?? [];
}

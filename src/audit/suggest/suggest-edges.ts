import { takesFiles } from "../../checks/check-traits.ts";
import { createHiddenReferences } from "../../graph/hidden-reach.ts";
import { matchGlobs } from "../../paths/glob.ts";
import { isSetting, sortConfigurationFiles } from "../../units/configuration/configuration-files.ts";
import type { Tree } from "../../units/tree.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { SuggestedEdge } from "../check-audit.ts";
import type { AuditedUnit } from "../summarize-units.ts";
import { suggestInputs } from "./suggest-inputs.ts";

/**
 * Which edges could replace imports that only running the code can resolve: from the file with such an import to what
 * was read and nothing else leads to. If a target reaches several such files, each of them may have loaded it.
 */
export function suggestEdges(
  check: Check,
  units: readonly AuditedUnit[],
  tree: Tree,
): readonly SuggestedEdge[] {
  if (check.follow !== "content") return [];
  const { graph, snapshot } = tree;
  const hiddenReferences = createHiddenReferences(graph, tree.isRead);
  const isTarget = matchGlobs(check.files ?? []);
  const isSettings = (path: RepoPath): boolean =>
    sortConfigurationFiles([path].filter(isSetting)).above(path).length > 0;
  const loaded = new Map<RepoPath, Set<RepoPath>>();
  for (const { judged, reads } of units) {
    const starts = takesFiles(check) ? [judged.target as RepoPath] : graph.paths.filter(isTarget);
    const reached = new Set(starts);
    for (const path of reached) for (const next of graph.dependencies(path)) reached.add(next);
    const holders = [...reached].filter((path) => hiddenReferences(path).length > 0);
    const areas = starts.flatMap((path) => tree.hidden(path));
    const taken = [...reads.files].filter(
      (path) =>
        !reached.has(path) && !isTarget(path) && !isSettings(path) && areas.some((area) => area.has(path)),
    );
    for (const holder of holders) {
      const known = loaded.get(holder) ?? new Set();
      loaded.set(holder, known);
      for (const path of taken) known.add(path);
    }
  }
  return [...loaded]
    .map(([from, paths]) => ({
      from,
      line: hiddenReferences(from)[0]?.reference.line ?? 1,
      to: suggestInputs({
        paths: [...paths],
        files: snapshot.files.keys(),
        listed: new Set(),
        isTarget: (path) => isTarget(path) || path === from,
      }),
    }))
    .sort((one, other) => (one.from < other.from ? -1 : 1));
}

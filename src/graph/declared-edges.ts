import { matchGlobs } from "../paths/glob.ts";
import type { DeclaredEdge } from "../vocabulary/tree/graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { ResolvedReference } from "./file-graph.ts";
import { toFiles } from "./resolve/resolution.ts";

/** Puts what somebody declared in the place of what only running a file could tell. */
export function declareEdges(
  edges: readonly DeclaredEdge[],
  paths: readonly RepoPath[],
): (path: RepoPath, references: readonly ResolvedReference[]) => readonly ResolvedReference[] {
  const matching = edges.map(({ from, to }) => ({
    isFrom: matchGlobs([from]),
    reference: {
      kind: "pattern",
      specifier: to.join(", "),
      type: "semantic",
      strength: "strong",
      line: 1,
    } as const,
    resolution: toFiles(paths.filter(matchGlobs(to))),
  }));
  return (path, references) => {
    const own = matching.filter(({ isFrom }) => isFrom(path));
    if (own.length === 0) return references;
    return [
      ...references.filter(({ resolution }) => resolution.state !== "opaque"),
      ...own.map(({ reference, resolution }) => ({ reference, resolution })),
    ];
  };
}

import { matchGlobs } from "../paths/glob.ts";
import { ANY_FILE, joinWords } from "../paths/name-words.ts";
import type { DeclaredEdge } from "../vocabulary/tree/graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { toFiles } from "./resolve/resolution.ts";
import type { Resolved } from "./resolve/resolve.ts";

/** Replaces what only running a file could tell with what a user declared. */
export function declareEdges(
  edges: readonly DeclaredEdge[],
  paths: readonly RepoPath[],
): (path: RepoPath, resolved: Resolved) => Resolved {
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
  return (path, resolved) => {
    const own = matching.filter(({ isFrom }) => isFrom(path));
    if (own.length === 0) return resolved;
    const references = [
      ...resolved.references.filter(({ resolution }) => resolution.state !== "opaque"),
      ...own.map(({ reference, resolution }) => ({ reference, resolution })),
    ];
    return { references, words: joinWords([resolved.words, [ANY_FILE]]) };
  };
}

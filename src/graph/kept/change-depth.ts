import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Extraction } from "../extraction.ts";
import type { FileGraph } from "../file-graph.ts";
import { exportedNames } from "../references/export-references.ts";

/**
 * How much of a changed file others can notice. `body`: only its bytes; its structure is the same. `text`: its bytes,
 * which are its whole structure; its references and everything else that was extracted are the same. `references`:
 * anything.
 */
export type ChangeDepth = "body" | "text" | "references";

/** @param graph the graph after the change */
export function depthOf(
  path: RepoPath,
  { before, after, graph }: { before: Extraction; after: Extraction; graph: FileGraph },
): ChangeDepth {
  if (before.syntaxError !== undefined || after.syntaxError !== undefined) return "references";
  if (digest(before) !== digest(after)) return "references";
  const hasStructure = after.structure.kind === "declaration" && exportedNames(graph, path) !== null;
  return hasStructure ? "body" : "text";
}

/** Everything that the graph knows about a file. Lines do not count: a reference that moves down stays the same. */
function digest({ references, reachesOut = [], outline, ...rest }: Extraction): string {
  const withoutLine = <T extends { readonly line: number }>(each: T): T => ({ ...each, line: 0 });
  return JSON.stringify([
    references.map(withoutLine),
    reachesOut.map(withoutLine),
    outline.kind === "document" ? { ...outline, headings: outline.headings.map(withoutLine) } : outline,
    Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}

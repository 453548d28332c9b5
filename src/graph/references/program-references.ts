import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { ReachOut } from "../extraction.ts";
import type { FileGraph, ResolvedReference } from "../file-graph.ts";
import { isDeclaration, withoutDeclarations } from "./runtime-references.ts";

/** A reference that is followed. From an end nothing leads on: what it names counts by its bytes. */
export interface FollowedReference extends ResolvedReference {
  readonly isEnd?: true;
  /** Only where it leads counts, and nothing of what is there. */
  readonly isPlace?: true;
}

/** Ways to run what data names. */
const RUNS: ReadonlySet<ReachOut["how"]> = new Set(["process", "thread", "computed-import"]);
/** Data that says how others are read. What it names is selected or described, and nothing that a program takes. */
const SETTINGS = /(?:^|\/)(?:package|[tj]sconfig[^/]*)\.json$/;

/**
 * What a program may take when it runs: all that it imports or names, without types and comments. Data that it takes counts with the
 * files that it names, by their bytes; a program that starts others may start what data names, such as `bin` of a
 * package.json.
 */
export function programReferences(graph: FileGraph, path: RepoPath): readonly FollowedReference[] {
  const { outline, reachesOut = [] } = graph.extraction(path);
  if (isDeclaration(path) || outline.kind === "document") return [];
  if (outline.kind === "data")
    return SETTINGS.test(path) ? [] : graph.references(path).map((each) => ({ ...each, isEnd: true }));
  const own = graph
    .references(path)
    .filter(({ reference }) => reference.typeOnly !== true && reference.comment !== true)
    .map(withoutDeclarations);
  if (!reachesOut.some(({ how }) => RUNS.has(how))) return own;
  const data = own.flatMap(({ resolution }) => resolution.files).filter((file) => isData(graph, file));
  return [...own, ...[...new Set(data)].flatMap((file) => graph.references(file))];
}

function isData(graph: FileGraph, path: RepoPath): boolean {
  return graph.extraction(path).outline.kind === "data";
}

/** The files that a file leads to when it runs, one step away. */
export function programTargets(graph: FileGraph, path: RepoPath): readonly RepoPath[] {
  // Data names programs and runs none.
  return programReferences(graph, path).flatMap(({ resolution, isEnd = false }) =>
    isEnd ? [] : resolution.files,
  );
}

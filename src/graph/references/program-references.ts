import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { ReachOut } from "../extraction.ts";
import type { FileGraph, ResolvedReference } from "../file-graph.ts";
import { isDeclaration, withoutDeclarations } from "./runtime-references.ts";

/** A reference that is followed. An end leads no further: what it names counts by its bytes. */
export interface FollowedReference extends ResolvedReference {
  readonly isEnd?: true;
  /** Only where it leads counts, not what is there. */
  readonly isPlace?: true;
}

/** Ways to run what data names. */
const RUNS: ReadonlySet<ReachOut["how"]> = new Set(["process", "thread", "computed-import"]);
/**
 * Data that says how other files are read. It only selects or describes the files that it names; no program loads them
 * through it.
 */
const SETTINGS = /(?:^|\/)(?:package|[tj]sconfig[^/]*)\.json$/;

/**
 * What a program may use when it runs: everything that it imports or names, without types and comments. Data counts
 * together with the files that it names, by their bytes. A program that starts others may start what data names, such
 * as `bin` of a package.json.
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

/** The files that a file leads to directly when it runs. */
export function programTargets(graph: FileGraph, path: RepoPath): readonly RepoPath[] {
  // Data names programs but runs none.
  return programReferences(graph, path).flatMap(({ resolution, isEnd = false }) =>
    isEnd ? [] : resolution.files,
  );
}

import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileGraph, ResolvedReference } from "../file-graph.ts";

const DECLARATION = /\.d\.[mc]?ts$/;

/** Whether the file disappears when types are stripped: nothing loads it, and it loads nothing. */
export function isDeclaration(path: RepoPath): boolean {
  return path.endsWith("ts") && DECLARATION.test(path);
}

/**
 * The references that are followed when the file runs: imports, re-exports, requires, style sheets of style sheets,
 * and modules that a mock names. Imported data and documents count by their bytes and lead nowhere.
 */
export function runtimeReferences(graph: FileGraph, path: RepoPath): readonly ResolvedReference[] {
  const { outline } = graph.extraction(path);
  if (isDeclaration(path) || outline.kind === "data" || outline.kind === "document") return [];
  return graph.references(path).filter(isFollowed).map(withoutDeclarations);
}

/** The references that a tool follows if it reads types, including those in types and declarations. */
export function typeReferences(graph: FileGraph, path: RepoPath): readonly ResolvedReference[] {
  const { outline } = graph.extraction(path);
  if (outline.kind === "data" || outline.kind === "document") return [];
  return graph
    .references(path)
    .filter(({ reference }) => reference.strength === "strong" || reference.type === "import");
}

function isFollowed({ reference }: ResolvedReference): boolean {
  if (reference.typeOnly === true) return false;
  // The only weak imports, apart from those in types, come from mocks, markup and scripts.
  return reference.strength === "strong" || reference.type === "import";
}

export function withoutDeclarations(each: ResolvedReference): ResolvedReference {
  const { files, outside } = each.resolution;
  if (!files.some(isDeclaration) && !outside.some(isDeclaration)) return each;
  const isCode = (path: RepoPath): boolean => !isDeclaration(path);
  const resolution = { ...each.resolution, files: files.filter(isCode), outside: outside.filter(isCode) };
  return { ...each, resolution };
}

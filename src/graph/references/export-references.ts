import { shortHash } from "../../values/short-hash.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileGraph } from "../file-graph.ts";
import type { FollowedReference } from "./program-references.ts";
import { isDeclaration, typeReferences } from "./runtime-references.ts";

const SCRIPT = /\.[cm]?jsx?$/;
const TYPED_SCRIPT = /\.[cm]?tsx?$/;

/**
 * What import rules see of a module: the names that it exports. For them CommonJS exports nothing, and they read no
 * further. Null if they may see more.
 */
export function exportedNames(graph: FileGraph, path: RepoPath): string | null {
  const { outline, syntaxError } = graph.extraction(path);
  if (outline.kind !== "module" || syntaxError !== undefined || isDeclaration(path)) return null;
  if (isCommonJs(graph, path)) return "none";
  const isScript = SCRIPT.test(path) || TYPED_SCRIPT.test(path);
  return isScript && outline.complete ? shortHash([outline.exports.toSorted(), outline.exportsFrom]) : null;
}

/** Where the names that a module exports may come from, or everything that it imports if that is unknown. */
export function exportReferences(graph: FileGraph, path: RepoPath): readonly FollowedReference[] {
  const all = importReferences(graph, path);
  const { outline } = graph.extraction(path);
  if (exportedNames(graph, path) === null || outline.kind !== "module") return all;
  const sources = new Set([...outline.exportsFrom, ...(outline.passesOn ?? [])]);
  return all.filter(({ reference }) => sources.has(reference.specifier));
}

/** Where the imports of a module lead, as far as import rules follow them: to other modules, but not into packages. */
export function importReferences(graph: FileGraph, path: RepoPath): readonly FollowedReference[] {
  if (isCommonJs(graph, path)) return [];
  return importsOf(graph, path).filter(
    ({ resolution: { files, outside } }) => files.length + outside.length > 0,
  );
}

/**
 * Everything that a target imports. For CommonJS requires, such rules only check whether the target exists, and where.
 */
export function importsOf(graph: FileGraph, path: RepoPath): readonly FollowedReference[] {
  const imports = typeReferences(graph, path).filter(({ reference }) => reference.kind === "module");
  return isCommonJs(graph, path) ? imports.map((each) => ({ ...each, isPlace: true })) : imports;
}

function isCommonJs(graph: FileGraph, path: RepoPath): boolean {
  const { outline, syntaxError } = graph.extraction(path);
  return SCRIPT.test(path) && outline.kind === "module" && !outline.complete && syntaxError === undefined;
}

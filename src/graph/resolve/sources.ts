import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { findModuleFiles } from "./relative.ts";
import { joinPath, type TreeIndex } from "./tree.ts";
import type { Workspace } from "./workspace.ts";

const DEFAULT_ENTRIES = ["src/index", "index", "src/main"];
const BUILT = /^(?:\.\/)?(?:dist|build|lib|out|es|esm|cjs)\//;
const BUILT_EXTENSION = /(?:\.d)?\.[mc]?[jt]sx?$/;
/** Files that nothing is built from, unless a source names them. */
const IDLE =
  /(?:^|\/)(?:\.[^/]*|(?:LICEN[CS]E|NOTICE|CHANGELOG|README)[^/]*|[^/]+\.(?:md|txt|snap|png|jpe?g|gif))$/i;
/** A package of Svelte components is built from `src/lib`. */
const SVELTE = ["svelte.config.js", "svelte.config.ts", "svelte.config.mjs"];

/**
 * What an unbuilt package's import will be built from, judging by names: the source of the imported path, else the
 * sources of the entries in its package.json, else all files that something can be built from.
 */
export function findSources(tree: TreeIndex, workspace: Workspace, inner: string): readonly RepoPath[] {
  const { directory } = workspace;
  const find = (name: string): readonly RepoPath[] => {
    const path = joinPath(directory, name);
    return path === undefined ? [] : findModuleFiles(tree, path);
  };
  const isSvelte = SVELTE.some((name) => tree.has(`${directory}/${name}`));
  const imported = inner === "" ? [] : [`src/${inner}`, inner, `src/${inner}/index`, sourceOf(inner)];
  const library = inner === "" ? ["src/lib/index"] : [`src/lib/${inner}`, `src/lib/${inner}/index`];
  for (const name of [...imported, ...(inner === "" ? DEFAULT_ENTRIES : []), ...(isSvelte ? library : [])]) {
    const found = find(name);
    if (found.length > 0) return found;
  }
  const entries = [...workspace.entries.map(sourceOf), ...DEFAULT_ENTRIES].flatMap(find);
  if (entries.length > 0) return entries;
  return tree.startingWith(`${directory}/`).filter((path) => !IDLE.test(path));
}

/** `./dist/node/index.js` is built from `src/node/index`. */
function sourceOf(built: string): string {
  return built.replace(BUILT, "src/").replace(BUILT_EXTENSION, "");
}

import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { findModuleFiles } from "./relative.ts";
import { joinPath, type Tree } from "./tree.ts";
import type { Workspace } from "./workspace.ts";

const DEFAULT_ENTRIES = ["src/index", "index", "src/main"];
const BUILT = /^(?:\.\/)?(?:dist|build|lib|out|es|esm|cjs)\//;
const BUILT_EXTENSION = /(?:\.d)?\.[mc]?[jt]sx?$/;

/**
 * What an import of a package that is not built will be built from, as far as names tell: the source of the
 * path that is imported, else that of the entries that its package.json names, else every file of it.
 */
export function findSources(tree: Tree, workspace: Workspace, inner: string): readonly RepoPath[] {
  const find = (name: string): readonly RepoPath[] => {
    const path = joinPath(workspace.directory, name);
    return path === undefined ? [] : findModuleFiles(tree, path);
  };
  const imported = inner === "" ? [] : [`src/${inner}`, inner, `src/${inner}/index`, sourceOf(inner)];
  for (const name of [...imported, ...(inner === "" ? DEFAULT_ENTRIES : [])]) {
    const found = find(name);
    if (found.length > 0) return found;
  }
  const entries = [...workspace.entries.map(sourceOf), ...DEFAULT_ENTRIES].flatMap(find);
  return entries.length > 0 ? entries : tree.startingWith(`${workspace.directory}/`);
}

/** `./dist/node/index.js` is built from `src/node/index`. */
function sourceOf(built: string): string {
  return built.replace(BUILT, "src/").replace(BUILT_EXTENSION, "");
}

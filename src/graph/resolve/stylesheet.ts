import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { type Disk, packageName } from "./disk.ts";
import type { ModuleResolver } from "./module.ts";
import { merge, type Resolution, toFiles, toOutside, UNRESOLVED } from "./resolution.ts";
import { directoryOf, joinPath, type TreeIndex } from "./tree.ts";

const ENDINGS = ["", ".scss", ".sass", ".less", ".css", ".import.scss", ".import.sass"];
/** Bundler prefixes for a package name, or for the directory of the sources. */
const PREFIX = /^(?:pkg:|~@\/|~\/|~|@\/|\/)/;

export type StylesheetResolver = (from: RepoPath, specifier: string) => Resolution;

/**
 * Resolves the imports of style sheets. A name may omit its extension and the `_` of a partial, or mean a directory's
 * index. Compilers have an option for where names start, so a name that is not found beside the file or at the root
 * leads to every file that it can mean.
 */
export function createStylesheetResolver(context: {
  readonly tree: TreeIndex;
  readonly disk: Disk;
  readonly modules: ModuleResolver;
}): StylesheetResolver {
  const { tree, disk, modules } = context;
  let byName: ReadonlyMap<string, readonly RepoPath[]> | undefined;
  const anywhere = (name: string): readonly RepoPath[] => {
    byName ??= groupByName(tree.paths);
    return candidates(name).flatMap((one) =>
      (byName?.get(nameOf(one)) ?? []).filter((path) => path.endsWith(`/${one}`)),
    );
  };

  return (from, specifier) => {
    const relative = /^\.{1,2}\//.test(specifier);
    const name = relative ? specifier : specifier.replace(PREFIX, "");
    const places = [directoryOf(from), ...(relative ? [] : ["."])]
      .map((start) => joinPath(start, name))
      .filter((path) => path !== undefined);
    for (const path of places) {
      const files = candidates(path).filter(tree.has);
      if (files.length > 0) return toFiles(files);
    }
    const hidden = places.flatMap(candidates).find((path) => disk.probe(path) === "file");
    const elsewhere = relative || !/[^./]/.test(name) ? [] : anywhere(name);
    return merge([
      elsewhere.length > 0 ? toFiles(elsewhere) : UNRESOLVED,
      hidden === undefined ? UNRESOLVED : toOutside(hidden as RepoPath),
      ...ENDINGS.map((ending) => modules.resolve(from, specifier.replace(/^(?:pkg:|~)/, "") + ending)),
      relative ? UNRESOLVED : modules.resolve(from, `${packageName(name)}/package.json`),
    ]);
  };
}

function groupByName(paths: readonly RepoPath[]): ReadonlyMap<string, readonly RepoPath[]> {
  const groups = new Map<string, RepoPath[]>();
  for (const path of paths) {
    const group = groups.get(nameOf(path));
    if (group === undefined) groups.set(nameOf(path), [path]);
    else group.push(path);
  }
  return groups;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function candidates(path: string): readonly string[] {
  const slash = path.lastIndexOf("/") + 1;
  const partial = `${path.slice(0, slash)}_${path.slice(slash)}`;
  const stems = [path, partial, `${path}/index`, `${path}/_index`];
  return stems.flatMap((stem) => ENDINGS.map((ending) => stem + ending));
}

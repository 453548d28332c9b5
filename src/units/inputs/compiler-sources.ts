import { posix } from "node:path";
import { isManifest } from "../../paths/manifest-fields.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Tree } from "../tree.ts";

const SETTINGS = /(?:^|\/)[tj]sconfig[^/]*\.json$/;
/** Files that a compiler may include in a program. */
const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/;
/** The fields of a package.json that decide what an import resolves to. */
const LEADS =
  /^(?:name|type|main|module|types|typings|typesVersions|exports|imports|workspaces|\w*ependencies)$/;

/** The files that say where a compiler starts, and the files that they extend. */
export function compilerSettings(
  { snapshot, graph }: Pick<Tree, "snapshot" | "graph">,
  words: readonly string[],
): ReadonlySet<RepoPath> {
  const named = new Set(words.map((word) => posix.basename(word)));
  const isSettings = (path: RepoPath): boolean =>
    SETTINGS.test(path) || (path.endsWith(".json") && named.has(posix.basename(path)));
  const found = new Set([...snapshot.files.keys()].filter(isSettings));
  for (const path of found)
    for (const { reference, resolution } of graph.references(path))
      if (reference.type === "extends") for (const file of resolution.files) found.add(file);
  return found;
}

/**
 * What decides, besides settings and packages, which files make up a program: the names that imports can resolve to. Leaves
 * out the imports themselves: the caller adds what the listed files lead to.
 */
export function describeSources({ snapshot, graph }: Pick<Tree, "snapshot" | "graph">): unknown {
  return [...snapshot.files].flatMap(([path, { kind }]): readonly unknown[] => {
    if (kind === "symlink") return [`${path} ->`];
    if (!SOURCE.test(path)) return [];
    if (!isManifest(path)) return [path];
    const fields = Object.entries(graph.extraction(path).fields ?? {});
    return [[path, fields.filter(([name]) => LEADS.test(name)).sort()]];
  });
}

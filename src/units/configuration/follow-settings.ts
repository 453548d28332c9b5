import { posix, relative } from "node:path";
import type { Reference } from "../../graph/extraction.ts";
import { isManifest } from "../../paths/manifest-fields.ts";
import type { ToolConfiguration } from "../../tools/configuration-of.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Tree } from "../tree.ts";
import { placesNamedIn } from "./named-places.ts";

export interface FollowOptions extends Pick<ToolConfiguration, "loads" | "readsText"> {
  /** The directory in which the tool is started. */
  readonly directory: string;
}

const DATA = /\.(?:json|jsonc|json5|ya?ml|toml)$|rc$/;

/** Follows the imports of code and the `extends` of data, and in both the fields that load files. */
export function followSettings(
  paths: readonly RepoPath[],
  options: FollowOptions,
  tree: Pick<Tree, "graph" | "snapshot" | "textOf">,
): {
  readonly settings: ReadonlySet<RepoPath>;
  readonly loaded: Set<RepoPath>;
  readonly outside: ReadonlySet<RepoPath>;
} {
  const outside = new Set<RepoPath>();
  const settings = new Set(paths);
  const loaded = new Set<RepoPath>();
  const take = (file: RepoPath, how: "settings" | "loaded"): void =>
    void (how === "settings" || DATA.test(file) ? settings : loaded).add(file);
  const start = relative(tree.snapshot.root, options.directory);
  const startsOf = (path: RepoPath): readonly string[] => [
    ...new Set([start, ...placesNamedIn(path, start, tree.graph).map(({ root }) => root)]),
  ];
  for (const path of settings) {
    if (options.readsText(path)) continue;
    for (const { reference, resolution } of tree.graph.references(path)) {
      const how = howOf(reference, path, options);
      if (how === null) continue;
      for (const file of resolution.outside) outside.add(file);
      for (const file of resolution.files) take(file, how);
    }
    // Also follow references that resolve to nothing from their own directory.
    const starts = startsOf(path);
    for (const reference of tree.graph.extraction(path).references) {
      const how = howOf(reference, path, options);
      if (how === null) continue;
      for (const from of starts) for (const file of filesFrom(from, reference, tree)) take(file, how);
    }
    for (const file of TOML.test(path) ? filesInToml(path, options, tree) : []) take(file, "settings");
  }
  for (const path of settings) loaded.delete(path);
  return { settings, loaded, outside };
}

/**
 * Resolves a path from the directory in which the tool is started, or from a root that the settings name: many tools
 * resolve names in settings from there.
 */
function filesFrom(
  start: string,
  { kind, specifier, endings = [] }: Reference,
  { snapshot }: Pick<Tree, "snapshot">,
): readonly RepoPath[] {
  if (kind !== "path" || !/^\.{1,2}\//.test(specifier)) return [];
  const path = posix.join(start, specifier);
  const found = ["", ...endings].map((ending) => `${path}${ending}` as RepoPath);
  return found.filter((each) => snapshot.files.has(each));
}

const TOML = /\.toml$/;
const TOML_FIELD = /^[ \t]*"?([\w-]+)"?[ \t]*=[ \t]*(\[[^\]]{0,4000}\]|"[^"\n]*"|'[^'\n]*')/gm;

/** The graph has no TOML, so this reads the files named in fields that load. */
function filesInToml(
  path: RepoPath,
  { loads }: Pick<FollowOptions, "loads">,
  { snapshot, textOf }: Pick<Tree, "snapshot" | "textOf">,
): readonly RepoPath[] {
  const values = [...textOf(path).matchAll(TOML_FIELD)].flatMap(([, field = "", value = ""]) =>
    loads(field) ? [...value.matchAll(/["']([^"'\n]+)["']/g)].map(([, text = ""]) => text) : [],
  );
  const files = values.map((value) => posix.join(posix.dirname(path), value) as RepoPath);
  return files.filter((file) => snapshot.files.has(file));
}

function howOf(
  { typeOnly = false, comment = false, entry = false, type, within }: Reference,
  path: RepoPath,
  { loads }: Pick<FollowOptions, "loads">,
): "settings" | "loaded" | null {
  if (typeOnly || comment || (entry && isManifest(path))) return null;
  if (isManifest(path)) return within?.some(loads) === true ? "loaded" : null;
  if (type === "import" || type === "extends") return "settings";
  // A string outside any field may mean anything.
  return within === undefined || within.some(loads) ? "loaded" : null;
}

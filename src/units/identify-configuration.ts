import { posix, relative } from "node:path";
import type { Reference } from "../graph/extraction.ts";
import type { ResolvedReference } from "../graph/file-graph.ts";
import type { ToolConfiguration } from "../tools/configuration-of.ts";
import { pickFields } from "../vocabulary/manifest-fields.ts";
import { leadsOut, type RepoPath } from "../vocabulary/path.ts";
import { prefixed, type Followed, type Following } from "./following.ts";
import { namedPackages } from "./named-packages.ts";
import { fileValue, manifestOf, recordReads, type Tree, type Unknown } from "./tree.ts";

export interface IdentifiedConfiguration extends Followed {
  /** The environment variables that any of it names. */
  readonly variables: readonly string[];
  /** Whether any of it depends on this file of the tree. */
  readonly dependsOn: (path: RepoPath) => boolean;
}

export const NO_CONFIGURATION: IdentifiedConfiguration = {
  components: {},
  variables: [],
  unknown: null,
  beside: [],
  dependsOn: () => false,
};

/** What a tool's settings are, and whether what they name is followed. */
export interface Settings extends ToolConfiguration {
  readonly isFollowed: boolean;
}

interface Options extends Settings {
  readonly directory: string;
  readonly words: readonly string[];
}

/** Settings, with what they import, and what the fields of them name that their tool loads. */
export async function identifyConfiguration(
  paths: readonly RepoPath[],
  options: Options,
  { tree, following }: { readonly tree: Tree; readonly following: Following },
): Promise<IdentifiedConfiguration> {
  const { settings, loaded, outside } = options.isFollowed
    ? followSettings(paths, options, tree)
    : { settings: new Set(paths), loaded: new Set<RepoPath>(), outside: new Set<RepoPath>() };
  const packages = options.isFollowed ? namedPackages([...settings], { ...options, tree }) : [];
  for (const path of filesOfLinked(packages, tree)) if (!settings.has(path)) loaded.add(path);
  const beyond = prefixed("configuration", await following.beyond([...loaded]));
  const outer = prefixed("configuration", await following.takenFromOutside(outside));
  const { seen, read } = recordReads(tree);
  let unknown: Unknown = beyond.unknown ?? outer.unknown;
  const values: [RepoPath, string][] = [...loaded].map((path) => [path, tree.hashes.program(path)]);
  for (const path of settings) {
    const found = await fileValue(seen, path);
    unknown ??= found.unknown;
    values.push([
      path,
      MANIFEST.test(path)
        ? pickFields(tree.graph.extraction(path).fields, found.value, options.readsField)
        : found.value,
    ]);
  }
  const installed = packages.flatMap((one) => tree.packages.closure(one));
  return {
    components: {
      configuration: manifestOf(tree, values),
      ...(installed.length === 0 ? {} : { "configuration:packages": packageManifest(installed, tree) }),
      ...beyond.components,
      ...outer.components,
    },
    variables: [...settings, ...loaded].flatMap((path) => tree.variablesOf(path)),
    unknown,
    beside: [...beyond.beside, ...outer.beside, ...read],
    dependsOn: (path) => settings.has(path) || loaded.has(path) || following.leadsTo([...loaded], path),
  };
}

const MANIFEST = /(?:^|\/)package\.json$/;
const DATA = /\.(?:json|jsonc|json5|ya?ml|toml)$|rc$/;

/** Packages by where they lie, each with its version. */
export function packageManifest(
  packages: Iterable<{ readonly directory: string; readonly version: string; readonly id: string }>,
  tree: Tree,
): string {
  const entries = new Map(
    [...packages].map(({ directory, version, id }) => [placeOf(directory, tree), `${version} ${id}`]),
  );
  return manifestOf(tree, entries);
}

function placeOf(directory: string, { snapshot }: Tree): string {
  const inside = relative(snapshot.root, directory);
  return leadsOut(inside) ? directory.slice(directory.lastIndexOf("/node_modules/") + 1) : inside;
}

/** Code is followed by its imports, and data by what it extends; both by what stands in fields that load. */
export function followSettings(
  paths: readonly RepoPath[],
  options: Pick<Options, "loads" | "directory">,
  { graph, snapshot }: Pick<Tree, "graph" | "snapshot">,
): {
  readonly settings: ReadonlySet<RepoPath>;
  readonly loaded: Set<RepoPath>;
  readonly outside: ReadonlySet<RepoPath>;
} {
  const outside = new Set<RepoPath>();
  const settings = new Set(paths);
  const loaded = new Set<RepoPath>();
  for (const path of settings)
    for (const { reference, resolution } of graph.references(path)) {
      const how = howOf({ reference, resolution }, path, options);
      for (const file of how === null ? [] : resolution.outside) outside.add(file);
      const started = filesFrom(relative(snapshot.root, options.directory), reference, snapshot);
      for (const file of how === null ? [] : [...resolution.files, ...started])
        if (how === "settings" || DATA.test(file)) settings.add(file);
        else loaded.add(file);
    }
  for (const path of settings) loaded.delete(path);
  return { settings, loaded, outside };
}

/** What a path means where the tool is started: many take the names in settings that lie above them from there. */
function filesFrom(
  start: string,
  { kind, specifier, endings = [] }: Reference,
  { files }: Tree["snapshot"],
): readonly RepoPath[] {
  if (kind !== "path" || !/^\.{1,2}\//.test(specifier)) return [];
  const path = posix.join(start, specifier);
  return ["", ...endings].map((ending) => `${path}${ending}` as RepoPath).filter((each) => files.has(each));
}

function howOf(
  { reference }: ResolvedReference,
  path: RepoPath,
  { loads }: Pick<Settings, "loads">,
): "settings" | "loaded" | null {
  const { typeOnly = false, entry = false, type, within } = reference;
  if (typeOnly || (entry && MANIFEST.test(path))) return null;
  if (MANIFEST.test(path)) return within?.some(loads) === true ? "loaded" : null;
  if (type === "import" || type === "extends") return "settings";
  // A text that stands in no field may mean anything.
  return within === undefined || within.some(loads) ? "loaded" : null;
}

/** A package that is a directory of the repository counts by its files. */
function filesOfLinked(
  packages: readonly { readonly directory: string }[],
  { snapshot }: Tree,
): readonly RepoPath[] {
  const linked = packages
    .map(({ directory }) => relative(snapshot.root, directory))
    .filter((inside) => inside !== "" && !leadsOut(inside) && !inside.includes("node_modules/"));
  if (linked.length === 0) return [];
  return [...snapshot.files.keys()].filter((path) =>
    linked.some((inside) => path.startsWith(`${inside}/`) && !/\.(?:md|snap)$/.test(path)),
  );
}

import { relative } from "node:path";
import { leadsOut } from "../../paths/is-within.ts";
import { isManifest, pickFields } from "../../paths/manifest-fields.ts";
import type { ToolConfiguration } from "../../tools/configuration-of.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { type Followed, type Following, prefixed } from "../following.ts";
import { linkedDirectory } from "../inputs/linked-directory.ts";
import { namedPackages } from "../packages/named-packages.ts";
import { fileValue, manifestOf, recordReads, type Tree, type Unknown } from "../tree.ts";
import { containingDirectory } from "./configuration-files.ts";
import { filesNamedInPackages } from "./files-named-in-packages.ts";
import { followSettings } from "./follow-settings.ts";

export interface IdentifiedConfiguration extends Followed {
  /** The environment variables that the settings name. */
  readonly variables: readonly string[];
  /** The files that contain the settings, or that they load. */
  readonly settingsFiles: readonly RepoPath[];
  /** Whether any file of the tree may matter to the settings. */
  readonly isOpen: boolean;
  /** Whether the settings depend on this file of the tree. */
  readonly dependsOn: (path: RepoPath) => boolean;
}

export const NO_CONFIGURATION: IdentifiedConfiguration = {
  components: {},
  variables: [],
  settingsFiles: [],
  isOpen: false,
  unknown: null,
  beside: [],
  dependsOn: () => false,
};

/** What a tool's settings are, and whether to follow what they name. */
export interface Settings extends ToolConfiguration {
  readonly isFollowed: boolean;
}

interface Options extends Settings {
  readonly directory: string;
  readonly words: readonly string[];
  /** Whether installed types count. */
  readonly types: boolean;
}

/** Identifies settings, together with what they import and what their fields name for the tool to load. */
export async function identifyConfiguration(
  paths: readonly RepoPath[],
  options: Options,
  { tree, following }: { readonly tree: Tree; readonly following: Following },
): Promise<IdentifiedConfiguration> {
  tree.graph.prepare(paths);
  const { settings, loaded, outside } = options.isFollowed
    ? followSettings(paths, options, tree)
    : { settings: new Set(paths), loaded: new Set<RepoPath>(), outside: new Set<RepoPath>() };
  const run = [...settings].filter((path) => !options.readsText(path));
  const packages = options.isFollowed ? namedPackages(run, { ...options, tree }) : [];
  const names = filesNamedInPackages(packages, {
    ...options,
    tree,
    directories: ["", relative(tree.snapshot.root, options.directory), ...run.map(containingDirectory)],
  });
  for (const path of [...filesOfLinked(packages, tree), ...names.loaded])
    if (!settings.has(path)) loaded.add(path);
  const beyond = prefixed("configuration", await following.beyond([...loaded]));
  const outer = prefixed("configuration", await following.takenFromOutside(outside));
  const { seen, read } = recordReads(tree);
  let unknown: Unknown = beyond.unknown ?? outer.unknown;
  const values: [RepoPath, string][] = [...loaded].map((path) => [path, tree.hashes.program(path)]);
  const taken = manifestsNamedIn(run, tree);
  for (const path of settings) {
    const found = await fileValue(seen, path);
    unknown ??= found.unknown;
    values.push([
      path,
      isManifest(path) && !taken.has(path)
        ? pickFields(tree.graph.extraction(path).fields, found.value, options.readsField)
        : found.value,
    ]);
  }
  for (const path of names.read) values.push([path, (await fileValue(seen, path)).value]);
  for (const path of names.there) if (!settings.has(path)) values.push([path, "there"]);
  const installed = packages.flatMap((one) => tree.packages.closure(one));
  return {
    components: {
      configuration: manifestOf(tree, values),
      ...(installed.length === 0 ? {} : { "configuration:packages": packageManifest(installed, tree) }),
      ...beyond.components,
      ...outer.components,
    },
    variables: [...settings, ...loaded].flatMap((path) => tree.variablesOf(path)),
    settingsFiles: [...settings, ...loaded, ...names.read],
    isOpen:
      isAnyFile(beyond.components) ||
      [...settings, ...loaded].some((path) => tree.snapshot.files.get(path)?.kind === "symlink"),
    unknown,
    beside: [...beyond.beside, ...outer.beside, ...read],
    dependsOn: (path) =>
      settings.has(path) || loaded.has(path) || following.leadsTo([...loaded], path) || names.dependsOn(path),
  };
}

/** Whether files count whose names are unknown. */
function isAnyFile(components: Followed["components"]): boolean {
  return Object.keys(components).some((name) => /(?:^|:)(?:project|hidden)$/.test(name));
}

/** The package.json files that settings written in code import or name: the code may use any part of them. */
function manifestsNamedIn(
  settings: readonly RepoPath[],
  { graph }: Pick<Tree, "graph">,
): ReadonlySet<RepoPath> {
  const code = settings.filter((path) => graph.extraction(path).outline.kind === "module");
  return new Set(
    code.flatMap((path) =>
      graph
        .references(path)
        .flatMap(({ reference: { typeOnly = false, comment = false }, resolution }) =>
          typeOnly || comment ? [] : resolution.files.filter(isManifest),
        ),
    ),
  );
}

/** Packages by location, each with its version. */
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
  if (inside === "") return "package.json";
  return leadsOut(inside) ? directory.slice(directory.lastIndexOf("/node_modules/") + 1) : inside;
}

/** A linked package, which is a directory of the repository, counts by its files. */
function filesOfLinked(
  packages: readonly { readonly directory: string }[],
  { snapshot }: Tree,
): readonly RepoPath[] {
  const linked = packages.flatMap(({ directory }) => linkedDirectory(directory, snapshot.root) ?? []);
  if (linked.length === 0) return [];
  return [...snapshot.files.keys()].filter((path) =>
    linked.some((inside) => path.startsWith(`${inside}/`) && !/\.(?:md|snap)$/.test(path)),
  );
}

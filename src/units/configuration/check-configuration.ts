import { join, posix } from "node:path";
import { matchGlobs } from "../../paths/glob.ts";
import { isManifest, pickFields } from "../../paths/manifest-fields.ts";
import {
  anyConfiguration,
  configurationOf,
  namedConfiguration,
  type ToolConfiguration,
} from "../../tools/configuration-of.ts";
import { mayMatter } from "../../tools/manifest-reading.ts";
import { TOOLS } from "../../tools/table.ts";
import { memoize } from "../../values/memo.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { findSight } from "../sight/find-sight.ts";
import type { Following, Sight } from "../following.ts";
import { followSettings } from "./follow-settings.ts";
import { namedPackages } from "../packages/named-packages.ts";
import { packageText } from "../packages/package-text.ts";
import { fileValue, manifestOf, type Tree } from "../tree.ts";
import {
  type ConfigurationFiles,
  containingDirectory,
  isConfiguration,
  isSetting,
} from "./configuration-files.ts";
import {
  type IdentifiedConfiguration,
  identifyConfiguration,
  NO_CONFIGURATION,
  type Settings,
} from "./identify-configuration.ts";

/** The settings that a check's tool reads, as far as they are known. */
export interface CheckConfiguration {
  /** The settings files that apply to a target, or to the project. */
  above(path: RepoPath): readonly RepoPath[];
  /** Whether a target depends on more fields of package.json than others do. */
  asksForMore(path: RepoPath): boolean;
  /** The value of these files, for a target that depends on more fields or for one that does not. */
  identify(paths: readonly RepoPath[], asksForMore: boolean): Promise<IdentifiedConfiguration>;
  /** How far the verdict reaches. */
  readonly sight: Sight;
  /** What its tool uses of the package.json files that it was seen to read. */
  readonly manifests: (asksForMore: boolean) => ManifestReading;
}

/** Which parts of package.json files count for a known tool. */
export interface ManifestReading {
  /** Whether the tool uses the field, according to the table of tools. */
  readonly readsField: (field: string) => boolean;
  /** The value of these files; null if it is unknown. */
  readonly valueOf: (paths: readonly RepoPath[]) => Promise<string | null>;
}

export interface ConfigurationContext {
  readonly tree: Tree;
  readonly files: ConfigurationFiles;
  readonly following: Following;
  /** Files of the repository that the tool's command line names. */
  readonly named: readonly RepoPath[];
  /** The directories of its targets. */
  readonly directories: readonly string[];
}

/**
 * Finds the settings of a check: those that it declares, those in the table of tools, or those with the tool's name. If the
 * program cannot be read, every file counts that could be its configuration, with its full text.
 *
 * @param words everything on the command line that starts the tool
 */
export function configureCheck(
  check: Check,
  words: readonly string[],
  { tree, files, following, named, directories }: ConfigurationContext,
): CheckConfiguration {
  const start = check.cwd === "." ? "" : `${check.cwd}/`;
  const directory = join(tree.snapshot.root, check.cwd);
  const aboveAll = (path: RepoPath): readonly RepoPath[] => [
    ...new Set([...files.above(`${start}any` as RepoPath), ...files.above(path)]),
  ];
  const found = settingsOf(check, words, { tree, all: [...files.all(), ...named] });
  // Memoized, because the same files are above many targets.
  const settings = { ...found, reads: memoize(found.reads) };
  const isChosen = Array.isArray(check.configuration);
  // Settings that the command line names are followed like any others.
  const given = TOOLS.has(check.tool.name)
    ? named.filter((path) => DATA.test(path) || settings.reads(path))
    : [];
  const chosen = isChosen ? [...tree.snapshot.files.keys()].filter((path) => settings.reads(path)) : [];
  const inDirectory = memoize((directory: string): readonly RepoPath[] => {
    const all = aboveAll((directory === "" ? "any" : `${directory}/any`) as RepoPath);
    const found = all.filter((each) => settings.reads(each) || isManifest(each));
    return [...new Set([...found, ...given])].filter((each) => !tree.isLeftOut(each));
  });
  // Settings of any target decide how far it looks from all of them.
  const starts = new Set([check.cwd === "." ? "" : check.cwd, ...directories]);
  const above = [...new Set([...starts].flatMap(inDirectory))];
  const read = [...new Set([...above.filter(settings.reads), ...given, ...chosen])];
  const sight = findSight(check, words, { tree, settings, paths: read });
  const types = sight.types || (sight.follow === "structure" && settings.readsTypes);
  const more = { ...settings, readsField: withMore(settings) };
  const identifyAs = (
    settings: Settings,
  ): ((paths: readonly RepoPath[]) => Promise<IdentifiedConfiguration>) =>
    memoizeByPaths((paths) =>
      identifyConfiguration(paths, { ...settings, directory, words, types }, { tree, following }),
    );
  const identify = { usual: identifyAs(settings), more: identifyAs(more) };
  const manifestsAs = (settings: Settings): ManifestReading => ({
    readsField: settings.readsField,
    valueOf: memoizeByPaths((paths) => valueOfManifests(paths, settings, tree)),
  });
  const manifests = { usual: manifestsAs(settings), more: manifestsAs(more) };
  return {
    above: (path) => {
      if (check.configuration === "none") return [];
      return isChosen ? chosen : inDirectory(containingDirectory(path));
    },
    asksForMore: createAsksForMore(settings, tree),
    identify: (paths, asksForMore) => {
      if (check.configuration === "none") return Promise.resolve(NO_CONFIGURATION);
      return identify[asksForMore ? "more" : "usual"](paths);
    },
    sight,
    manifests: (asksForMore) => manifests[asksForMore ? "more" : "usual"],
  };
}

function withMore({ readsField, keysByText }: ToolConfiguration): (field: string) => boolean {
  const more = new Set(keysByText.flatMap(({ keys }) => keys));
  return (field) => readsField(field) || more.has(field);
}

/** The text of a target is not cached: there may be many, and each is read once. */
function createAsksForMore({ keysByText }: Settings, { readText }: Tree): (path: RepoPath) => boolean {
  if (keysByText.length === 0) return () => false;
  return (path) => {
    const own = readText(path);
    // A comment can set a rule too.
    return keysByText.some(({ text, unless }) => text.test(own) || unless.test(own));
  };
}

/** If settings set a rule, any comment can ask for more fields, so these count for every target. */
function withSetRules(
  configuration: ToolConfiguration,
  texts: () => readonly (string | null)[],
): ToolConfiguration {
  const { keysByText } = configuration;
  const isSet = (text: string | null): boolean =>
    text === null || keysByText.some(({ unless }) => unless.test(text));
  if (keysByText.length === 0 || !texts().some(isSet)) return configuration;
  return { ...configuration, readsField: withMore(configuration), keysByText: [] };
}

/** Packages of settings, as other people share them. */
const SHARED_PACKAGE = /(?:^|\/)eslint-config(?:-|$)/;

function memoizeByPaths<T>(compute: (paths: readonly RepoPath[]) => T): (paths: readonly RepoPath[]) => T {
  const known = new Map<string, T>();
  return (paths) => {
    const key = paths.join("\0");
    const value = known.get(key) ?? compute(paths);
    known.set(key, value);
    return value;
  };
}

async function valueOfManifests(
  paths: readonly RepoPath[],
  { readsField }: Settings,
  tree: Tree,
): Promise<string | null> {
  const values: [RepoPath, string][] = [];
  for (const path of paths) {
    if (!tree.snapshot.files.has(path)) values.push([path, "absent"]);
    else {
      const { value, unknown } = await fileValue(tree, path);
      if (unknown !== null) return null;
      const { fields } = tree.graph.extraction(path);
      values.push([path, pickFields(fields, value, (field) => mayMatter(field, readsField))]);
    }
  }
  return manifestOf(tree, values);
}

const DATA = /\.(?:json|jsonc|json5|ya?ml|toml)$/;

function settingsOf(
  check: Check,
  words: readonly string[],
  { tree, all }: { readonly tree: Tree; readonly all: readonly RepoPath[] },
): Settings {
  if (Array.isArray(check.configuration))
    return { ...anyConfiguration(matchGlobs(check.configuration)), isFollowed: true };
  const { name } = check.tool;
  const directory = join(tree.snapshot.root, check.cwd);
  if (!TOOLS.has(name)) {
    const found = tree.packages.find(name, directory);
    if (found !== null) {
      const own = namedConfiguration(name);
      const names = tree.namesIn(found, null);
      // A program that wraps tools looks for their settings.
      const looksFor = (path: string): boolean =>
        names.has(posix.basename(path)) && isSetting(path as RepoPath);
      return { ...own, reads: (path) => own.reads(path) || looksFor(path), isFollowed: true };
    }
    return { ...anyConfiguration((path) => isConfiguration(path as RepoPath)), isFollowed: false };
  }
  // Which other tools' settings it reads depends on the packages that its own settings load.
  const first = configurationOf(name, new Set());
  const own = all.filter((path) => first.reads(path) || isManifest(path));
  const { settings, loaded } = followSettings(own, { ...first, directory }, tree);
  const followed = [...new Set([...own, ...settings, ...loaded])];
  const named = namedPackages(followed, {
    ...first,
    directory,
    words,
    tree,
  });
  const brought = named.flatMap((one) => tree.packages.closure(one));
  const configuration = configurationOf(name, new Set(brought.map((each) => each.name)));
  const texts = (): readonly (string | null)[] => [
    ...followed.map((path) => tree.textOf(path)),
    ...brought.filter((each) => SHARED_PACKAGE.test(each.name)).map((each) => packageText(each.directory)),
  ];
  return { ...withSetRules(configuration, texts), isFollowed: true };
}

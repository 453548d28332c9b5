import { join } from "node:path";
import { anyConfiguration, configurationOf, namedConfiguration } from "../tools/configuration-of.ts";
import { TOOLS } from "../tools/table.ts";
import type { Check, Follow } from "../vocabulary/check.ts";
import { matchGlobs } from "../vocabulary/glob.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import { isConfiguration, type ConfigurationFiles } from "./configuration-files.ts";
import type { Following } from "./following.ts";
import { followSettings } from "./follow-settings.ts";
import {
  identifyConfiguration,
  NO_CONFIGURATION,
  type IdentifiedConfiguration,
  type Settings,
} from "./identify-configuration.ts";
import { namedPackages } from "./named-packages.ts";
import type { Tree } from "./tree.ts";

/** The settings that a check's tool reads, as far as that is known. */
export interface CheckConfiguration {
  /** The files that count for a target, or for the project. */
  above(path: RepoPath): readonly RepoPath[];
  /** What they come to. */
  identify(paths: readonly RepoPath[]): Promise<IdentifiedConfiguration>;
  /** How far the verdict reaches. */
  readonly follow: Follow;
  /** Whether types count for what its tool runs: it checks them, or something in it does. */
  readonly seesTypes: boolean;
}

export interface ConfigurationContext {
  readonly tree: Tree;
  readonly files: ConfigurationFiles;
  readonly following: Following;
  /** Files of the repository that are named where the tool is started. */
  readonly named: readonly RepoPath[];
}

/** What looks at types though its tool does not. */
const TYPE_CHECKERS =
  /ts-jest|ts-node|typecheck|fork-ts-checker|vite-plugin-checker|rollup-plugin-typescript|\btsd\b|attw/;

/**
 * Finds the settings of a check: as it says itself, as the table of tools does, or by the tool's name. Of a program that
 * nobody can read, every file counts that could be its configuration, by its own text.
 *
 * @param words everything that is said where the tool is started
 */
export function configureCheck(
  check: Check,
  words: readonly string[],
  { tree, files, following, named }: ConfigurationContext,
): CheckConfiguration {
  const start = check.cwd === "." ? "" : `${check.cwd}/`;
  const directory = join(tree.snapshot.root, check.cwd);
  const aboveAll = (path: RepoPath): readonly RepoPath[] => [
    ...new Set([...files.above(`${start}any` as RepoPath), ...files.above(path)]),
  ];
  const settings = settingsOf(check, words, { tree, all: aboveAll(`${start}any` as RepoPath) });
  const isChosen = Array.isArray(check.configuration);
  // Settings that are named where a tool is started are followed as any others are.
  const given = TOOLS.has(check.tool.name)
    ? named.filter((path) => DATA.test(path) || settings.reads(path))
    : [];
  const chosen = isChosen ? [...tree.snapshot.files.keys()].filter((path) => settings.reads(path)) : [];
  const read = aboveAll(`${start}any` as RepoPath).filter(settings.reads);
  const known = new Map<string, Promise<IdentifiedConfiguration>>();
  const isManifest = (path: string): boolean => MANIFEST.test(path);
  return {
    above: (path) => {
      if (check.configuration === "none") return [];
      if (isChosen) return chosen;
      const found = aboveAll(path).filter((each) => settings.reads(each) || isManifest(each));
      return [...new Set([...found, ...given])].filter((each) => !tree.isLeftOut(each));
    },
    identify: (paths) => {
      if (check.configuration === "none") return Promise.resolve(NO_CONFIGURATION);
      const key = paths.join("\0");
      let found = known.get(key);
      if (found === undefined)
        known.set(
          key,
          (found = identifyConfiguration(paths, { ...settings, directory, words }, { tree, following })),
        );
      return found;
    },
    follow: followOf(check, words, { tree, settings, paths: read }),
    seesTypes: seesTypes(check, words, { tree, paths: read }),
  };
}

const DATA = /\.(?:json|jsonc|json5|ya?ml|toml)$/;
const MANIFEST = /(?:^|\/)package\.json$/;

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
    if (tree.packages.find(name, directory) !== null)
      return { ...namedConfiguration(name), isFollowed: true };
    return { ...anyConfiguration((path) => isConfiguration(path as RepoPath)), isFollowed: false };
  }
  // Which other tools' settings it reads depends on what its own settings bring with them.
  const first = configurationOf(name, new Set());
  const named = namedPackages(
    all.filter((path) => first.reads(path) || MANIFEST.test(path)),
    {
      ...first,
      directory,
      words,
      tree,
    },
  );
  const brought = new Set(named.flatMap((one) => tree.packages.closure(one).map((each) => each.name)));
  return { ...configurationOf(name, brought), isFollowed: true };
}

/** What a tool needs at most, unless it is sure to look at nothing but the file itself. */
function followOf(
  check: Check,
  words: readonly string[],
  {
    tree,
    settings,
    paths,
  }: { readonly tree: Tree; readonly settings: Settings; readonly paths: readonly RepoPath[] },
): Follow {
  const alone = TOOLS.get(check.tool.name)?.alone;
  if (check.declaresFollow || alone === undefined || check.configuration !== "auto") return check.follow;
  const manifests = [...tree.snapshot.files.keys()].filter((path) => MANIFEST.test(path));
  const directory = join(tree.snapshot.root, check.cwd);
  const { settings: code, loaded } = followSettings(paths, { ...settings, directory }, tree);
  if ([...code, ...loaded].some((path) => tree.startsPrograms(path) || reachesOut(path, tree)))
    return check.follow;
  const texts = [...words, ...[...code].map((path) => tree.textOf(path))];
  if (alone.unless.test(texts.join("\n"))) return check.follow;
  const named = namedPackages([...code, ...manifests], { ...settings, directory, words, tree });
  const parts = named
    .flatMap((one) => tree.packages.closure(one))
    .filter(({ name, needs }) => /eslint|oxlint/.test(name) || needs.includes("eslint"));
  return parts.length > 0 && parts.every(({ name }) => alone.packages.test(name)) ? "none" : check.follow;
}

function reachesOut(path: RepoPath, { graph }: Tree): boolean {
  return (graph.extraction(path).reachesOut ?? []).length > 0;
}

function seesTypes(
  check: Check,
  words: readonly string[],
  { tree, paths }: { readonly tree: Tree; readonly paths: readonly RepoPath[] },
): boolean {
  const facts = TOOLS.get(check.tool.name);
  if (facts === undefined || facts.types === true || check.type === "type-check") return true;
  return TYPE_CHECKERS.test([...words, ...paths.map((path) => tree.textOf(path))].join("\n"));
}

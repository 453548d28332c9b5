import { matchGlobs, matchNames } from "../../paths/glob.ts";
import { SHARED_SETTINGS, TOOLS } from "../../tools/table.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** Files that tools find by themselves: in the directory of a file and in the directories above it. */
const GENERAL = matchGlobs([
  "**/.*",
  "**/.config/**",
  "**/*.config.{js,cjs,mjs,ts,cts,mts,json}",
  "**/*.{toml,ini,cfg,conf,opts,properties}",
  "**/{package,deno,biome,turbo,nx,lerna,project,cspell,tslint,typedoc,knip,renovate}.{json,jsonc}",
  "**/{ts,js}config*.json",
  "**/{Makefile,Dockerfile,go.mod,WORKSPACE,Gemfile,Rakefile,CMakeLists.txt}",
  // In the root, data files are usually configuration.
  "*.{json,jsonc,json5,yml,yaml}",
]);
/** The configuration of known tools. Some of these files do not look like configuration. */
const KNOWN = [
  ...new Set([...TOOLS.values(), ...SHARED_SETTINGS.values()].flatMap(({ configuration }) => configuration)),
];
const isKnownName = matchNames(KNOWN.filter((glob) => !glob.includes("/")));
const isKnownPlace = matchGlobs(KNOWN.filter((glob) => glob.includes("/")).map((glob) => `**/${glob}`));
const OWN = matchGlobs([".verification.{yml,yaml,json}"]);

const LOCKFILES = matchGlobs([
  "**/{package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb,deno.lock}",
  "**/{Cargo.lock,poetry.lock,uv.lock,Pipfile.lock,go.sum,Gemfile.lock,composer.lock}",
  "{patches,.yarn/patches}/**",
]);

/** What installers record about an installation. Git does not track these files, but we read them anyway. */
const INSTALL_RECORDS = [
  "node_modules/.package-lock.json",
  "node_modules/.modules.yaml",
  "node_modules/.yarn-integrity",
  "node_modules/.yarn-state.yml",
  "node_modules/.pnpm/lock.yaml",
  ".pnp.cjs",
] as const;

/** Where such a record can be: beside each package.json, and in the root. */
export function installRecords(paths: Iterable<RepoPath>): readonly RepoPath[] {
  const directories = new Set([""]);
  for (const path of paths)
    if (path.endsWith("/package.json")) directories.add(`${containingDirectory(path)}/`);
  return [...directories].flatMap((directory) =>
    INSTALL_RECORDS.map((record) => `${directory}${record}` as RepoPath),
  );
}

export function isLockfile(path: RepoPath): boolean {
  return LOCKFILES(path);
}

/** Whether the file could be the configuration of some tool. */
export function isConfiguration(path: RepoPath): boolean {
  return GENERAL(path) && !OWN(path) && !isLockfile(path);
}

/** Whether the table of tools says who reads it. */
export function isKnownSetting(path: RepoPath): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  // Only a few directories hold configuration, and their globs are slow.
  return isKnownName(name) || (KEPT_IN.test(path) && isKnownPlace(path));
}

/** The configuration files of a tree. */
export interface ConfigurationFiles {
  /** Those in the directory of `path` and in all directories above it. */
  above(path: RepoPath): readonly RepoPath[];
  all(): readonly RepoPath[];
}

/** Directories that hold the configuration of their parent directory. */
const KEPT_IN =
  /(?:^|\/)(?:\.config|\.vscode|eslint-local-rules|\.eslint-plugin-local|\.markdownlint|\.dependency-cruiser|\.webpack|cypress\/(?:support|plugins)|test(?=\/mocha\.opts$))\/.*$/;

/** Whether a file is one of the configuration files of a tree. */
export function isSetting(path: RepoPath): boolean {
  return !OWN(path) && !isLockfile(path) && (GENERAL(path) || isKnownSetting(path));
}

/** Groups them by the directory that they apply to. */
export function sortConfigurationFiles(settings: Iterable<RepoPath>): ConfigurationFiles {
  const byDirectory = new Map<string, RepoPath[]>();
  for (const path of settings) {
    const directory = KEPT_IN.test(path) ? path.replace(KEPT_IN, "") : containingDirectory(path);
    const list = byDirectory.get(directory);
    if (list === undefined) byDirectory.set(directory, [path]);
    else list.push(path);
  }
  const above = (directory: string): readonly RepoPath[] => {
    const own = byDirectory.get(directory) ?? [];
    return directory === "" ? own : [...above(containingDirectory(directory)), ...own];
  };
  return { above: (path) => above(containingDirectory(path)), all: () => [...byDirectory.values()].flat() };
}

export function containingDirectory(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

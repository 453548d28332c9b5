import { matchGlobs } from "../vocabulary/glob.ts";
import type { RepoPath } from "../vocabulary/path.ts";

/** Files that tools look for by themselves: in the directory of a file, and in those above it. */
const CONFIGURATION = matchGlobs([
  "**/*.config.{js,cjs,mjs,ts,cts,mts,json}",
  "**/.*rc",
  "**/.*.{js,cjs,mjs,ts,cts,mts,json,jsonc,json5,yml,yaml,toml}",
  "**/.*ignore",
  "**/.{editorconfig,npmrc,browserslistrc,gitattributes,nvmrc,node-version,tool-versions}",
  "**/{package,deno,biome,turbo,nx,lerna,project}.{json,jsonc}",
  "**/{ts,js}config*.json",
  "**/{pyproject,rustfmt,clippy,ruff,taplo}.toml",
  "**/{setup.cfg,tox.ini,pytest.ini,mypy.ini,.flake8,Makefile,go.mod,Cargo.toml}",
  "!.verification.{yml,yaml,json}",
]);

const LOCKFILES = matchGlobs([
  "**/{package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb,deno.lock}",
  "**/{Cargo.lock,poetry.lock,uv.lock,Pipfile.lock,go.sum,Gemfile.lock,composer.lock}",
  "{patches,.yarn/patches}/**",
]);

/** What installers write about what they installed. Git does not track these; they are read all the same. */
export const INSTALL_RECORDS: readonly string[] = [
  "node_modules/.package-lock.json",
  "node_modules/.modules.yaml",
  "node_modules/.yarn-integrity",
  "node_modules/.yarn-state.yml",
  "node_modules/.pnpm/lock.yaml",
  ".pnp.cjs",
];

export function isLockfile(path: RepoPath): boolean {
  return LOCKFILES(path);
}

/** The configuration files of a tree, found by the directory that they apply to. */
export interface ConfigurationFiles {
  /** Those in the directories from that of `path` up to the root. */
  above(path: RepoPath): readonly RepoPath[];
}

export function findConfigurationFiles(paths: Iterable<RepoPath>): ConfigurationFiles {
  const byDirectory = new Map<string, RepoPath[]>();
  for (const path of paths) {
    if (!CONFIGURATION(path)) continue;
    const directory = directoryOf(path);
    const list = byDirectory.get(directory);
    if (list === undefined) byDirectory.set(directory, [path]);
    else list.push(path);
  }
  const above = (directory: string): readonly RepoPath[] => {
    const own = byDirectory.get(directory) ?? [];
    return directory === "" ? own : [...above(directoryOf(directory)), ...own];
  };
  return { above: (path) => above(directoryOf(path)) };
}

export function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

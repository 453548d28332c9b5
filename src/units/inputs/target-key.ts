import { join } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { matchGlobs } from "../../paths/glob.ts";
import { isManifest } from "../../paths/manifest-fields.ts";
import { readFileSync } from "../../system/observed/observed-files.ts";
import { memo } from "../../values/memo.ts";
import { shortHash } from "../../values/short-hash.ts";
import type { ListingTool } from "../../vocabulary/check/listing-tool.ts";
import { INPUTS } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { installRecords } from "../configuration/configuration-files.ts";
import { type IdentifiedCheck, valuesOf } from "../configuration/identify-check.ts";
import { fileValue, type Tree } from "../tree.ts";
import { compilerSettings, describeSources } from "./compiler-sources.ts";

/** Raise it whenever the way of asking tools changes. */
const VERSION = 6;

/** Files that may say which files a tool checks, in any directory; what they import counts too. */
const DECIDING = matchGlobs([
  "**/.*",
  "**/{package,deno}.json",
  "**/*.{config,workspace,projects}.{js,cjs,mjs,ts,cts,mts,json}",
  "**/{vite,vitest,jest,eslint,prettier}*.{js,cjs,mjs,ts,cts,mts,json,jsonc,yml,yaml,toml}",
  "!.verification{.yml,.yaml,.json,-baseline.json}",
]);

/** Settings with which the text of a file decides whether the tool checks it. */
const BY_CONTENT = /\bincludeSource\b|\bfilter["']?\s*:/;
/** Settings that say which files a tool checks. */
const SETTINGS =
  /\bdefine(?:Config|Project|Workspace)\b|\b(?:testMatch|testRegex|test\w*IgnorePatterns|roots|rootDir|projects)["']?\s*[:,}]|\b(?:include|exclude|files|ignores|extends|preset)["']?\s*:/;
const CODE = /\.(?:[cm]?[jt]sx?|json)$/;
/** A reference to more files than this means their names, which count anyway. */
const FEW = 20;

/**
 * Stays the same as long as everything that decides which files the check's tool takes stays the same: the tool, the
 * installed packages, the settings, and the names of all files. Null if part of that is unknown.
 */
export type TargetKey = (tool: ListingTool, identity: IdentifiedCheck) => Promise<string | null>;

/** Computes what all tools depend on only once. */
export function createTargetKey(tree: Tree, env: NodeJS.ProcessEnv): TargetKey {
  const { files, unreadable } = tree.snapshot;
  const deciding = memo(() => findDeciding(tree));
  const installedValues = memo(() => {
    const packages = [...tree.names.lockfiles, ...installRecords(tree.names.manifests)];
    return valuesOf(tree, packages);
  });
  const commonToCompilers = memo(async () => {
    const installed = await installedValues();
    return installed.unknown === null ? shortHash([installed.values, describeSources(tree)]) : null;
  });
  const common = memo(async () => {
    const installed = await installedValues();
    const settings = await readValues(deciding().all, tree);
    if (settings === null || installed.unknown !== null) return null;
    const names = [...files].map(([path, { kind }]) => (kind === "symlink" ? `${path} ->` : path));
    const variables = [...new Set([...deciding().imported].flatMap((path) => tree.variablesOf(path)))];
    const values = variables.sort().map((name) => [name, env[name] ?? null]);
    return shortHash([installed.values, settings, names, values, [...unreadable]]);
  });
  return async (tool, identity) => {
    if (identity.weakUnknown !== null) return null;
    const shared = tool === "tsc" ? await commonToCompilers() : await common();
    const texts = await readValues(byText(tool, deciding, { tree, words: identity.words }), tree);
    if (shared === null || texts === null) return null;
    const components = Object.entries(identity.components).filter(([name]) => name !== INPUTS);
    return shortHash([VERSION, process.platform, tool, components, shared, texts]);
  };
}

/**
 * The deciding files and everything they import. Of other files that they name, settings are treated the same way, and the
 * rest count by their text.
 */
function findDeciding({ snapshot, graph }: Tree): {
  readonly imported: ReadonlySet<RepoPath>;
  readonly all: ReadonlySet<RepoPath>;
} {
  const imported = new Set<RepoPath>([...snapshot.files.keys()].filter(DECIDING));
  const named = new Set<RepoPath>();
  for (const path of imported) {
    const isPackage = isManifest(path);
    for (const { reference, resolution } of graph.references(path)) {
      const isImported = !isPackage && reference.type === "import" && reference.strength === "strong";
      // The entry points and other contents of a package decide nothing.
      if (reference.entry === true || (!isImported && resolution.files.length > FEW)) continue;
      for (const file of resolution.files) {
        if (isImported || hasSettings(file, snapshot.root)) imported.add(file);
        else if (!isPackage) named.add(file);
      }
    }
  }
  return { imported, all: new Set([...imported, ...named]) };
}

/** Projects and presets can have any name. An alias leads to code, which decides nothing. */
function hasSettings(path: RepoPath, root: string): boolean {
  if (!CODE.test(path)) return false;
  const text = readText(path, root);
  return text === null || SETTINGS.test(text);
}

function readText(path: RepoPath, root: string): string | null {
  try {
    return readFileSync(encodePath(join(root, path)), "utf8");
  } catch {
    return null;
  }
}

async function readValues(
  paths: Iterable<RepoPath>,
  tree: Tree,
): Promise<readonly (readonly [string, string])[] | null> {
  const values: [string, string][] = [];
  for (const path of paths) {
    const { value, unknown } = await fileValue(tree, path);
    if (unknown !== null) return null;
    values.push([path, value]);
  }
  return values;
}

/** Files whose text decides whether the tool checks them. */
function byText(
  tool: ListingTool,
  deciding: () => { readonly imported: ReadonlySet<RepoPath> },
  { tree, words }: { readonly tree: Tree; readonly words: readonly string[] },
): Iterable<RepoPath> {
  const { files, root } = tree.snapshot;
  if (tool === "tsc") return compilerSettings(tree, words);
  // The first line of a file can name its language.
  if (tool === "prettier") return [...files.keys()].filter((path) => /(?:^|\/)[^./]+$/.test(path));
  if (tool === "eslint") return [];
  const isByContent = [...deciding().imported].some((path) => {
    const text = CODE.test(path) ? readText(path, root) : "";
    return text === null || BY_CONTENT.test(text);
  });
  return isByContent ? files.keys() : [];
}

import { join } from "node:path";
import { matchGlobs } from "../../paths/glob.ts";
import { TOOLS } from "../../tools/table.ts";
import { shortHash } from "../../values/short-hash.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import { ENGINE } from "../../vocabulary/engine.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { identifyTool } from "../tools/tool-identity.ts";
import { fileValue, manifestOf, recordReads, type Tree, type Unknown } from "../tree.ts";
import { installRecords } from "./configuration-files.ts";
import { dotenvFiles } from "./dotenv.ts";
import { environmentComponents } from "./environment.ts";
import { packageManifest } from "./identify-configuration.ts";

/** What all units of one check have in common. */
export interface IdentifiedCheck {
  readonly components: Readonly<Record<string, string>>;
  /** Files that the components above depend on. */
  readonly files: readonly RepoPath[];
  /** Files of the repository that run as part of it; what they import counts too. */
  readonly scripts: readonly RepoPath[];
  /** Everything on the command line that starts its tool. */
  readonly words: readonly string[];
  /** All installed packages in one value. */
  readonly installed: string;
  /** Files of the repository that are part of the tool but not in the snapshot. */
  readonly toolFiles: readonly RepoPath[];
  /** Absolute paths of files outside the snapshot that the components depend on. */
  readonly beside: ReadonlySet<string>;
  /** Existing .env files, whether git tracks them or not. */
  readonly dotenv: readonly string[];
  readonly unknown: Unknown;
  /** The same, ignoring packages. */
  readonly weakUnknown: Unknown;
}

export async function identifyCheck(
  check: Check,
  tree: Tree,
  env: NodeJS.ProcessEnv,
): Promise<IdentifiedCheck> {
  const { root, files } = tree.snapshot;
  const { seen, read: beside } = recordReads(tree);
  const tool = await identifyTool(check, {
    root,
    env: Object.assign(Object.create(env) as NodeJS.ProcessEnv, setVariables(check)),
    has: (path) => files.has(path),
    isLeftOut: tree.isLeftOut,
    leadsOn: (path) => tree.graph.references(path).length > 0,
    below: (directory) =>
      [...files.keys()].filter((path) => directory === "." || path.startsWith(`${directory}/`)),
    hashFile: seen.hashFile,
    addBeside: seen.addBeside,
  });
  const matchesInput = matchGlobs(check.inputs);
  const inputs =
    check.inputs.length === 0
      ? []
      : [...files.keys(), ...tree.declared.keys()].filter((path) => matchesInput(path));
  // Count what other checks install, however they made it, but not this check's own outputs.
  const isOwn = matchGlobs(check.outputs);
  const packages = [...tree.names.lockfiles, ...installRecords(tree.names.manifests)].filter(
    (path) => !isOwn(path),
  );
  const dotenv = (await dotenvValues(check, seen)).filter(([path]) => !isOwn(path));
  for (const path of [...check.inputs, ...inputs, ...packages]) beside.add(join(root, path));
  const inputValues = await valuesOf(
    seen,
    inputs.filter((path) => !tree.isLeftOut(path)),
  );
  const packageValues = await valuesOf(seen, packages);
  const installed = manifestOf(tree, packageValues.values);
  const parser =
    typeof check.parse === "function" ? "its parser is a function, which cannot be compared" : null;
  const words = [check.command, ...check.args, ...tool.lines];
  // A script of the repository counts together with everything it imports.
  const scripts = tool.files.map((path) => [path, tree.hashes.program(path)] as const);
  return {
    components: {
      engine: ENGINE,
      definition: shortHash(definitionOf(check, root)),
      tool: tool.lines.join("\n"),
      ...environmentComponents(check, env, words),
      scripts: manifestOf(tree, scripts),
      packages: toolPackages(check, tree) ?? installed,
      inputs: manifestOf(tree, inputValues.values),
      ...(dotenv.length === 0 ? {} : { dotenv: manifestOf(tree, dotenv) }),
    },
    files: [...new Set([...inputs, ...packages, ...dotenv.map(([path]) => path as RepoPath)])],
    scripts: tool.files,
    words,
    installed,
    toolFiles: tool.beside,
    beside,
    dotenv: dotenv.map(([path]) => path),
    unknown: tool.unknown ?? inputValues.unknown ?? packageValues.unknown ?? parser,
    weakUnknown: tool.unknown ?? inputValues.unknown ?? parser,
  };
}

/**
 * The packages that a known tool consists of. Null if all installed packages count: the tool reads any of them, its own
 * package is not found, or packages are not installed into directories.
 */
function toolPackages(check: Check, tree: Tree): string | null {
  const facts = TOOLS.get(check.tool.name);
  const { files, root } = tree.snapshot;
  if (
    facts === undefined ||
    facts.installed === true ||
    files.has(PNP) ||
    (tree.declared.get(PNP) ?? null) !== null
  )
    return null;
  // Node itself is not a package.
  if (check.tool.name === "node --test") return "none";
  const found = tree.packages.find(facts.package ?? check.tool.name, join(root, check.cwd));
  return found === null ? null : packageManifest(tree.packages.closure(found), tree);
}

const PNP = ".pnp.cjs" as RepoPath;

/** The files that exist, whether git tracks them or not. */
async function dotenvValues(check: Check, tree: Tree): Promise<readonly (readonly [string, string])[]> {
  const { root } = tree.snapshot;
  const values = await Promise.all(
    dotenvFiles(check, tree).map(async (path) => [path, await tree.hashFile(join(root, path))] as const),
  );
  return values.flatMap(([path, value]) => (value === null ? [] : [[path, value] as const]));
}

/** Everything in the declaration that can change a verdict. The repository's location is not part of it. */
function definitionOf(check: Check, root: string): unknown {
  const { command, args, cwd, files, outputs, follow, renames, type } = check;
  return JSON.parse(
    JSON.stringify({
      command,
      args,
      cwd,
      files,
      outputs,
      follow,
      renames,
      type,
      parse: check.parse,
      env: check.env,
    }).replaceAll(JSON.stringify(root).slice(1, -1), "{root}"),
  ) as unknown;
}

function setVariables(check: Check): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(check.env).filter(([, value]) => value !== null),
  ) as NodeJS.ProcessEnv;
}

export async function valuesOf(
  tree: Tree,
  paths: readonly RepoPath[],
): Promise<{ values: readonly (readonly [string, string])[]; unknown: Unknown }> {
  let unknown: Unknown = null;
  const values: [string, string][] = [];
  for (const path of paths) {
    // Files that git does not list were read separately from the snapshot.
    const declared = tree.snapshot.files.has(path) ? undefined : tree.declared.get(path);
    if (declared === null) unknown ??= `${path} cannot be read`;
    const known =
      declared === undefined
        ? await fileValue(tree, path)
        : { value: declared ?? "unreadable", unknown: null };
    unknown ??= known.unknown;
    values.push([path, known.value]);
  }
  return { values, unknown };
}

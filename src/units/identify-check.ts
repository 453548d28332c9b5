import { join } from "node:path";
import type { Check } from "../vocabulary/check.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import { matchGlobs } from "../vocabulary/glob.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import { installRecords, isLockfile } from "./configuration-files.ts";
import { dotenvFiles } from "./dotenv.ts";
import { environmentComponents } from "./environment.ts";
import { identifyTool } from "./tool-identity.ts";
import { fileValue, manifestOf, recordReads, type Tree, type Unknown } from "./tree.ts";
import { shortHash } from "../vocabulary/short-hash.ts";

/** What all units of one check have in common. */
export interface IdentifiedCheck {
  readonly components: Readonly<Record<string, string>>;
  /** Files that the components above depend on. */
  readonly files: readonly RepoPath[];
  /** Files of the repository that take part in running it; what they import counts too. */
  readonly scripts: readonly RepoPath[];
  /** Files of the repository, not in the snapshot, whose content is part of what the tool is. */
  readonly toolFiles: readonly RepoPath[];
  /** Absolute paths of files beside the snapshot that the components depend on. */
  readonly beside: ReadonlySet<string>;
  /** Files with variables that are there and that git need not know. */
  readonly dotenv: readonly string[];
  readonly unknown: Unknown;
  /** The same without what is said about packages. */
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
  // What others install is there to be seen, whatever it is made from.
  const isOwn = matchGlobs(check.outputs);
  const packages = [...[...files.keys()].filter(isLockfile), ...installRecords(files.keys())].filter(
    (path) => !isOwn(path),
  );
  const dotenv = (await dotenvValues(check, seen)).filter(([path]) => !isOwn(path));
  for (const path of [...check.inputs, ...inputs, ...packages]) beside.add(join(root, path));
  const inputValues = await valuesOf(
    seen,
    inputs.filter((path) => !tree.isLeftOut(path)),
  );
  const packageValues = await valuesOf(seen, packages);
  const parser =
    typeof check.parse === "function" ? "its parser is a function, which cannot be compared" : null;
  // A script of the repository counts with all that it imports.
  const scripts = tool.files.map((path) => [path, tree.hashes.content(path)] as const);
  return {
    components: {
      engine: ENGINE,
      definition: shortHash(definitionOf(check, root)),
      tool: tool.lines.join("\n"),
      ...environmentComponents(check, env),
      scripts: manifestOf(tree, scripts),
      packages: manifestOf(tree, packageValues.values),
      inputs: manifestOf(tree, inputValues.values),
      ...(dotenv.length === 0 ? {} : { dotenv: manifestOf(tree, dotenv) }),
    },
    files: [...new Set([...inputs, ...packages])],
    scripts: tool.files,
    toolFiles: tool.beside,
    beside,
    dotenv: dotenv.map(([path]) => path),
    unknown: tool.unknown ?? inputValues.unknown ?? packageValues.unknown ?? parser,
    weakUnknown: tool.unknown ?? inputValues.unknown ?? parser,
  };
}

/** Those that are there; git need not know them. */
async function dotenvValues(check: Check, tree: Tree): Promise<readonly (readonly [string, string])[]> {
  const { root, files } = tree.snapshot;
  const paths = dotenvFiles(check, (path) => files.has(path));
  const values = await Promise.all(
    paths.map(async (path) => [path, await tree.hashFile(join(root, path))] as const),
  );
  return values.flatMap(([path, value]) => (value === null ? [] : [[path, value] as const]));
}

/** Everything in the declaration that can change a verdict. Where the repository stands is not part of it. */
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
    // What git does not list was read beside the snapshot.
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

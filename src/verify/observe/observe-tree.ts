import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { widenGlob } from "../../checks/target-glob.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { literalGlob } from "../../config/settings.ts";
import { createFileHasher, readDeclaredInputs } from "../../detect/declared-inputs.ts";
import { type SnapshotOptions, takeSnapshot } from "../../detect/snapshot.ts";
import { createMemoryStatIndex, type StatIndex } from "../../detect/stat-index.ts";
import { buildGraph, type BuildOptions } from "../../graph/build.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import { createHiddenAreas, createHiddenReferences } from "../../graph/hidden-reach.ts";
import { createLoadsOthers } from "../../graph/references/loads-others.ts";
import { createIsRead } from "../../graph/is-read.ts";
import { createNamedVariables } from "../../graph/references/named-variables.ts";
import { createStartingPrograms } from "../../graph/references/starting-programs.ts";
import { encodePath } from "../../paths/encode-path.ts";
import { isGlob } from "../../paths/glob.ts";
import { createExtractionCache } from "../../store/database/adapters.ts";
import type { Store } from "../../store/store.ts";
import { installRecords } from "../../units/configuration/configuration-files.ts";
import { nameFiles, type TreeNames } from "../../units/configuration/tree-names.ts";
import { isPortable, portableId } from "../../units/inputs/portable-content.ts";
import { createFileReader } from "../../system/files/file-reader.ts";
import { createPackageNames } from "../../units/packages/package-names.ts";
import { createPackages } from "../../units/packages/packages.ts";
import type { Tree } from "../../units/tree.ts";
import { memoize } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import { hashTree } from "./hash-tree.ts";

interface ObserveContext {
  readonly config: ResolvedConfig;
  readonly store: Store;
  readonly stats: StatIndex;
  /** The graph of the snapshot, if known; otherwise it is built. */
  readonly graph?: FileGraph;
  /** The index of its file names, if known. */
  readonly names?: TreeNames;
}

/** Observes a snapshot: builds its graph, and reads what counts outside it. */
export async function observeTree(
  snapshot: Snapshot,
  { config, store, stats, graph: known, names = nameFiles(() => snapshot.files.keys()) }: ObserveContext,
): Promise<Tree> {
  const graph =
    known ?? (await buildGraph({ ...buildOptions(snapshot, config, store), edges: config.edges }));
  const isRead = createIsRead(graph, snapshot);
  const declared = declaredInputs(config, names);
  const inputs = byMeaning(await readDeclaredInputs({ ...declared, stats }), config.root);
  const named = [...declared.globs.filter((glob) => !isGlob(glob)), ...inputs.keys()];
  const beside = new Set(named.map((path) => join(config.root, path)));
  const hash = createFileHasher(stats);
  const packages = createPackages(config.root);
  const readText = (path: RepoPath): string => tryText(join(config.root, path));
  const packageOf = (from: RepoPath, name: string): string =>
    packages.valueOf(name, dirname(join(config.root, from)));
  return {
    snapshot,
    names,
    graph,
    ...hashTree(graph, snapshot, packageOf),
    isLeftOut: () => false,
    isRead,
    hidden: createHiddenAreas(graph, isRead, readText),
    createLoadsOthers: (isTarget) =>
      createLoadsOthers(graph, { isTarget, hiddenReferences: createHiddenReferences(graph, isRead) }),
    startsPrograms: createStartingPrograms(graph),
    variablesOf: createNamedVariables(graph),
    textOf: memoize(readText),
    readText,
    packages,
    namesIn: createPackageNames(packages),
    declared: inputs,
    beside,
    hashFile: (absolute) => {
      beside.add(absolute);
      return isPortable(absolute) ? Promise.resolve(portableId(absolute, config.root)) : hash(absolute);
    },
    addBeside: (absolute) => void beside.add(absolute),
    manifests: new Map(),
  };
}

/** What a graph is built from. */
export function buildOptions(
  snapshot: Snapshot,
  { root }: Pick<ResolvedConfig, "root">,
  store: Store,
): Omit<BuildOptions, "edges"> {
  return {
    snapshot,
    read: createFileReader(root),
    isOnDisk: snapshot.root === root,
    extractions: createExtractionCache(store),
  };
}

/** Installer records count by what they say about packages, so that they are equal in every checkout. */
function byMeaning(inputs: Tree["declared"], root: string): Tree["declared"] {
  return new Map(
    [...inputs].map(([path, id]) => [
      path,
      id !== null && isPortable(path) ? portableId(join(root, path), root) : id,
    ]),
  );
}

/** Whether a path is a file of the snapshot, whose changes show there. A link is not: it leads elsewhere. */
export function isInSnapshot(path: string, { root, files }: Snapshot): boolean {
  const kind = path.startsWith(`${root}/`)
    ? files.get(path.slice(root.length + 1) as RepoPath)?.kind
    : undefined;
  return kind === "file" || kind === "executable";
}

/** Takes a snapshot in the configured way. */
export function lookAtTree(
  config: Pick<ResolvedConfig, "root" | "incremental"> & Partial<Pick<ResolvedConfig, "setAside">>,
  stats: StatIndex,
  before: Pick<SnapshotOptions, "begun" | "known"> = {},
): Promise<Snapshot> {
  const { primary, fallback } = config.incremental;
  const exclude = listExcluded(config);
  return takeSnapshot({ root: config.root, primary, fallback, exclude, stats, ...before });
}

/** Globs of what no snapshot has. */
export function listExcluded({
  incremental: { excludePatterns, storagePath },
  setAside = [],
}: Pick<ResolvedConfig, "incremental"> & Partial<Pick<ResolvedConfig, "setAside">>): readonly string[] {
  return [...excludePatterns, `${storagePath.replace(/\/+$/, "")}/**`, ...setAside.map(literalGlob)];
}

/** The assessed snapshot, or one taken with git if the configuration detects changes without git. */
export async function snapshotByGit({
  tree,
  config,
}: {
  readonly tree: Pick<Tree, "snapshot">;
  readonly config: Pick<ResolvedConfig, "root" | "incremental"> & Partial<Pick<ResolvedConfig, "setAside">>;
}): Promise<Snapshot> {
  if (tree.snapshot.commit !== null) return tree.snapshot;
  const incremental = { ...config.incremental, primary: "git", fallback: "hash" } as const;
  return lookAtTree({ ...config, incremental }, createMemoryStatIndex());
}

/** Files that are read even if git ignores them: inputs of checks, and installer records. */
export function declaredInputs(
  config: Pick<ResolvedConfig, "root" | "checks" | "incremental">,
  { manifests }: Pick<TreeNames, "manifests">,
): { root: string; globs: readonly string[]; exclude: readonly string[] } {
  const inputs = config.checks
    .flatMap(({ inputs, targetInputs, besideTests }) => [
      ...inputs,
      ...targetInputs.map(widenGlob),
      ...(besideTests?.all ?? []),
    ])
    .filter((glob) => !glob.startsWith("!"));
  const globs = [...new Set([...installRecords(manifests), ...inputs])];
  return { root: config.root, globs, exclude: config.incremental.excludePatterns };
}

function tryText(path: string): string {
  try {
    return readFileSync(encodePath(path), "utf8");
  } catch {
    return "";
  }
}

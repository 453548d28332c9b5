import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { widenGlob } from "../../checks/target-glob.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { literalGlob } from "../../config/settings.ts";
import { createFileHasher, readDeclaredInputs } from "../../detect/declared-inputs.ts";
import { takeSnapshot } from "../../detect/snapshot.ts";
import { createMemoryStatIndex, type StatIndex } from "../../detect/stat-index.ts";
import { buildGraph } from "../../graph/build.ts";
import { createHiddenAreas } from "../../graph/hidden-reach.ts";
import { createIsRead } from "../../graph/is-read.ts";
import { createNamedVariables } from "../../graph/references/named-variables.ts";
import { createStartingPrograms } from "../../graph/references/starting-programs.ts";
import { encodePath } from "../../paths/encode-path.ts";
import { createExtractionCache } from "../../store/database/adapters.ts";
import type { Store } from "../../store/store.ts";
import { installRecords } from "../../units/configuration/configuration-files.ts";
import { isPortable, portableId } from "../../units/inputs/portable-content.ts";
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
}

/** What stands around a snapshot: the graph over it, and what is read beside it. */
export async function observeTree(
  snapshot: Snapshot,
  { config, store, stats }: ObserveContext,
): Promise<Tree> {
  const graph = await buildGraph({
    snapshot,
    read: createReader(config.root),
    extractions: createExtractionCache(store),
    edges: config.edges,
  });
  const isRead = createIsRead(graph, snapshot);
  const declared = declaredInputs(config, snapshot);
  const inputs = byMeaning(await readDeclaredInputs({ ...declared, stats }), config.root);
  const named = [...declared.globs.filter(isPlainPath), ...inputs.keys()];
  const beside = new Set(named.map((path) => join(config.root, path)));
  const hash = createFileHasher(stats);
  const packages = createPackages(config.root);
  const packageOf = (from: RepoPath, name: string): string =>
    packages.valueOf(name, dirname(join(config.root, from)));
  return {
    snapshot,
    graph,
    ...hashTree(graph, snapshot, packageOf),
    isLeftOut: () => false,
    isRead,
    hidden: createHiddenAreas(graph, isRead),
    startsPrograms: createStartingPrograms(graph),
    variablesOf: createNamedVariables(graph),
    textOf: memoize((path: RepoPath) => tryText(join(config.root, path))),
    packages,
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

/** What installers write counts by what it says of the packages, in every checkout alike. */
function byMeaning(inputs: Tree["declared"], root: string): Tree["declared"] {
  return new Map(
    [...inputs].map(([path, id]) => [
      path,
      id !== null && isPortable(path) ? portableId(join(root, path), root) : id,
    ]),
  );
}

/** Whether a file is one of the tree, whose own look shows any change. A link leads elsewhere, which is not. */
export function isInSnapshot(path: string, { root, files }: Snapshot): boolean {
  const kind = path.startsWith(`${root}/`)
    ? files.get(path.slice(root.length + 1) as RepoPath)?.kind
    : undefined;
  return kind === "file" || kind === "executable";
}

/** The files that a configuration is about, found in the way that it says. */
export function lookAtTree(
  config: Pick<ResolvedConfig, "root" | "incremental"> & Partial<Pick<ResolvedConfig, "setAside">>,
  stats: StatIndex,
): Promise<Snapshot> {
  const { primary, fallback, excludePatterns, storagePath } = config.incremental;
  const own = (config.setAside ?? []).map(literalGlob);
  const exclude = [...excludePatterns, `${storagePath.replace(/\/+$/, "")}/**`, ...own];
  return takeSnapshot({ root: config.root, primary, fallback, exclude, declared: [], stats });
}

/** The snapshot that was assessed, or one that git took where the configuration compares files without git. */
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

/** What is read although git may ignore it: the inputs of checks, and what installers write down. */
export function declaredInputs(
  config: Pick<ResolvedConfig, "root" | "checks" | "incremental">,
  snapshot: Snapshot,
): { root: string; globs: readonly string[]; exclude: readonly string[] } {
  const inputs = config.checks
    .flatMap(({ inputs, targetInputs, besideTests }) => [
      ...inputs,
      ...targetInputs.map(widenGlob),
      ...(besideTests?.all ?? []),
    ])
    .filter((glob) => !glob.startsWith("!"));
  const globs = [...new Set([...installRecords(snapshot.files.keys()), ...inputs])];
  return { root: config.root, globs, exclude: config.incremental.excludePatterns };
}

function isPlainPath(glob: string): boolean {
  return !/[*?[\]{}()!]/.test(glob);
}

export function createReader(root: string): (path: RepoPath) => Buffer {
  return (path) => readFileSync(encodePath(join(root, path)));
}

function tryText(path: string): string {
  try {
    return readFileSync(encodePath(path), "utf8");
  } catch {
    return "";
  }
}

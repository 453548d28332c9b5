import { join } from "node:path";
import type { FlowConfig } from "../config/flow/resolve-flow.ts";
import { buildGraph } from "../graph/build.ts";
import type { FileGraph } from "../graph/file-graph.ts";
import { createNearest } from "../graph/nearest.ts";
import { createExtractionCache, createStatIndex } from "../store/database/adapters.ts";
import { createNullStore } from "../store/null-store.ts";
import { createFileReader } from "../system/files/file-reader.ts";
import { memo } from "../values/memo.ts";
import { lookAtTree } from "../verify/observe/observe-tree.ts";
import { openRepositoryStore } from "../verify/repository-store.ts";
import type { CitedChange } from "../vocabulary/flow/workflow.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";

/** Which of the files depend on one of the others, and through what. */
export type FindDependencyChains = (
  from: Iterable<string>,
  to: ReadonlySet<string>,
) => readonly CitedChange[];

export interface DependencyChains {
  readonly find: FindDependencyChains;
  /** The tree that was read. */
  readonly snapshot: Snapshot;
}

/**
 * Reads the current tree once, for any number of questions. Also works in a repository without checks. Writes nothing.
 */
export async function openDependencyChains({
  root,
  incremental,
}: Pick<FlowConfig, "root" | "incremental">): Promise<DependencyChains> {
  const store = incremental.enabled
    ? await openRepositoryStore({ root, incremental }, { create: false })
    : createNullStore({});
  try {
    const { index: stats } = createStatIndex(store);
    const snapshot = await lookAtTree({ root, incremental }, stats);
    const graph = await buildGraph({
      snapshot,
      read: createFileReader(root),
      isOnDisk: snapshot.root === root,
      extractions: createExtractionCache(store),
      edgesOnly: true,
    });
    return { find: createFindChains(graph, snapshot), snapshot };
  } finally {
    store.close();
  }
}

function createFindChains(graph: FileGraph, { files }: Snapshot): FindDependencyChains {
  const nearest = createNearest(graph.paths, (path) => graph.dependencies(path));
  const broken = memo(() => indexBroken(graph));
  return (from, to) => {
    const chainTo = nearest(to as ReadonlySet<RepoPath>);
    // An import of a deleted file no longer resolves.
    const deleted = [...to].filter((path) => !files.has(path as RepoPath)).map(withoutExtension);
    const chainToGone = memo(() => nearest(new Set(deleted.flatMap((path) => broken().get(path) ?? []))));
    return [...(from as Iterable<RepoPath>)].flatMap((path) => {
      const chain = chainTo(path) ?? chainToGone()(path);
      return chain === undefined ? [] : [{ path, chain }];
    });
  };
}

/** The files that refer to a missing file, by its name without an extension. */
function indexBroken(graph: FileGraph): ReadonlyMap<string, readonly RepoPath[]> {
  const broken = new Map<string, RepoPath[]>();
  for (const path of graph.paths) {
    for (const { specifier } of graph.unresolved(path)) {
      const name = withoutExtension(join(path, "..", specifier));
      broken.set(name, [...(broken.get(name) ?? []), path]);
    }
  }
  return broken;
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}

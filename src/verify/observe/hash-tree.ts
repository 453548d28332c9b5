import type { PackageOf } from "../../graph/closure/hash-files.ts";
import { computeHashes, type GraphHashes } from "../../graph/closure/merkle.ts";
import { FileGraph } from "../../graph/file-graph.ts";
import { LEFT_OUT, type Tree } from "../../units/tree.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../../vocabulary/tree/snapshot.ts";

/**
 * The hashes over a tree, and over the same tree without the structure of some files. They share their nodes.
 */
export function hashTree(
  graph: FileGraph,
  snapshot: Snapshot,
  packageOf?: PackageOf,
): Pick<Tree, "hashes" | "hashesWithout"> {
  const all: GraphHashes[] = [];
  const made = (hashes: GraphHashes): GraphHashes => {
    all.push(hashes);
    return { ...hashes, node: findNode };
  };
  const findNode: GraphHashes["node"] = (hash) => {
    for (const hashes of all) {
      const node = hashes.node(hash);
      if (node !== undefined) return node;
    }
    return undefined;
  };
  return {
    hashes: made(computeHashes(graph, snapshot, packageOf)),
    hashesWithout: (isLeftOut) =>
      made(computeHashes(withoutStructure(graph, isLeftOut), withoutContent(snapshot, isLeftOut), packageOf)),
  };
}

const NOT_COUNTED: FileEntry = { kind: "file", id: LEFT_OUT as ContentId };

function withoutContent(snapshot: Snapshot, isLeftOut: (path: RepoPath) => boolean): Snapshot {
  const files = [...snapshot.files].map(
    ([path, entry]) => [path, isLeftOut(path) ? NOT_COUNTED : entry] as const,
  );
  return { ...snapshot, files: new Map(files) };
}

/** Keeps what a file refers to, so that files reached only through it still count. */
function withoutStructure(graph: FileGraph, isLeftOut: (path: RepoPath) => boolean): FileGraph {
  return new FileGraph({
    has: (path) => graph.has(path),
    get: (path) => {
      const node = graph.node(path);
      if (node === undefined || !isLeftOut(path)) return node;
      return { ...node, extraction: { ...node.extraction, structure: { kind: "content" } } };
    },
    keys: () => graph.paths,
    dependencies: (path) => graph.dependencies(path),
    dependents: (path) => graph.dependents(path),
  });
}

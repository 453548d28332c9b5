import { readFileSync } from "node:fs";
import type { FileGraph } from "../../src/graph/file-graph.ts";
import { isRead } from "../../src/graph/is-read.ts";
import { hashBlob } from "../../src/system/files/hash-blob.ts";
import { nameFiles } from "../../src/units/configuration/tree-names.ts";
import { createPackages } from "../../src/units/packages/packages.ts";
import type { Tree } from "../../src/units/tree.ts";
import { hashTree } from "../../src/verify/observe/hash-tree.ts";
import type { Snapshot } from "../../src/vocabulary/tree/snapshot.ts";

/** A tree of which only the graph is real: every language is read, and nothing is installed. */
export function madeTree(snapshot: Snapshot, graph: FileGraph): Tree {
  return {
    snapshot,
    names: nameFiles(() => snapshot.files.keys()),
    graph,
    ...hashTree(graph, snapshot),
    isLeftOut: () => false,
    isRead: () => true,
    hidden: () => [],
    createLoadsOthers: () => () => false,
    startsPrograms: () => false,
    variablesOf: () => [],
    textOf: () => "",
    readText: () => "",
    packages: createPackages("/nowhere"),
    namesIn: () => new Set(),
    declared: new Map(),
    beside: new Set(),
    addBeside: () => {},
    hashFile: async () => "same",
    manifests: new Map(),
  };
}

/** As much of a tree as is asked about what was observed, over a real directory. */
export function realTree(snapshot: Snapshot, graph: FileGraph): Tree {
  return {
    ...madeTree(snapshot, graph),
    isRead,
    hashFile: async (path) => {
      try {
        return hashBlob(readFileSync(path), "sha1");
      } catch {
        return null;
      }
    },
  };
}

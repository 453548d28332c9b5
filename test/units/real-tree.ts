import { readFileSync } from "node:fs";
import type { FileGraph } from "../../src/graph/file-graph.ts";
import { isRead } from "../../src/graph/is-read.ts";
import { hashBlob } from "../../src/system/files/hash-blob.ts";
import { nameFiles } from "../../src/units/configuration/tree-names.ts";
import { createPackages } from "../../src/units/packages/packages.ts";
import type { Tree } from "../../src/units/tree.ts";
import type { Snapshot } from "../../src/vocabulary/tree/snapshot.ts";

/** As much of a tree as is asked about what was observed, over a real directory. */
export function realTree(snapshot: Snapshot, graph: FileGraph): Tree {
  const tree: Partial<Tree> = {
    snapshot,
    names: nameFiles(() => snapshot.files.keys()),
    graph,
    isRead,
    hidden: () => [],
    createLoadsOthers: () => () => false,
    startsPrograms: () => false,
    variablesOf: () => [],
    textOf: () => "",
    readText: () => "",
    packages: createPackages("/nowhere"),
    manifests: new Map(),
    isLeftOut: () => false,
    hashFile: async (path) => {
      try {
        return hashBlob(readFileSync(path), "sha1");
      } catch {
        return null;
      }
    },
  };
  return tree as Tree;
}

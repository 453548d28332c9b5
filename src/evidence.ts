import { diffNodes } from "./graph/diff-nodes.ts";
import type { MerkleNode, NodeHash } from "./graph/merkle-node.ts";
import type { Differences } from "./scope/compare-components.ts";
import type { Verdict } from "./store/records.ts";
import type { Store } from "./store/store.ts";
import { diffManifests, type ManifestNode } from "./units/manifest.ts";
import type { Tree } from "./units/tree.ts";

/** How many changed files a reason lists. */
const LISTED = 20;

/** Compares what hashes stood for when a verdict was stored with what they stand for now. */
export function createDifferences(tree: Tree, store: Pick<Store, "nodes">): Differences {
  const manifest = (hash: string): ManifestNode | undefined =>
    tree.manifests.get(hash) ?? (store.nodes.get(hash) as ManifestNode | undefined);
  const node = (hash: NodeHash): MerkleNode | undefined =>
    tree.hashes.node(hash) ?? (store.nodes.get(hash) as MerkleNode | undefined);
  return {
    manifests: (before, after) => {
      const hashes = { before, after };
      return before === "none" || after === "none" ? null : diffManifests(hashes, manifest, LISTED);
    },
    nodes: (before, after) => diffNodes(before as NodeHash, after as NodeHash, node),
    chain: (from, to) => tree.graph.chain(from, new Set([to])),
  };
}

/** Keeps what the hashes in components stand for, each node once, so that a later run can say what changed. */
export function createEvidenceKeeper(
  store: Pick<Store, "nodes">,
): (tree: Tree, verdicts: readonly Pick<Verdict, "components">[]) => void {
  const kept = new Set<string>();
  return (tree, verdicts) => {
    const found = new Map<string, unknown>();
    const queue = [...new Set(verdicts.flatMap(({ components }) => Object.values(components)))];
    for (const hash of queue) {
      if (kept.has(hash)) continue;
      const manifest = tree.manifests.get(hash);
      const node = tree.hashes.node(hash as NodeHash);
      if (manifest === undefined && node === undefined) continue;
      kept.add(hash);
      found.set(hash, manifest ?? node);
      if (manifest !== undefined)
        queue.push(...Object.values(manifest.directories), ...Object.values(manifest.files));
      if (node !== undefined) queue.push(...targetsOf(node));
    }
    if (found.size > 0) store.nodes.putMany(found);
  };
}

function targetsOf(node: MerkleNode): readonly string[] {
  return node.members.flatMap(({ references }) =>
    references.flatMap(({ targets }) =>
      targets.flatMap((target) => (target.node === null ? [] : [target.node])),
    ),
  );
}

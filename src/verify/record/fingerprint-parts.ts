import { readCovering } from "../../checks/covering-value.ts";
import { createDiffNodes } from "../../graph/closure/diff-nodes.ts";
import type { MerkleNode, NodeHash } from "../../graph/closure/merkle-node.ts";
import { isManifest } from "../../paths/manifest-fields.ts";
import type { PartDifferences } from "../../scope/differences.ts";
import type { Verdict } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { diffManifests, listManifestFiles, type ManifestNode } from "../../units/packages/manifest.ts";
import type { Tree } from "../../units/tree.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** How many changed files a reason lists. */
const LISTED = 20;

/** Compares what hashes were made from when a verdict was stored with what they are made from now. */
export function createDifferences(tree: Tree, store: Pick<Store, "nodes">): PartDifferences {
  const manifest = (hash: string): ManifestNode | undefined =>
    tree.manifests.get(hash) ?? (store.nodes.get(hash) as ManifestNode | undefined);
  const node = (hash: NodeHash): MerkleNode | undefined =>
    tree.hashes.node(hash) ?? (store.nodes.get(hash) as MerkleNode | undefined);
  const diffNodes = createDiffNodes(node);
  const led = new Map<string, readonly RepoPath[]>();
  // Many units share the same settings.
  const leading = (hash: string, path: string): readonly RepoPath[] => {
    const key = `${hash} ${path}`;
    let way = led.get(key);
    if (way === undefined) {
      way = findLeading(new Set(listManifestFiles(hash, manifest)), path as RepoPath, tree);
      led.set(key, way);
    }
    return way;
  };
  return {
    manifests: (before, after) => {
      const hashes = { before, after };
      return before === "none" || after === "none" ? null : diffManifests(hashes, manifest, LISTED);
    },
    nodes: (before, after) => diffNodes(before as NodeHash, after as NodeHash),
    chain: (from, to) => tree.graph.chain(from, new Set([to])),
    isThere: (path) => tree.snapshot.files.has(path as RepoPath),
    around: (path, before) => findSettings(path, before, tree),
    leading,
    hidden: (target, path) => {
      const area = tree.hidden(target).find((each) => each.has(path));
      const chain = area?.from.has(target)
        ? [target]
        : tree.graph.chain(target, new Set(area?.from.keys() ?? []));
      const line = area?.from.get(chain?.at(-1) ?? target);
      return chain === undefined || line === undefined ? undefined : { chain, line };
    },
  };
}

/**
 * The settings around a file whose content is not in its earlier value, and the path from the nearest of
 * them.
 */
function findSettings(
  path: RepoPath,
  before: string,
  { graph, hashes, snapshot }: Tree,
): readonly RepoPath[] {
  const around = hashes.around(path);
  const isOther = (each: RepoPath): boolean => !before.includes(snapshot.files.get(each)?.id ?? "none");
  // A package.json counts only by some fields, so it is the cause only if nothing else is.
  const cause = around.find((each) => !isManifest(each) && isOther(each)) ?? around.find(isManifest);
  if (cause === undefined) return [];
  const [chain] = around.flatMap((each) => {
    const found = isManifest(each) ? undefined : graph.chain(each, new Set([cause]));
    return found === undefined ? [] : [found];
  });
  return chain ?? [cause];
}

/** Walks back from a file to the first one that leads to it, among the given files. */
function findLeading(among: ReadonlySet<string>, path: RepoPath, { graph }: Tree): readonly RepoPath[] {
  const way = [path];
  for (let at: RepoPath | undefined = path; at !== undefined;) {
    const from: RepoPath | undefined = graph
      .edgesTo(at)
      .map((edge) => edge.from)
      .find((each) => among.has(each) && !way.includes(each));
    if (from !== undefined) way.unshift(from);
    at = from;
  }
  return way;
}

/**
 * Stores what the hashes in components are made from, each node once, so that a later run can tell what
 * changed.
 */
export function createPartsKeeper(
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
        queue.push(...Object.values(manifest.directories), ...Object.values(manifest.files).map(coveredBy));
      if (node !== undefined) queue.push(...targetsOf(node));
    }
    if (found.size > 0) store.nodes.putMany(found);
  };
}

function coveredBy(value: string): string {
  return readCovering(value)?.node ?? value;
}

function targetsOf(node: MerkleNode): readonly string[] {
  return node.members.flatMap(({ references }) =>
    references.flatMap(({ targets }) =>
      targets.flatMap((target) => (target.node === null ? [] : [target.node])),
    ),
  );
}

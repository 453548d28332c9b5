import type { NodeHash } from "../graph/closure/merkle-node.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { LEFT_OUT, type Tree } from "./tree.ts";
import type { Unit } from "./unit.ts";

/** How a fingerprint covers a file: by all of its bytes, or by what is visible from outside. */
export type CoveredBy = "content" | "structure";

/** The files that a unit's fingerprint covers. */
export interface Coverage {
  /** Null if changing the file does not change the fingerprint. A file that does not exist can be covered too. */
  of(path: RepoPath): CoveredBy | null;
  /** Whether every file of the tree is covered, so that an added file is covered too. */
  readonly isWhole: boolean;
  /** All files that are covered individually, including some that do not exist. */
  readonly files: ReadonlyMap<RepoPath, CoveredBy>;
  /** The lockfiles and installers' records among them, which say what packages are installed. */
  readonly packages: ReadonlySet<RepoPath>;
}

/**
 * Reads from a fingerprint what it covers, by following its hashes to the files that they are made from. Nothing is
 * computed a second time, so this cannot disagree with the fingerprint.
 */
export function createCoverage(
  tree: Tree,
  units: ReadonlyMap<string, readonly Unit[]>,
): (unit: Unit) => Coverage {
  const { files } = tree.snapshot;
  return (unit) => {
    const covered = new Map<RepoPath, CoveredBy>();
    collect(unit, { tree, units, covered, seen: new Set() });
    return {
      of: (path) => covered.get(path) ?? covered.get(submoduleOf(path, tree) ?? path) ?? null,
      isWhole: [...files.keys()].every((path) => covered.get(path) === "content"),
      files: covered,
      packages: new Set(
        listManifest(unit.components["packages"] ?? "", "", tree).flatMap(([path, value]) =>
          value === "absent" ? [] : [path],
        ),
      ),
    };
  };
}

interface Collecting {
  readonly tree: Tree;
  readonly units: ReadonlyMap<string, readonly Unit[]>;
  readonly covered: Map<RepoPath, CoveredBy>;
  /** Hashes and checks that were already followed. */
  readonly seen: Set<string>;
}

const PRODUCT = "product:";

function collect(unit: Unit, context: Collecting): void {
  const { tree, units, covered, seen } = context;
  if (unit.target !== "") covered.set(unit.target, "content");
  for (const path of unit.toolFiles) covered.set(path, "content");
  for (const [name, value] of Object.entries(unit.components)) {
    if (seen.has(name.startsWith(PRODUCT) ? name : value)) continue;
    // What a check made counts by the fingerprints of the units that made it.
    if (name.startsWith(PRODUCT)) {
      seen.add(name);
      for (const maker of units.get(name.slice(PRODUCT.length)) ?? []) collect(maker, context);
      continue;
    }
    collectNode(value, context);
    if (!tree.manifests.has(value)) continue;
    seen.add(value);
    for (const [path, each] of listManifest(value, "", tree)) {
      if (tree.hashes.node(each as NodeHash) === undefined) covered.set(path, "content");
      else collectNode(each, context);
    }
  }
}

/** All files of a manifest, each with its value; empty if the hash is not that of a manifest. */
function listManifest(hash: string, prefix: string, tree: Tree): readonly (readonly [RepoPath, string])[] {
  const node = tree.manifests.get(hash);
  if (node === undefined) return [];
  return [
    ...Object.entries(node.files).map(([name, value]) => [`${prefix}${name}` as RepoPath, value] as const),
    ...Object.entries(node.directories).flatMap(([name, below]) =>
      listManifest(below, `${prefix}${name}/`, tree),
    ),
  ];
}

function collectNode(hash: string, { tree, covered, seen }: Collecting): void {
  const queue = [hash];
  for (const each of queue) {
    if (seen.has(each)) continue;
    const node = tree.hashes.node(each as NodeHash);
    if (node === undefined) continue;
    seen.add(each);
    for (const { path, value, references } of node.members) {
      if (path !== null && !value?.startsWith(`file ${LEFT_OUT}`)) {
        if (!/^(?:declaration|exports) /.test(value ?? "")) covered.set(path, "content");
        else if (!covered.has(path)) covered.set(path, "structure");
        for (const file of tree.hashes.around(path)) covered.set(file, "content");
      }
      for (const { targets } of references)
        for (const { node: target } of targets) if (target !== null) queue.push(target);
    }
  }
}

/** The submodule that contains a path: its state covers all of it. */
function submoduleOf(path: string, { snapshot }: Tree): RepoPath | null {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const above = path.slice(0, at) as RepoPath;
    if (snapshot.files.get(above)?.kind === "submodule") return above;
  }
  return null;
}

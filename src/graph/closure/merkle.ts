import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { FileGraph } from "../file-graph.ts";
import { exportedNames, importsOf } from "../references/export-references.ts";
import type { FollowedReference } from "../references/program-references.ts";
import { createSurroundings } from "../surroundings.ts";
import {
  createHasher,
  describeReferences,
  type Hasher,
  type HashKind,
  type HashOptions,
  isStructural,
  namedBy,
  type PackageOf,
  referencesOf,
} from "./hash-files.ts";
import { hashNode, type MerkleNode, type NodeHash } from "./merkle-node.ts";

/**
 * Hashes that cover what a file transitively depends on. Files that depend on each other share one hash. A hash does
 * not cover the content of files outside the snapshot: the caller adds that. Packages count by what they are, except in
 * `imports`.
 */
export interface GraphHashes {
  /** Covers the file and everything that it reaches. */
  readonly content: (path: RepoPath) => NodeHash;
  /** Covers the file and everything that it reaches when it runs. */
  readonly program: (path: RepoPath) => NodeHash;
  /** Covers the file's structure and the structure of what that refers to. */
  readonly structure: (path: RepoPath) => NodeHash;
  /**
   * Covers the file, what its imports lead to when it runs, like a closure, and where each import leads. Files around
   * count in the two above, but not here.
   */
  readonly imports: (path: RepoPath) => NodeHash;
  /**
   * Covers what the file's references lead to, as far as the kind follows them, but neither the path nor the content of
   * the file. If specifiers are given, only references with one of these.
   */
  readonly dependenciesOf: (path: RepoPath, kind: HashKind, specifiers?: readonly string[]) => NodeHash;
  /** The node of a hash that was returned before. */
  readonly node: (hash: NodeHash) => MerkleNode | undefined;
  /** Files that this file's hash also covers, by content, although the file does not refer to them. */
  readonly around: (path: RepoPath) => readonly RepoPath[];
}

/** Computes a hash on first request, together with the hashes of everything that the file reaches, each once. */
export function computeHashes(
  graph: FileGraph,
  snapshot: Snapshot,
  packageOf: PackageOf = () => "",
): GraphHashes {
  /** Nodes that are not made again on request. */
  const nodes = new Map<NodeHash, MerkleNode>();
  const keep = (node: MerkleNode): NodeHash => {
    const hash = hashNode(node);
    nodes.set(hash, node);
    return hash;
  };
  const hashers = new Map<HashKind, Hasher>();
  const hasherOf = (kind: HashKind): Hasher => {
    let hasher = hashers.get(kind);
    if (hasher === undefined) {
      hasher = createHasher(graph, optionsOf(kind));
      hashers.set(kind, hasher);
    }
    return hasher;
  };
  const followedFrom = (path: RepoPath, kind: HashKind): readonly FollowedReference[] => {
    if (kind === "exports" || kind === "chains") return importsOf(graph, path);
    if (kind === "places") return importsOf(graph, path).map((each) => ({ ...each, isPlace: true }));
    return isStructural(kind) ? namedBy(graph, path, kind) : referencesOf(graph, path, kind);
  };
  const optionsOf = (kind: HashKind): HashOptions => ({
    valueOf: (path) => valueOf(path, kind),
    kind,
    keep,
    packageOf: kind === "imports" ? () => "" : packageOf,
  });
  const surroundings = createSurroundings(graph, snapshot);
  const valueOf = (path: RepoPath, kind: HashKind): string => {
    const { structure, outline } = graph.extraction(path);
    const around = outline.kind === "module" && kind !== "imports" ? surroundings(path).text : "";
    const names = kind === "exports" || kind === "chains" ? exportedNames(graph, path) : null;
    if (names !== null) return `exports ${names}${around}`;
    if (isStructural(kind) && structure.kind === "declaration")
      return `declaration ${structure.hash}${around}`;
    const entry = snapshot.files.get(path);
    return entry === undefined ? "missing" : `${entry.kind} ${entry.id}${around}`;
  };
  const hashOf = (path: RepoPath, kind: HashKind): NodeHash => {
    const member = { path, value: valueOf(path, kind), references: [] };
    return hasherOf(kind).hashOf(path) ?? keep({ members: [member] });
  };
  const dependencyNode = (path: RepoPath, kind: HashKind, specifiers?: readonly string[]): MerkleNode => {
    const hasher = hasherOf(kind);
    const nodeOf = (target: RepoPath): NodeHash | null => hasher.hashOf(target) ?? null;
    const followed = followedFrom(path, kind);
    const wanted = specifiers === undefined ? null : new Set(specifiers);
    const taken = followed.filter(({ reference }) => wanted === null || wanted.has(reference.specifier));
    const references = describeReferences(path, taken, { ...optionsOf(kind), nodeOf });
    return { members: [{ path: null, value: null, references }] };
  };
  /** By kind and path, because several checks ask for the same. */
  const dependencies = new Map<HashKind, KnownHashes>();
  return {
    content: (path) => hashOf(path, "content"),
    program: (path) => hashOf(path, "program"),
    structure: (path) => hashOf(path, "structure"),
    imports: (path) => hashOf(path, "imports"),
    dependenciesOf: (path, kind, specifiers) => {
      if (specifiers !== undefined) return keep(dependencyNode(path, kind, specifiers));
      const known = dependencies.get(kind) ?? { hashes: new Map(), made: new Map() };
      dependencies.set(kind, known);
      let hash = known.hashes.get(path);
      if (hash !== undefined) return hash;
      hash = hashNode(dependencyNode(path, kind));
      known.hashes.set(path, hash);
      known.made.set(hash, path);
      return hash;
    },
    node: (hash) => {
      for (const [kind, { made }] of dependencies) {
        const path = made.get(hash);
        if (path !== undefined) return dependencyNode(path, kind);
      }
      for (const hasher of hashers.values()) {
        const node = hasher.node(hash);
        if (node !== undefined) return node;
      }
      return nodes.get(hash);
    },
    around: (path) => (graph.extraction(path).outline.kind === "module" ? surroundings(path).files : []),
  };
}

/**
 * Hashes of files, and for each hash a file that its node is made of. A node is made again when it is asked for: all of them
 * together take more memory than the graph.
 */
interface KnownHashes {
  readonly hashes: Map<RepoPath, NodeHash>;
  readonly made: Map<NodeHash, RepoPath>;
}

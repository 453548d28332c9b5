import type { RepoPath } from "../vocabulary/path.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";
import { findComponents } from "./components.ts";
import type { FileGraph, ResolvedReference } from "./file-graph.ts";
import {
  hashNode,
  type MerkleMember,
  type MerkleNode,
  type MerkleReference,
  type NodeHash,
} from "./merkle-node.ts";
import { runtimeReferences } from "./runtime-references.ts";

/**
 * How far a hash reaches: the content of all that is reached, the structure that can be seen from outside, or the
 * content of what imports lead to when the file runs.
 */
export type HashKind = "content" | "structure" | "imports";

/**
 * Hashes that cover what a file transitively depends on. Files that depend on each other share one hash. The
 * content of files outside the snapshot and of packages is not covered: whoever uses a hash adds it.
 */
export interface GraphHashes {
  /** Covers the file and everything that it reaches. */
  readonly content: (path: RepoPath) => NodeHash;
  /** Covers the file's structure, and the structure of what that refers to. */
  readonly structure: (path: RepoPath) => NodeHash;
  /**
   * Covers the file and what its imports lead to when it runs, as a closure does, and where each of them leads. Files
   * around count in the two above, and not in this one.
   */
  readonly imports: (path: RepoPath) => NodeHash;
  /** Covers what the references lead to that the kind follows from the file, but neither its path nor its content. */
  readonly dependenciesOf: (path: RepoPath, kind: HashKind) => NodeHash;
  /** The node behind a hash that was given before. */
  readonly node: (hash: NodeHash) => MerkleNode | undefined;
  /** Files that the hash of this one covers with it, by content, although it does not refer to them. */
  readonly around: (path: RepoPath) => readonly RepoPath[];
}

/** A hash is computed when it is first asked for, with those of all that the file reaches, each of them once. */
export function computeHashes(graph: FileGraph, snapshot: Snapshot): GraphHashes {
  const nodes = new Map<NodeHash, MerkleNode>();
  const keep = (node: MerkleNode): NodeHash => {
    const hash = hashNode(node);
    nodes.set(hash, node);
    return hash;
  };
  const hashers = new Map<HashKind, (path: RepoPath) => NodeHash | undefined>();
  const hasherOf = (kind: HashKind): ((path: RepoPath) => NodeHash | undefined) => {
    let hasher = hashers.get(kind);
    if (hasher === undefined) {
      hasher = createHasher(graph, { valueOf: (path) => valueOf(path, kind), kind, keep });
      hashers.set(kind, hasher);
    }
    return hasher;
  };
  const surroundings = createSurroundings(snapshot);
  const valueOf = (path: RepoPath, kind: HashKind): string => {
    const { structure, outline } = graph.extraction(path);
    const around = outline.kind === "module" && kind !== "imports" ? surroundings(path).text : "";
    if (kind === "structure" && structure.kind === "declaration")
      return `declaration ${structure.hash}${around}`;
    const entry = snapshot.files.get(path);
    return entry === undefined ? "missing" : `${entry.kind} ${entry.id}${around}`;
  };
  const hashOf = (path: RepoPath, kind: HashKind): NodeHash => {
    const member = { path, value: valueOf(path, kind), references: [] };
    return hasherOf(kind)(path) ?? keep({ members: [member] });
  };
  return {
    content: (path) => hashOf(path, "content"),
    structure: (path) => hashOf(path, "structure"),
    imports: (path) => hashOf(path, "imports"),
    dependenciesOf: (path, kind) => {
      const hasher = hasherOf(kind);
      const nodeOf = (target: RepoPath): NodeHash | null => hasher(target) ?? null;
      const followed = kind === "imports" ? runtimeReferences(graph, path) : graph.references(path);
      const references = describe(path, followed, nodeOf);
      return keep({ members: [{ path: null, value: null, references }] });
    },
    node: (hash) => nodes.get(hash),
    around: (path) => (graph.extraction(path).outline.kind === "module" ? surroundings(path).files : []),
  };
}

/**
 * What decides how a module is read without being imported by it: the nearest package.json (its `type`) and
 * tsconfig.json. They count by content alone; following what they name would tie every module to every other.
 */
function createSurroundings(
  snapshot: Snapshot,
): (path: RepoPath) => { readonly text: string; readonly files: readonly RepoPath[] } {
  const known = new Map<string, RepoPath | null>();
  const nearest = (directory: string, name: string): RepoPath | null => {
    const key = `${directory}\0${name}`;
    let found = known.get(key);
    if (found === undefined) {
      const path = (directory === "" ? name : `${directory}/${name}`) as RepoPath;
      if (snapshot.files.has(path)) found = path;
      else found = directory === "" ? null : nearest(parentOf(directory), name);
      known.set(key, found);
    }
    return found;
  };
  const idOf = (path: RepoPath | null): string =>
    (path === null ? undefined : snapshot.files.get(path)?.id) ?? "none";
  return (path) => {
    const directory = parentOf(path);
    const manifest = nearest(directory, "package.json");
    const settings = nearest(directory, "tsconfig.json");
    return {
      text: ` in ${idOf(manifest)} ${idOf(settings)}`,
      files: [manifest, settings].filter((file) => file !== null),
    };
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

interface HashOptions {
  readonly valueOf: (path: RepoPath) => string;
  readonly kind: HashKind;
  readonly keep: (node: MerkleNode) => NodeHash;
}

/** Gives the hash of a file of the graph; undefined for any other path. */
function createHasher(graph: FileGraph, options: HashOptions): (path: RepoPath) => NodeHash | undefined {
  const known = new Set(graph.paths);
  const hashes = new Map<RepoPath, NodeHash>();
  return (path) => {
    if (known.has(path) && !hashes.has(path)) hashReached(path, { graph, known, hashes, options });
    return hashes.get(path);
  };
}

interface HashContext {
  readonly graph: FileGraph;
  readonly known: ReadonlySet<RepoPath>;
  readonly hashes: Map<RepoPath, NodeHash>;
  readonly options: HashOptions;
}

/** Hashes a file and all that it reaches, as far as they have no hash yet: a cycle is reached as a whole or not at all. */
function hashReached(start: RepoPath, { graph, known, hashes, options }: HashContext): void {
  const references = new Map<RepoPath, readonly ResolvedReference[]>([[start, []]]);
  for (const path of references.keys()) {
    const list = referencesOf(graph, path, options.kind);
    references.set(path, list);
    for (const { resolution } of list)
      for (const file of resolution.files)
        if (known.has(file) && !hashes.has(file) && !references.has(file)) references.set(file, []);
  }
  const paths = [...references.keys()].sort();
  const indices = new Map(paths.map((path, index) => [path, index]));
  const adjacency = paths.map((path) =>
    (references.get(path) ?? []).flatMap(({ resolution }) =>
      resolution.files.flatMap((file) => indices.get(file) ?? []),
    ),
  );
  const nodeOf = (target: RepoPath): NodeHash | null => hashes.get(target) ?? null;
  // A component comes after all that it leads to, so a target without a hash is in the component itself.
  for (const component of findComponents(adjacency).members) {
    const members: MerkleMember[] = component.map((index) => {
      const path = paths[index] as RepoPath;
      const described = describe(path, references.get(path) ?? [], nodeOf);
      return { path, value: options.valueOf(path), references: described };
    });
    const hash = options.keep({ members });
    for (const index of component) hashes.set(paths[index] as RepoPath, hash);
  }
}

/** The references that a hash follows: for a declared structure, only those that the declarations still have. */
function referencesOf(graph: FileGraph, path: RepoPath, kind: HashKind): readonly ResolvedReference[] {
  if (kind === "imports") return runtimeReferences(graph, path);
  const references = graph.references(path);
  const { structure } = graph.extraction(path);
  if (kind === "content" || structure.kind === "content") return references;
  const refersTo = new Set(structure.refersTo);
  return references.filter((one) => refersTo.has(one.reference.specifier));
}

/** One entry for each way of naming something; naming it twice is no difference. A file's link to itself is none. */
function describe(
  path: RepoPath,
  references: readonly ResolvedReference[],
  nodeOf: (target: RepoPath) => NodeHash | null,
): readonly MerkleReference[] {
  const described = new Map<string, MerkleReference>();
  for (const { reference, resolution } of references) {
    const { kind, type, base = "", directory = false, specifier } = reference;
    const name = `${kind}:${type}:${base}:${directory} ${specifier}`;
    if (described.has(name)) continue;
    const targets = resolution.files
      .filter((file) => file !== path)
      .map((file) => ({ path: file, node: nodeOf(file) }));
    const beyond = [
      ...resolution.outside.map((file) => `outside:${file}`),
      ...resolution.external.map((one) => `external:${one}`),
    ];
    if (targets.length === 0 && resolution.files.length > 0 && beyond.length === 0) continue;
    described.set(name, { name, state: resolution.state, targets, beyond });
  }
  return [...described.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

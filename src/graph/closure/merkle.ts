import { isCode } from "../../paths/is-code.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { FileGraph, ResolvedReference } from "../file-graph.ts";
import {
  exportedNames,
  exportReferences,
  importReferences,
  importsOf,
} from "../references/export-references.ts";
import { type FollowedReference, programReferences } from "../references/program-references.ts";
import { runtimeReferences } from "../references/runtime-references.ts";
import { createSurroundings } from "../surroundings.ts";
import { findComponents } from "./components.ts";
import {
  hashNode,
  type MerkleMember,
  type MerkleNode,
  type MerkleReference,
  type NodeHash,
} from "./merkle-node.ts";

/**
 * What a hash covers, in this order: the content of everything that is reached; the content of everything that is
 * reached when the file runs; the structure that others can see; the part of that structure that a compiler sees, which
 * opens no file that code names in a string; the content of everything except non-code files that code only names in a
 * string; the content of what imports alone lead to when the file runs; the names that modules export, as far as they
 * come from other modules; the same along all imports; or only where imports lead.
 */
export type HashKind =
  | "content"
  | "program"
  | "structure"
  | "types"
  | "referred"
  | "imports"
  | "exports"
  | "chains"
  | "places";

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

/** What a package name means to a file; empty if it means nothing. */
export type PackageOf = (from: RepoPath, name: string) => string;

/** Computes a hash on first request, together with the hashes of everything that the file reaches, each once. */
export function computeHashes(
  graph: FileGraph,
  snapshot: Snapshot,
  packageOf: PackageOf = () => "",
): GraphHashes {
  const nodes = new Map<NodeHash, MerkleNode>();
  const keep = (node: MerkleNode): NodeHash => {
    const hash = hashNode(node);
    nodes.set(hash, node);
    return hash;
  };
  /** By kind and path, because several checks ask for the same. */
  const dependencies = new Map<string, NodeHash>();
  const hashers = new Map<HashKind, (path: RepoPath) => NodeHash | undefined>();
  const hasherOf = (kind: HashKind): ((path: RepoPath) => NodeHash | undefined) => {
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
    return hasherOf(kind)(path) ?? keep({ members: [member] });
  };
  return {
    content: (path) => hashOf(path, "content"),
    program: (path) => hashOf(path, "program"),
    structure: (path) => hashOf(path, "structure"),
    imports: (path) => hashOf(path, "imports"),
    dependenciesOf: (path, kind, specifiers) => {
      const key = `${kind} ${path}`;
      const made = specifiers === undefined ? dependencies.get(key) : undefined;
      if (made !== undefined) return made;
      const hasher = hasherOf(kind);
      const nodeOf = (target: RepoPath): NodeHash | null => hasher(target) ?? null;
      const followed = followedFrom(path, kind);
      const wanted = specifiers === undefined ? null : new Set(specifiers);
      const taken = followed.filter(({ reference }) => wanted === null || wanted.has(reference.specifier));
      const references = describe(path, taken, { ...optionsOf(kind), nodeOf });
      const hash = keep({ members: [{ path: null, value: null, references }] });
      if (specifiers === undefined) dependencies.set(key, hash);
      return hash;
    },
    node: (hash) => nodes.get(hash),
    around: (path) => (graph.extraction(path).outline.kind === "module" ? surroundings(path).files : []),
  };
}

interface HashOptions {
  readonly valueOf: (path: RepoPath) => string;
  readonly kind: HashKind;
  readonly keep: (node: MerkleNode) => NodeHash;
  readonly packageOf: PackageOf;
}

/** Returns the hash of a file of the graph; undefined for any other path. */
function createHasher(graph: FileGraph, options: HashOptions): (path: RepoPath) => NodeHash | undefined {
  const hashes = new Map<RepoPath, NodeHash>();
  return (path) => {
    if (graph.has(path) && !hashes.has(path)) hashReached(path, { graph, hashes, options });
    return hashes.get(path);
  };
}

interface HashContext {
  readonly graph: FileGraph;
  readonly hashes: Map<RepoPath, NodeHash>;
  readonly options: HashOptions;
}

/**
 * Hashes a file and everything that it reaches, except what already has a hash. A cycle is hashed completely or not at
 * all.
 */
function hashReached(start: RepoPath, { graph, hashes, options }: HashContext): void {
  const references = new Map<RepoPath, readonly FollowedReference[]>([[start, []]]);
  for (const path of references.keys()) {
    const list = referencesOf(graph, path, options.kind);
    references.set(path, list);
    for (const { resolution, isEnd = false } of list)
      for (const file of isEnd ? [] : resolution.files)
        if (graph.has(file) && !hashes.has(file) && !references.has(file)) references.set(file, []);
  }
  const paths = [...references.keys()].sort();
  const indices = new Map(paths.map((path, index) => [path, index]));
  const adjacency = paths.map((path) =>
    (references.get(path) ?? []).flatMap(({ resolution, isEnd = false }) =>
      isEnd ? [] : resolution.files.flatMap((file) => indices.get(file) ?? []),
    ),
  );
  const nodeOf = (target: RepoPath): NodeHash | null => hashes.get(target) ?? null;
  // A component comes after everything that it leads to, so a target without a hash is in the component itself.
  for (const component of findComponents(adjacency).members) {
    const members: MerkleMember[] = component.map((index) => {
      const path = paths[index] as RepoPath;
      const described = describe(path, references.get(path) ?? [], { ...options, nodeOf });
      return { path, value: options.valueOf(path), references: described };
    });
    const hash = options.keep({ members });
    for (const index of component) hashes.set(paths[index] as RepoPath, hash);
  }
}

/** The references that a hash follows: for a declared structure, only those that the declarations still have. */
function referencesOf(graph: FileGraph, path: RepoPath, kind: HashKind): readonly FollowedReference[] {
  if (kind === "imports") return runtimeReferences(graph, path);
  if (kind === "program") return programReferences(graph, path);
  if (kind === "exports") return exportReferences(graph, path);
  if (kind === "chains") return importReferences(graph, path);
  const references = namedBy(graph, path, kind);
  const { structure } = graph.extraction(path);
  if (!isStructural(kind) || structure.kind === "content") return references;
  const refersTo = new Set(structure.refersTo);
  return references.filter((one) => refersTo.has(one.reference.specifier));
}

function isStructural(kind: HashKind): boolean {
  return kind === "structure" || kind === "types";
}

function namedBy(graph: FileGraph, path: RepoPath, kind: HashKind): readonly ResolvedReference[] {
  const references = graph.references(path);
  if (graph.extraction(path).outline.kind !== "module") return references;
  if (kind === "types") return references.filter((each) => !isInText(each));
  return kind === "referred"
    ? references.map((each) => (isInText(each) ? onlyCode(each) : each))
    : references;
}

function isInText({ reference }: ResolvedReference): boolean {
  return reference.type === "reference" && reference.typeOnly !== true;
}

function onlyCode({ reference, resolution }: ResolvedReference): ResolvedReference {
  return { reference, resolution: { ...resolution, files: resolution.files.filter(isCode) } };
}

const BARE = /^(?:@[^/]+\/)?[^./@#~][^/:]*/;

/** A package that exists, although nothing says what its entry is. It counts as changed when it is installed again. */
function unresolvedPackage(
  path: RepoPath,
  { reference, resolution }: ResolvedReference,
  packageOf: PackageOf,
): readonly string[] {
  const name = BARE.exec(reference.specifier)?.[0];
  if (resolution.state !== "unresolved" || reference.kind !== "module" || name === undefined) return [];
  const value = packageOf(path, name);
  return value === "" ? [] : [`external:${name} ${value}`];
}

/**
 * One entry for each way of naming something. Naming it twice makes no difference, and neither does a file's link to
 * itself.
 */
function describe(
  path: RepoPath,
  references: readonly FollowedReference[],
  options: HashOptions & { readonly nodeOf: (target: RepoPath) => NodeHash | null },
): readonly MerkleReference[] {
  const { nodeOf, keep, valueOf, packageOf } = options;
  const endOf = (file: RepoPath): NodeHash =>
    keep({ members: [{ path: file, value: valueOf(file), references: [] }] });
  const described = new Map<string, MerkleReference>();
  for (const { reference, resolution, isEnd = false, isPlace = false } of references) {
    const { kind, type, base = "", directory = false, specifier } = reference;
    const name = `${kind}:${type}:${base}:${directory} ${specifier}`;
    if (described.has(name)) continue;
    const targets = resolution.files
      .filter((file) => file !== path)
      .map((file) => ({ path: file, node: isPlace ? null : isEnd ? endOf(file) : nodeOf(file) }));
    const beyond = [
      ...resolution.outside.map((file) => `outside:${file}`),
      ...resolution.external.map((one) => `external:${one} ${packageOf(path, one)}`.trim()),
      ...unresolvedPackage(path, { reference, resolution }, packageOf),
    ];
    if (targets.length === 0 && resolution.files.length > 0 && beyond.length === 0) continue;
    described.set(name, { name, state: resolution.state, targets, beyond });
  }
  return [...described.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

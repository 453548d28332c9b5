import { isCode } from "../../paths/is-code.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileGraph, ResolvedReference } from "../file-graph.ts";
import { exportReferences, importReferences } from "../references/export-references.ts";
import { type FollowedReference, programReferences } from "../references/program-references.ts";
import { runtimeReferences } from "../references/runtime-references.ts";
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

/** What a package name means to a file; empty if it means nothing. */
export type PackageOf = (from: RepoPath, name: string) => string;

export interface HashOptions {
  readonly valueOf: (path: RepoPath) => string;
  readonly kind: HashKind;
  readonly keep: (node: MerkleNode) => NodeHash;
  readonly packageOf: PackageOf;
}

/** Hashes files together with everything that they reach. */
export interface Hasher {
  /** Undefined for a path that is not in the graph. */
  readonly hashOf: (path: RepoPath) => NodeHash | undefined;
  readonly node: (hash: NodeHash) => MerkleNode | undefined;
}

export function createHasher(graph: FileGraph, options: HashOptions): Hasher {
  const hashes = new Map<RepoPath, NodeHash>();
  const made = new Map<NodeHash, RepoPath | readonly RepoPath[]>();
  return {
    hashOf: (path) => {
      if (graph.has(path) && !hashes.has(path)) hashReached(path, { graph, hashes, made, options });
      return hashes.get(path);
    },
    node: (hash) => {
      const found = made.get(hash);
      if (found === undefined) return undefined;
      const paths = typeof found === "string" ? [found] : found;
      const own = new Set(paths);
      const nodeOf = (target: RepoPath): NodeHash | null =>
        own.has(target) ? null : (hashes.get(target) ?? null);
      return nodeOfFiles(paths, (path) => referencesOf(graph, path, options.kind), { ...options, nodeOf });
    },
  };
}

interface HashContext {
  readonly graph: FileGraph;
  readonly hashes: Map<RepoPath, NodeHash>;
  /** The file, or the files of one cycle, that the node of each hash is made of. */
  readonly made: Map<NodeHash, RepoPath | readonly RepoPath[]>;
  readonly options: HashOptions;
}

/**
 * Hashes a file and everything that it reaches, except what already has a hash. A cycle is hashed completely or not at
 * all.
 */
function hashReached(start: RepoPath, { graph, hashes, made, options }: HashContext): void {
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
    const members = component.map((index) => paths[index] as RepoPath);
    const node = nodeOfFiles(members, (path) => references.get(path) ?? [], { ...options, nodeOf });
    const hash = hashNode(node);
    made.set(hash, members.length === 1 ? (members[0] as RepoPath) : members);
    for (const path of members) hashes.set(path, hash);
  }
}

interface NodeOptions extends HashOptions {
  readonly nodeOf: (target: RepoPath) => NodeHash | null;
}

function nodeOfFiles(
  paths: readonly RepoPath[],
  referencesOf: (path: RepoPath) => readonly FollowedReference[],
  options: NodeOptions,
): MerkleNode {
  const members = paths.map((path): MerkleMember => {
    const references = describeReferences(path, referencesOf(path), options);
    return { path, value: options.valueOf(path), references };
  });
  return { members };
}

/** The references that a hash follows: for a declared structure, only those that the declarations still have. */
export function referencesOf(graph: FileGraph, path: RepoPath, kind: HashKind): readonly FollowedReference[] {
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

export function isStructural(kind: HashKind): boolean {
  return kind === "structure" || kind === "types";
}

export function namedBy(graph: FileGraph, path: RepoPath, kind: HashKind): readonly ResolvedReference[] {
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
export function describeReferences(
  path: RepoPath,
  references: readonly FollowedReference[],
  options: NodeOptions,
): readonly MerkleReference[] {
  const { nodeOf, keep, valueOf, packageOf } = options;
  const endOf = (file: RepoPath): NodeHash =>
    keep({ members: [{ path: file, value: valueOf(file), references: [] }] });
  const described = new Map<string, MerkleReference>();
  for (const { reference, resolution, isEnd = false, isPlace = false } of references) {
    const { kind, type, base = "", directory = false, specifier, through } = reference;
    const start = `${kind}:${type}:${base}:${directory}`;
    const name = through === undefined ? `${start} ${specifier}` : `${start}:${through} ${specifier}`;
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

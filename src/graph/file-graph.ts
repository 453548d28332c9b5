import type { Edge } from "../vocabulary/tree/graph.ts";
import type { NameWord } from "../paths/name-words.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { findComponents } from "./closure/components.ts";
import { type Reach, reach, shortestChain } from "./closure/reach.ts";
import { type Extraction, PLAIN, type Reference } from "./extraction.ts";
import type { Resolution } from "./resolve/resolution.ts";
import { HAS_TRAIT, type Trait } from "./references/traits.ts";

export interface ResolvedReference {
  readonly reference: Reference;
  readonly resolution: Resolution;
}

/** What is known about one file: its extraction, and where each of its references leads. */
export interface FileNode {
  readonly extraction: Extraction;
  /** Without weak references that lead nowhere. */
  readonly references: readonly ResolvedReference[];
  /** The path words through which its references could find other files. */
  readonly words: readonly NameWord[];
}

/** The source of a graph's nodes: all in memory, or each computed on request. */
export interface GraphNodes {
  has(path: RepoPath): boolean;
  get(path: RepoPath): FileNode | undefined;
  /** Reads these at once, if reading many is cheaper. */
  prepare?(paths: readonly RepoPath[]): void;
  /** In the order of the paths. */
  keys(): Iterable<RepoPath>;
  /** The files that may have a trait, in the order of the paths, if that is known without reading every node. */
  having?(trait: Trait): readonly RepoPath[];
  /** All words of all files, if they are known without reading every node. */
  words?(): Iterable<NameWord>;
  /** What a file depends on, if that is known without reading its node. */
  dependencies?(path: RepoPath): readonly RepoPath[];
  /** The files that depend on a file, in the order of the paths, if that is known without reading every node. */
  dependents?(path: RepoPath): readonly RepoPath[];
}

/**
 * Which file depends on which, and how. Built once, then only queried. Every list has the same order for the same tree.
 * A path that is not in the graph has no edges.
 */
export class FileGraph {
  readonly paths: readonly RepoPath[];
  readonly nodes: GraphNodes;
  readonly #from = new Map<RepoPath, readonly Edge[]>();
  #to: ReadonlyMap<RepoPath, readonly Edge[]> | undefined;
  #dependents: ReadonlyMap<RepoPath, readonly RepoPath[]> | undefined;
  readonly #having = new Map<Trait, readonly RepoPath[]>();

  constructor(nodes: GraphNodes) {
    this.nodes = nodes;
    this.paths = [...nodes.keys()];
  }

  has(path: RepoPath): boolean {
    return this.nodes.has(path);
  }

  /** Call this before asking about each of many files. */
  prepare(paths: readonly RepoPath[]): void {
    this.nodes.prepare?.(paths);
  }

  node(path: RepoPath): FileNode | undefined {
    return this.nodes.get(path);
  }

  extraction(path: RepoPath): Extraction {
    return this.nodes.get(path)?.extraction ?? PLAIN;
  }

  references(path: RepoPath): readonly ResolvedReference[] {
    return this.nodes.get(path)?.references ?? [];
  }

  /** What the file depends on: one edge for each target and way of naming it, in the order of the text. */
  edgesFrom(path: RepoPath): readonly Edge[] {
    const known = this.#from.get(path);
    if (known !== undefined) return known;
    const edges = edgesOf(path, this.references(path));
    this.#from.set(path, edges);
    return edges;
  }

  /** What depends on the file, in the order of the dependents' paths. */
  edgesTo(path: RepoPath): readonly Edge[] {
    const known = this.nodes.dependents?.(path);
    if (known !== undefined)
      return known.flatMap((from) => this.edgesFrom(from).filter(({ to }) => to === path));
    this.#to ??= groupByTarget(this);
    return this.#to.get(path) ?? [];
  }

  /** The files that have a trait, and perhaps others, in the order of the paths. */
  having(trait: Trait): readonly RepoPath[] {
    let known = this.#having.get(trait);
    if (known === undefined) {
      const has = HAS_TRAIT[trait];
      known =
        this.nodes.having?.(trait) ??
        this.paths.filter((path) => has(path, this.nodes.get(path) as FileNode));
      this.#having.set(trait, known);
    }
    return known;
  }

  /** The path words through which the references of any file could find other files. */
  words(): ReadonlySet<NameWord> {
    return new Set(this.nodes.words?.() ?? this.paths.flatMap((path) => this.nodes.get(path)?.words ?? []));
  }

  /** References that must lead somewhere but do not. */
  unresolved(path: RepoPath): readonly Reference[] {
    return this.references(path)
      .filter((one) => one.resolution.state === "unresolved")
      .map((one) => one.reference);
  }

  /** References that only running the code can resolve: the file may depend on anything. */
  opaque(path: RepoPath): readonly Reference[] {
    return this.references(path)
      .filter((one) => one.resolution.state === "opaque")
      .map((one) => one.reference);
  }

  /** Packages, Node's own modules, and what lies beyond the repository; sorted. */
  external(path: RepoPath): readonly string[] {
    return distinct(this.references(path).flatMap((one) => one.resolution.external));
  }

  /**
   * Files that it depends on but the snapshot does not cover; sorted. These are generated code, and files beyond the
   * repository that are not installed, whose path starts with `../`.
   */
  outside(path: RepoPath): readonly RepoPath[] {
    return distinct(this.references(path).flatMap((one) => one.resolution.outside));
  }

  /** Files that affect others without being imported by them. */
  ambient(): readonly RepoPath[] {
    return this.having("ambient").filter((path) => this.extraction(path).ambient !== undefined);
  }

  dependencies(path: RepoPath): readonly RepoPath[] {
    const known = this.nodes.dependencies?.(path);
    if (known !== undefined) return known;
    const node = this.nodes.get(path);
    return node === undefined ? [] : nodeTargets(path, node);
  }

  /** In the order of their paths. */
  dependents(path: RepoPath): readonly RepoPath[] {
    const known = this.nodes.dependents?.(path);
    if (known !== undefined) return known;
    this.#dependents ??= groupDependents(this);
    return this.#dependents.get(path) ?? [];
  }

  /** Everything that depends on any of the paths, with the shortest chain from that path to it. */
  transitiveDependents(paths: Iterable<RepoPath>): Reach {
    return reach(paths, (path) => this.dependents(path));
  }

  /** Everything that the file depends on, with the shortest chain from the file to each. */
  transitiveDependencies(path: RepoPath): Reach {
    return reach([path], (from) => this.dependencies(from));
  }

  /** The shortest chain of dependencies from a file to any of the others; undefined if there is none. */
  chain(from: RepoPath, targets: ReadonlySet<RepoPath>): readonly RepoPath[] | undefined {
    return shortestChain(from, targets, (path) => this.dependencies(path));
  }

  /** Groups of files that depend on each other, each sorted, in the order of their first paths. */
  cycles(): readonly (readonly RepoPath[])[] {
    const indices = new Map(this.paths.map((path, index) => [path, index]));
    const adjacency = this.paths.map((path) =>
      this.dependencies(path)
        .map((to) => indices.get(to))
        .filter((index) => index !== undefined),
    );
    return findComponents(adjacency)
      .members.filter((members) => members.length > 1)
      .toSorted((a, b) => (a[0] as number) - (b[0] as number))
      .map((members) => members.map((index) => this.paths[index] as RepoPath));
  }
}

/** The files that a file depends on, in the order of its references. */
export function nodeTargets(
  path: RepoPath,
  { references }: Pick<FileNode, "references">,
): readonly RepoPath[] {
  const found = new Set<RepoPath>();
  for (const { resolution } of references) for (const to of resolution.files) found.add(to);
  found.delete(path);
  return [...found];
}

function edgesOf(from: RepoPath, references: readonly ResolvedReference[]): readonly Edge[] {
  const edges = new Map<string, Edge>();
  for (const { reference, resolution } of references) {
    const { type, strength, specifier, line } = reference;
    for (const to of resolution.files) {
      const key = `${type} ${strength} ${to}\0${specifier}`;
      if (to !== from && !edges.has(key)) edges.set(key, { from, to, type, strength, specifier, line });
    }
  }
  return [...edges.values()];
}

function groupByTarget(graph: FileGraph): ReadonlyMap<RepoPath, readonly Edge[]> {
  const groups = new Map<RepoPath, Edge[]>();
  for (const path of graph.paths) {
    for (const edge of graph.edgesFrom(path)) {
      const group = groups.get(edge.to);
      if (group === undefined) groups.set(edge.to, [edge]);
      else group.push(edge);
    }
  }
  return groups;
}

function groupDependents(graph: FileGraph): ReadonlyMap<RepoPath, readonly RepoPath[]> {
  const groups = new Map<RepoPath, RepoPath[]>();
  for (const path of graph.paths) {
    for (const to of graph.dependencies(path)) {
      const group = groups.get(to);
      if (group === undefined) groups.set(to, [path]);
      else group.push(path);
    }
  }
  return groups;
}

function distinct<T extends string>(values: readonly T[]): readonly T[] {
  return [...new Set(values)].sort();
}

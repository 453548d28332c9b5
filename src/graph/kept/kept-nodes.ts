import type { NameWord } from "../../paths/name-words.ts";
import { searchSorted } from "../../values/search-sorted.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { unreadable } from "../extract.ts";
import type { Extraction } from "../extraction.ts";
import { type FileGraph, type FileNode, type GraphNodes, nodeTargets } from "../file-graph.ts";
import { HAS_TRAIT, type Trait } from "../references/traits.ts";
import { GraphPacker, packFile } from "./pack-graph.ts";
import { type TurnedEdges, type PackedGraph, readRow, turnAround } from "./packed-graph.ts";

export interface KeptNodesOptions {
  readonly packed: PackedGraph;
  /** The paths of the packed files, in the packed order. */
  readonly paths: readonly RepoPath[];
  /** The extractions of files that have not changed. Leaves out what is no longer known. */
  readonly extractionsOf: (paths: readonly RepoPath[]) => ReadonlyMap<RepoPath, Extraction>;
  /** Files with a new extraction, and where their references lead. */
  readonly changed: ReadonlyMap<RepoPath, FileNode>;
  /** The changed files whose references lead elsewhere now. */
  readonly redirected: ReadonlySet<RepoPath>;
  /** Whether files were added or removed since. */
  readonly isRenumbered: boolean;
  /** How many nodes stay objects after they were read, if reading them again is cheap; all if undefined. */
  readonly most?: number;
}

/** The nodes of a packed graph, each read on request. */
export class KeptNodes implements GraphNodes {
  readonly #options: KeptNodesOptions;
  /** What was read lately, and what was read before that. */
  #nodes = new Map<RepoPath, FileNode>();
  #earlier: ReadonlyMap<RepoPath, FileNode> = new Map();
  #dependents: TurnedEdges | undefined;
  #missing = 0;

  constructor(options: KeptNodesOptions) {
    this.#options = options;
  }

  /** How many files have an extraction that is no longer known: they may refer to anything. */
  get missing(): number {
    return this.#missing;
  }

  /** The words of places that package.json files and compiler settings lead to. */
  get entries(): readonly NameWord[] {
    return this.#options.packed.head.entries;
  }

  has(path: RepoPath): boolean {
    return this.#numberOf(path) !== -1;
  }

  keys(): Iterable<RepoPath> {
    return this.#options.paths;
  }

  get(path: RepoPath): FileNode | undefined {
    const { changed, extractionsOf } = this.#options;
    const known = changed.get(path) ?? this.#nodes.get(path);
    if (known !== undefined) return known;
    const number = this.#numberOf(path);
    if (number === -1) return undefined;
    return this.#keep(
      path,
      this.#earlier.get(path) ?? this.#read(path, number, extractionsOf([path]).get(path)),
    );
  }

  #keep(path: RepoPath, node: FileNode): FileNode {
    if (this.#nodes.size >= (this.#options.most ?? Infinity) / 2) {
      this.#earlier = this.#nodes;
      this.#nodes = new Map();
    }
    this.#nodes.set(path, node);
    return node;
  }

  prepare(paths: readonly RepoPath[]): void {
    const { changed, extractionsOf, most } = this.#options;
    if (most !== undefined) return;
    const wanted = paths.filter(
      (path) => !changed.has(path) && !this.#nodes.has(path) && this.#numberOf(path) !== -1,
    );
    if (wanted.length < 2) return;
    const found = extractionsOf(wanted);
    for (const path of wanted) this.#keep(path, this.#read(path, this.#numberOf(path), found.get(path)));
  }

  #read(path: RepoPath, number: number, found: Extraction | undefined): FileNode {
    if (found === undefined) this.#missing += 1;
    const extraction = found ?? unreadable(path);
    const { paths } = this.#options;
    const references =
      found === undefined
        ? extraction.references.map((reference) => ({ reference, resolution: UNKNOWN }))
        : readRow(this.#rowOf(number).toString("utf8"), extraction, paths);
    return { extraction, references, words: [...this.#wordsOf(number)] };
  }

  having(trait: Trait): readonly RepoPath[] {
    const { packed, paths, changed } = this.#options;
    const has = HAS_TRAIT[trait];
    const found = new Set(packed.head.traits[trait].map((number) => paths[number] as RepoPath));
    for (const [path, node] of changed) if (has(path, node)) found.add(path);
    return [...found].sort();
  }

  *words(): Iterable<NameWord> {
    const { packed, changed, redirected, paths } = this.#options;
    if (redirected.size === 0) return yield* packed.words;
    for (const [number, path] of paths.entries())
      yield* redirected.has(path) ? (changed.get(path) as FileNode).words : this.#wordsOf(number);
  }

  dependencies(path: RepoPath): readonly RepoPath[] {
    const { changed, paths } = this.#options;
    const number = this.#numberOf(path);
    if (number === -1) return [];
    const node = changed.get(path);
    return node === undefined
      ? Array.from(this.#targetsOf(number), (target) => paths[target] as RepoPath)
      : nodeTargets(path, node);
  }

  dependents(path: RepoPath): readonly RepoPath[] {
    const number = this.#numberOf(path);
    if (number === -1) return [];
    this.#dependents ??= this.#turnAround();
    const { starts, sources } = this.#dependents;
    const { paths } = this.#options;
    const own = sources.subarray(starts[number], starts[number + 1]);
    return Array.from(own, (source) => paths[source] as RepoPath);
  }

  pack(entries: readonly NameWord[]): PackedGraph {
    const packed = this.repack() ?? this.#options.packed;
    return { ...packed, head: { ...packed.head, entries } };
  }

  /** The same graph, packed again; null if the packed graph is still valid. */
  repack(): PackedGraph | null {
    const { paths, changed, redirected, isRenumbered } = this.#options;
    const isSame = [...changed].every(([path, node]) =>
      (Object.keys(HAS_TRAIT) as Trait[]).every(
        (trait) => HAS_TRAIT[trait](path, node) === this.#hadTrait(trait, path),
      ),
    );
    if (redirected.size === 0 && isSame && !isRenumbered) return null;
    const numberOf = (path: RepoPath): number => this.#numberOf(path);
    const packer = new GraphPacker();
    for (const [number, path] of paths.entries())
      packer.add(
        redirected.has(path)
          ? packFile(changed.get(path) as FileNode, path, numberOf)
          : {
              row: this.#rowOf(number),
              targets: this.#targetsOf(number),
              words: this.#wordsOf(number),
            },
      );
    return packer.pack({
      paths,
      entries: this.entries,
      having: (trait) =>
        this.having(trait)
          .filter((path) => !changed.has(path) || HAS_TRAIT[trait](path, changed.get(path) as FileNode))
          .map(numberOf),
    });
  }

  #hadTrait(trait: Trait, path: RepoPath): boolean {
    return this.#options.packed.head.traits[trait].includes(this.#numberOf(path));
  }

  #rowOf(number: number): Buffer {
    const { rows, rowStarts } = this.#options.packed;
    return rows.subarray(rowStarts[number], rowStarts[number + 1]);
  }

  #targetsOf(number: number): Uint32Array {
    const { targets, targetStarts } = this.#options.packed;
    return targets.subarray(targetStarts[number], targetStarts[number + 1]);
  }

  #wordsOf(number: number): Uint32Array {
    const { words, wordStarts } = this.#options.packed;
    return words.subarray(wordStarts[number], wordStarts[number + 1]);
  }

  #numberOf(path: RepoPath): number {
    return searchSorted(this.#options.paths, path);
  }

  #turnAround(): TurnedEdges {
    const { packed, paths, redirected, changed } = this.#options;
    if (redirected.size === 0) return packed.dependents;
    const own = new Map<number, readonly number[]>();
    for (const path of redirected) {
      const files = nodeTargets(path, changed.get(path) as FileNode);
      own.set(
        this.#numberOf(path),
        files.map((file) => this.#numberOf(file)),
      );
    }
    return turnAround(paths.length, (source) => own.get(source) ?? this.#targetsOf(source));
  }
}

/**
 * A graph in the form that is kept for the next run; null if its nodes are not packed.
 *
 * @param entries the words of places that package.json files and compiler settings lead to
 */
export function packGraph({ nodes }: FileGraph, entries: readonly NameWord[]): PackedGraph | null {
  return nodes instanceof KeptNodes ? nodes.pack(entries) : null;
}

const UNKNOWN = { state: "opaque", files: [], outside: [], external: [] } as const;

import type { NameWord } from "../../paths/name-words.ts";
import { shortHash } from "../../values/short-hash.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileGraph, FileNode } from "../file-graph.ts";
import { type Trait, TRAITS } from "../references/traits.ts";
import { type PackedGraph, turnAround, writeRow } from "./packed-graph.ts";

/** The packed data of one file. */
export interface PackedFile {
  readonly row: string | Buffer;
  /** The numbers of the files that it depends on. */
  readonly targets: Iterable<number>;
  readonly words: Iterable<NameWord>;
}

/** Packs a graph whose nodes are all in memory. */
export function packGraph(graph: FileGraph, entries: readonly NameWord[]): PackedGraph {
  const { paths } = graph;
  const numbers = new Map(paths.map((path, index) => [path, index]));
  const numberOf = (path: RepoPath): number => numbers.get(path) as number;
  return packFiles({
    paths,
    entries,
    fileOf: (path) => packFile(graph.node(path) as FileNode, path, numberOf),
    having: (trait) => graph.having(trait).map(numberOf),
  });
}

export function packFile(
  { extraction, references, words }: FileNode,
  path: RepoPath,
  numberOf: (path: RepoPath) => number,
): PackedFile {
  const files = new Set(references.flatMap(({ resolution }) => resolution.files));
  files.delete(path);
  return { row: writeRow(references, extraction, numberOf), targets: [...files].map(numberOf), words };
}

export interface PackGraphOptions {
  readonly paths: readonly RepoPath[];
  /** The words of places that package.json files and compiler settings lead to. */
  readonly entries: readonly NameWord[];
  readonly fileOf: (path: RepoPath, number: number) => PackedFile;
  readonly having: (trait: Trait) => readonly number[];
}

export function packFiles({ paths, entries, fileOf, having }: PackGraphOptions): PackedGraph {
  const rowStarts = new Uint32Array(paths.length + 1);
  const targetStarts = new Uint32Array(paths.length + 1);
  const wordStarts = new Uint32Array(paths.length + 1);
  const targets: number[] = [];
  const words: NameWord[] = [];
  const rows: Buffer[] = [];
  let length = 0;
  for (const [index, path] of paths.entries()) {
    const file = fileOf(path, index);
    const row = typeof file.row === "string" ? Buffer.from(file.row) : file.row;
    rows.push(row);
    length += row.length;
    for (const target of file.targets) targets.push(target);
    for (const word of file.words) words.push(word);
    rowStarts[index + 1] = length;
    targetStarts[index + 1] = targets.length;
    wordStarts[index + 1] = words.length;
  }
  const numbers = Uint32Array.from(targets);
  const traits = Object.fromEntries(TRAITS.map((trait) => [trait, having(trait)]));
  return {
    head: {
      size: paths.length,
      paths: digestPaths(paths),
      entries,
      traits: traits as Record<Trait, readonly number[]>,
    },
    rowStarts,
    targetStarts,
    targets: numbers,
    dependents: turnAround(paths.length, (source) =>
      numbers.subarray(targetStarts[source], targetStarts[source + 1]),
    ),
    wordStarts,
    words: Uint32Array.from(words),
    rows: Buffer.concat(rows),
  };
}

export function digestPaths(paths: readonly RepoPath[]): string {
  return shortHash(paths.join("\0"));
}

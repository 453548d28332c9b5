import type { NameWord } from "../../paths/name-words.ts";
import { PackedTexts } from "../../values/packed-texts.ts";
import { shortHash } from "../../values/short-hash.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { type FileNode, nodeTargets } from "../file-graph.ts";
import { type Trait, TRAITS } from "../references/traits.ts";
import { type PackedGraph, turnAround, writeRow } from "./packed-graph.ts";

/** The packed data of one file. */
export interface PackedFile {
  readonly row: string | Buffer;
  /** The numbers of the files that it depends on. */
  readonly targets: Iterable<number>;
  readonly words: Iterable<NameWord>;
}

export function packFile(node: FileNode, path: RepoPath, numberOf: (path: RepoPath) => number): PackedFile {
  return {
    row: writeRow(node.references, node.extraction, numberOf),
    targets: nodeTargets(path, node).map(numberOf),
    words: node.words,
  };
}

/** What is packed in addition to the files. */
export interface PackedRest {
  readonly paths: readonly RepoPath[];
  /** The words of places that package.json files and compiler settings lead to. */
  readonly entries: readonly NameWord[];
  readonly having: (trait: Trait) => readonly number[];
}

/** Packs a graph, file by file in the order of the paths, so that no more than one needs to be an object at once. */
export class GraphPacker {
  readonly #rows = new PackedTexts();
  readonly #targetStarts = [0];
  readonly #targets: number[] = [];
  readonly #wordStarts = [0];
  readonly #words: NameWord[] = [];

  add({ row, targets, words }: PackedFile): void {
    this.#rows.add(row);
    for (const target of targets) this.#targets.push(target);
    for (const word of words) this.#words.push(word);
    this.#targetStarts.push(this.#targets.length);
    this.#wordStarts.push(this.#words.length);
  }

  pack({ paths, entries, having }: PackedRest): PackedGraph {
    const traits = Object.fromEntries(TRAITS.map((trait) => [trait, having(trait)]));
    const size = this.#rows.length;
    const rowStarts = new Uint32Array(size + 1);
    const rows = Array.from({ length: size }, (_, number) => this.#rows.bytesAt(number));
    for (const [number, row] of rows.entries())
      rowStarts[number + 1] = (rowStarts[number] as number) + row.length;
    const targetStarts = Uint32Array.from(this.#targetStarts);
    const targets = Uint32Array.from(this.#targets);
    return {
      head: {
        size,
        paths: digestPaths(paths),
        entries,
        traits: traits as Record<Trait, readonly number[]>,
      },
      rowStarts,
      targetStarts,
      targets,
      dependents: turnAround(size, (source) =>
        targets.subarray(targetStarts[source], targetStarts[source + 1]),
      ),
      wordStarts: Uint32Array.from(this.#wordStarts),
      words: Uint32Array.from(this.#words),
      rows: Buffer.concat(rows),
    };
  }
}

export function digestPaths(paths: readonly RepoPath[]): string {
  return shortHash(paths.join("\0"));
}

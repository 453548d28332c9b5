import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { GraphPacker } from "./pack-graph.ts";
import { type PackedGraph, renumberRow } from "./packed-graph.ts";

/**
 * The same graph for another list of files, with the numbers of that list. An added file refers to nothing yet. No file
 * refers to a removed file; that is correct once the references that led there are resolved again.
 */
export function renumberGraph(
  packed: PackedGraph,
  before: readonly RepoPath[],
  after: readonly RepoPath[],
): PackedGraph {
  const numbers = new Map(after.map((path, index) => [path, index]));
  const numberNow = before.map((path) => numbers.get(path) ?? GONE);
  const numberThen = new Map(before.map((path, index) => [path, index]));
  const now = (then: number): number => numberNow[then] ?? GONE;
  const { head, rows, rowStarts, targets, targetStarts, words, wordStarts } = packed;
  const packer = new GraphPacker();
  for (const path of after) {
    const then = numberThen.get(path);
    if (then === undefined) packer.add({ row: "[]", targets: [], words: [] });
    else
      packer.add({
        row: renumberRow(rows.toString("utf8", rowStarts[then], rowStarts[then + 1]), now),
        targets: [...targets.subarray(targetStarts[then], targetStarts[then + 1])].map(now).filter(isThere),
        words: words.subarray(wordStarts[then], wordStarts[then + 1]),
      });
  }
  return packer.pack({
    paths: after,
    entries: head.entries,
    having: (trait) => head.traits[trait].map(now).filter(isThere),
  });
}

const GONE = -1;

function isThere(number: number): boolean {
  return number !== GONE;
}

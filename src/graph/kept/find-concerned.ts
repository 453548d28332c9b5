import { ANY_FILE, ANYTHING, createEntrySight, type NameWord, wordOf } from "../../paths/name-words.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { PackedGraph } from "./packed-graph.ts";

export interface AddedAndRemoved {
  /** The paths of the packed files, in the packed order. */
  readonly paths: readonly RepoPath[];
  readonly came: readonly RepoPath[];
  readonly went: readonly RepoPath[];
}

/**
 * The files whose references may lead elsewhere because files were added or removed: those that led to a removed file,
 * and those that share a word with the path of an added or removed file. Or why that is unknown.
 */
export function findConcerned(
  packed: PackedGraph,
  { paths, came, went }: AddedAndRemoved,
): ReadonlySet<RepoPath> | { readonly why: string } {
  const { head, words, wordStarts, targets, targetStarts } = packed;
  const isEntry = createEntrySight(new Set(head.entries));
  const led = [...came, ...went].find((path) => isEntry(path));
  if (led !== undefined) return { why: `packages or settings may lead to ${led}` };
  // A reference to the root may mean any file in it.
  const asked = new Set<NameWord>([ANY_FILE, ANYTHING, wordOf("")]);
  for (const path of [...came, ...went]) for (const name of path.split("/")) asked.add(wordOf(name));
  const gone = new Set(went);
  const goneNumbers = new Set(paths.flatMap((path, index) => (gone.has(path) ? [index] : [])));
  const concerned = new Set<RepoPath>();
  for (const [number, path] of paths.entries()) {
    if (gone.has(path)) continue;
    const own = words.subarray(wordStarts[number], wordStarts[number + 1]);
    const led = targets.subarray(targetStarts[number], targetStarts[number + 1]);
    if (own.some((word) => asked.has(word)) || led.some((target) => goneNumbers.has(target)))
      concerned.add(path);
  }
  return concerned;
}

import { posix } from "node:path";
import type { FileGraph } from "../graph/file-graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** A file that a change reaches, the changed file that it comes from, and how many steps away that is. */
export interface Reached {
  readonly path: RepoPath;
  readonly cause: RepoPath;
  readonly distance: number;
}

/** One file that depends on another, and how it names it. */
interface Dependent {
  readonly from: RepoPath;
  readonly specifier: string;
}

export type Dependents = (path: RepoPath) => readonly Dependent[];

/**
 * Who has to be verified again when the structure of the starts changed, nearest first: all that depend on them,
 * and further on only through files whose own structure refers to what changed. This is what fingerprints of
 * checks that follow structure cover.
 */
export function spreadStructure(
  starts: Iterable<RepoPath>,
  graph: Pick<FileGraph, "extraction">,
  dependents: Dependents,
): readonly Reached[] {
  return spread(starts, dependents, ({ from, specifier }) => {
    const { structure } = graph.extraction(from);
    return structure.kind === "content" || structure.refersTo.includes(specifier);
  });
}

/** All that depend on the starts, at any distance, nearest first. */
export function spreadContent(starts: Iterable<RepoPath>, dependents: Dependents): readonly Reached[] {
  return spread(starts, dependents, () => true);
}

function spread(
  starts: Iterable<RepoPath>,
  dependents: Dependents,
  passesOn: (dependent: Dependent) => boolean,
): readonly Reached[] {
  const reached = new Map<RepoPath, Reached>();
  const passing = new Map<RepoPath, Reached>();
  for (const path of starts) passing.set(path, { path, cause: path, distance: 0 });
  // A map visits what is added while it is walked, so it is its own queue.
  for (const { path, cause, distance } of passing.values()) {
    for (const dependent of dependents(path)) {
      const next = { path: dependent.from, cause, distance: distance + 1 };
      if (!reached.has(dependent.from)) reached.set(dependent.from, next);
      if (!passing.has(dependent.from) && passesOn(dependent)) passing.set(dependent.from, next);
    }
  }
  return [...reached.values()];
}

/**
 * What depends on a file, by the graph; and what depended on a file that is gone, by the relative references that
 * now lead nowhere and would have led to it. An alias that led there is not recognised.
 */
export function createDependents(graph: FileGraph, deleted: readonly RepoPath[]): Dependents {
  const dangling = deleted.length === 0 ? NONE : findDangling(graph, deleted);
  return (path) => dangling.get(path) ?? graph.edgesTo(path);
}

const NONE: ReadonlyMap<RepoPath, readonly Dependent[]> = new Map();

function findDangling(
  graph: FileGraph,
  deleted: readonly RepoPath[],
): ReadonlyMap<RepoPath, readonly Dependent[]> {
  const names = new Map(deleted.flatMap((path) => namesOf(path).map((name) => [name, path] as const)));
  const found = new Map<RepoPath, Dependent[]>(deleted.map((path) => [path, []]));
  for (const from of graph.paths) {
    for (const { specifier } of graph.unresolved(from)) {
      const target = specifier.startsWith("/")
        ? specifier.slice(1)
        : posix.join(posix.dirname(from), specifier);
      const path = names.get(target) ?? names.get(withoutExtension(target));
      if (path !== undefined) found.get(path)?.push({ from, specifier });
    }
  }
  return found;
}

/** The names by which a file can be referred to: with or without its extension, or as its directory. */
function namesOf(path: RepoPath): readonly string[] {
  const bare = withoutExtension(path);
  return [path, bare, ...(posix.basename(bare) === "index" ? [posix.dirname(bare)] : [])];
}

function withoutExtension(path: string): string {
  return path.replace(/(?:\.d)?\.[a-z]+$/, "");
}

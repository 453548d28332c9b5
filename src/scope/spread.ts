import { posix } from "node:path";
import type { FileGraph } from "../graph/file-graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** A file that a change affects, the changed file that causes it, and the number of steps between them. */
export interface Reached {
  readonly path: RepoPath;
  readonly cause: RepoPath;
  readonly distance: number;
}

/** A file that depends on another, and how it refers to it. */
interface Dependent {
  readonly from: RepoPath;
  readonly specifier: string;
}

/** What depends on a file: the files, and each place in them that names it, which takes longer to find out. */
export interface Dependents {
  files(path: RepoPath): readonly RepoPath[];
  places(path: RepoPath): readonly Dependent[];
}

/**
 * What has to be verified again if the structure of the starting files changed, nearest first: everything
 * that depends on them directly, and further only through files whose own structure refers to what changed.
 * Fingerprints of checks that follow structure cover exactly this.
 */
export function spreadStructure(
  starts: Iterable<RepoPath>,
  graph: Pick<FileGraph, "extraction">,
  { places }: Pick<Dependents, "places">,
): readonly Reached[] {
  return spread(starts, (path) =>
    places(path).map(({ from, specifier }) => {
      const { structure } = graph.extraction(from);
      return { path: from, passesOn: structure.kind === "content" || structure.refersTo.includes(specifier) };
    }),
  );
}

/** Everything that depends on the starting files, at any distance, nearest first. */
export function spreadContent(
  starts: Iterable<RepoPath>,
  { files }: Pick<Dependents, "files">,
): readonly Reached[] {
  return spread(starts, (path) => files(path).map((from) => ({ path: from, passesOn: true })));
}

interface Next {
  readonly path: RepoPath;
  /** Whether the change also affects its dependents. */
  readonly passesOn: boolean;
}

function spread(
  starts: Iterable<RepoPath>,
  dependents: (path: RepoPath) => readonly Next[],
): readonly Reached[] {
  const reached = new Map<RepoPath, Reached>();
  const passing = new Map<RepoPath, Reached>();
  for (const path of starts) passing.set(path, { path, cause: path, distance: 0 });
  // Iterating over a map also visits entries added meanwhile, so the map is its own queue.
  for (const { path, cause, distance } of passing.values()) {
    for (const { path: from, passesOn } of dependents(path)) {
      const next = { path: from, cause, distance: distance + 1 };
      if (!reached.has(from)) reached.set(from, next);
      if (passesOn && !passing.has(from)) passing.set(from, next);
    }
  }
  return [...reached.values()];
}

/**
 * Dependents of a file, from the graph. For a deleted file: relative references that now resolve to nothing
 * and would have resolved to it. An alias that led there is not recognised.
 */
export function createDependents(graph: FileGraph, deleted: readonly RepoPath[]): Dependents {
  const dangling = deleted.length === 0 ? NONE : findDangling(graph, deleted);
  return {
    files: (path) => dangling.get(path)?.map(({ from }) => from) ?? graph.dependents(path),
    places: (path) => dangling.get(path) ?? graph.edgesTo(path),
  };
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

/** The names that can refer to a file: with or without its extension, or as its directory. */
function namesOf(path: RepoPath): readonly string[] {
  const bare = withoutExtension(path);
  return [path, bare, ...(posix.basename(bare) === "index" ? [posix.dirname(bare)] : [])];
}

function withoutExtension(path: string): string {
  return path.replace(/(?:\.d)?\.[a-z]+$/, "");
}

import { createCheckGraph } from "../checks/check-graph.ts";
import { isProducer } from "../checks/check-traits.ts";
import { directoriesOfFiles } from "../paths/directories.ts";
import { matchGlobs } from "../paths/glob.ts";
import { isInPackages, isInside } from "../paths/places.ts";
import type { Tree } from "../units/tree.ts";
import { memo, memoize } from "../values/memo.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import type { Seen } from "./sort-trace.ts";

/** One check of a run wrote what another read, and neither waits for the other. */
export interface Conflict {
  readonly path: RepoPath;
  readonly writer: string;
  readonly reader: string;
  /** If the reader waits for the writer, but the writer does not declare this output: the place of the output. */
  readonly makes?: string;
}

/** Where checks were seen to write, by their names: directories that git does not track, or files. */
export type Made = ReadonlyMap<string, ReadonlySet<string>>;

/** What the checks of one run have read and written so far. */
export interface RunFiles {
  /** Whether a path was made by a check that this one depends on, or is a declared output of this one. */
  productsFor(check: Check, snapshot: Pick<Snapshot, "files">): (path: RepoPath) => boolean;
  note(check: Check, seen: Seen, trees: { readonly before: Tree; readonly after: Tree }): void;
  /** A command of the check was not watched: it may have written anything that git does not track. */
  noteUnseen(check: Check): void;
  /** Those that were found since the last call. */
  takeConflicts(): readonly Conflict[];
  /** Where checks that others depend on have written, if they declare no outputs. */
  made(): Made;
}

/** What tools keep for themselves, several tools in one place. */
const SHARED = /(?:^|\/)(?:node_modules\/\.[^/]+|__pycache__|\.[^/]*cache|coverage|\.nyc_output)(?:\/|$)/;

/**
 * @param before where checks were seen to write in earlier runs: a cached check writes nothing that could be seen now
 */
export function createRunFiles(checks: readonly Check[], before: Made = new Map()): RunFiles {
  const graph = createCheckGraph(checks);
  const made = new Map([...before].map(([name, places]) => [name, new Set(places)]));
  const writes = new Map<string, Set<RepoPath>>();
  const reads = new Map<string, Set<RepoPath>>();
  const unseen = new Set<string>();
  let conflicts: Conflict[] = [];
  const makersOf = memoize(
    (name: string) => new Set(graph.withDependencies(graph.find(name)?.dependsOn ?? [])),
  );
  /** Those that declare outputs, so that their fingerprints count for what they make. */
  const producersOf = memoize((name: string) =>
    [...makersOf(name)].filter((each) => makes(graph.find(each))),
  );
  /** The others. What they make has no fingerprint that counts, and what is on disk may be from another time. */
  const silentOf = memoize((name: string) => [...makersOf(name)].filter((each) => !makes(graph.find(each))));
  const isSilent = memoize(
    (name: string) => !makes(graph.find(name)) && checks.some((check) => makersOf(check.name).has(name)),
  );
  const outputsOf = memoize((name: string) => matchGlobs(graph.find(name)?.outputs ?? []));
  const clash = (writer: string, reader: string, path: RepoPath): void => {
    if (writer === reader || makersOf(reader).has(writer) || SHARED.test(path)) return;
    if (!conflicts.some((each) => each.writer === writer && each.reader === reader))
      conflicts.push({ path, writer, reader });
  };
  return {
    productsFor: ({ name }, { files }) => {
      const makers = producersOf(name);
      const tracked = () => directoriesOfFiles(files);
      const places = memo(
        () =>
          new Set(
            makers.flatMap((maker) => [...(writes.get(maker) ?? [])].map((path) => placeIn(path, tracked()))),
          ),
      );
      return (path) => {
        if (outputsOf(name)(path) || makers.some((maker) => outputsOf(maker)(path))) return true;
        if (files.has(path)) return makers.some((maker) => writes.get(maker)?.has(path) === true);
        if (isInPackages(path)) return false;
        return places().has(placeIn(path, tracked())) || makers.some((maker) => unseen.has(maker));
      };
    },
    noteUnseen: ({ name }) => void unseen.add(name),
    note: ({ name }, seen, { before, after }) => {
      const written = writes.get(name) ?? new Set();
      const tracked = () => directoriesOfFiles(before.snapshot.files);
      writes.set(name, written);
      for (const place of seen.writes) {
        const path = place as RepoPath;
        const isSame = before.snapshot.files.has(path)
          ? before.snapshot.files.get(path)?.id === after.snapshot.files.get(path)?.id
          : false;
        if (isSame) continue;
        written.add(path);
        if (isSilent(name) && isMadeBeside(path, before)) {
          const places = made.get(name) ?? new Set();
          if (places.size < MOST_PLACES) made.set(name, places.add(placeIn(path, tracked())));
        }
        for (const [reader, paths] of reads) if (paths.has(path)) clash(name, reader, path);
      }
      for (const [place, access] of seen.accesses) {
        const path = place as RepoPath;
        if (access === "names" || !isInside(place) || written.has(path) || !isMadeBeside(path, before))
          continue;
        const where = placeIn(path, tracked());
        const writer = silentOf(name).find((each) => made.get(each)?.has(where) === true);
        if (writer !== undefined && !conflicts.some((each) => each.writer === writer && each.reader === name))
          conflicts.push({ path, writer, reader: name, makes: where });
      }
      const read = reads.get(name) ?? new Set();
      reads.set(name, read);
      for (const [place, access] of seen.accesses) {
        // Elsewhere, many ask for a directory that one of them makes.
        const isCounted = isInside(place) ? access !== "names" : access === "content";
        if (!isCounted || written.has(place as RepoPath)) continue;
        read.add(place as RepoPath);
        for (const [writer, paths] of writes)
          if (paths.has(place as RepoPath)) clash(writer, name, place as RepoPath);
      }
    },
    takeConflicts: () => {
      const found = conflicts;
      conflicts = [];
      return found;
    },
    made: () => made,
  };
}

/** More places than this are not outputs. */
const MOST_PLACES = 50;

function makes(check: Check | undefined): boolean {
  return check !== undefined && isProducer(check);
}

/** Whether a check may have made this path: it is neither a file of the tree nor of a package. */
function isMadeBeside(path: RepoPath, { snapshot }: Tree): boolean {
  return isInside(path) && !snapshot.files.has(path) && !isInPackages(path) && !SHARED.test(path);
}

/** In a directory that git does not track at all, what was made before counts with what was made now. */
function placeIn(path: RepoPath, tracked: ReadonlySet<string>): string {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1))
    if (!tracked.has(path.slice(0, at))) return path.slice(0, at);
  return path;
}

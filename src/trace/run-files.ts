import { createCheckGraph } from "../checks/check-graph.ts";
import { directoriesOf } from "../paths/directories.ts";
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
}

/** What the checks of one run read and wrote, so far. */
export interface RunFiles {
  /** What the checks have made that this one depends on, and what it says that it makes itself. */
  productsFor(check: Check, snapshot: Pick<Snapshot, "files">): (path: RepoPath) => boolean;
  note(check: Check, seen: Seen, trees: { readonly before: Tree; readonly after: Tree }): void;
  /** A command of the check was not seen: it may have written anything that git does not track. */
  noteUnseen(check: Check): void;
  /** Those that came to light since this was last asked. */
  takeConflicts(): readonly Conflict[];
}

/** What tools keep for themselves, several of them in one place. */
const SHARED = /(?:^|\/)(?:node_modules\/\.[^/]+|__pycache__|\.[^/]*cache|coverage|\.nyc_output)(?:\/|$)/;

export function createRunFiles(checks: readonly Check[]): RunFiles {
  const graph = createCheckGraph(checks);
  const writes = new Map<string, Set<RepoPath>>();
  const reads = new Map<string, Set<RepoPath>>();
  const unseen = new Set<string>();
  let conflicts: Conflict[] = [];
  const makersOf = memoize(
    (name: string) => new Set(graph.withDependencies(graph.find(name)?.dependsOn ?? [])),
  );
  const outputsOf = memoize((name: string) => matchGlobs(graph.find(name)?.outputs ?? []));
  const clash = (writer: string, reader: string, path: RepoPath): void => {
    if (writer === reader || makersOf(reader).has(writer) || SHARED.test(path)) return;
    if (!conflicts.some((each) => each.writer === writer && each.reader === reader))
      conflicts.push({ path, writer, reader });
  };
  return {
    productsFor: ({ name }, { files }) => {
      const makers = [...makersOf(name)];
      const tracked = memo(() => directoriesOf(files.keys()));
      const made = memo(
        () =>
          new Set(
            makers.flatMap((maker) => [...(writes.get(maker) ?? [])].map((path) => placeIn(path, tracked()))),
          ),
      );
      return (path) => {
        if (outputsOf(name)(path) || makers.some((maker) => outputsOf(maker)(path))) return true;
        if (files.has(path)) return makers.some((maker) => writes.get(maker)?.has(path) === true);
        if (isInPackages(path)) return false;
        return made().has(placeIn(path, tracked())) || makers.some((maker) => unseen.has(maker));
      };
    },
    noteUnseen: ({ name }) => void unseen.add(name),
    note: ({ name }, seen, { before, after }) => {
      const own = writes.get(name) ?? new Set();
      writes.set(name, own);
      for (const place of seen.writes) {
        const path = place as RepoPath;
        const isSame = before.snapshot.files.has(path)
          ? before.snapshot.files.get(path)?.id === after.snapshot.files.get(path)?.id
          : false;
        if (isSame) continue;
        own.add(path);
        for (const [reader, paths] of reads) if (paths.has(path)) clash(name, reader, path);
      }
      const read = reads.get(name) ?? new Set();
      reads.set(name, read);
      for (const [place, access] of seen.accesses) {
        // Elsewhere, many ask for a directory that one of them makes.
        const isCounted = isInside(place) ? access !== "names" : access === "content";
        if (!isCounted || own.has(place as RepoPath)) continue;
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
  };
}

/** In a directory that git does not track at all, what was made before counts with what was made now. */
function placeIn(path: RepoPath, tracked: ReadonlySet<string>): string {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1))
    if (!tracked.has(path.slice(0, at))) return path.slice(0, at);
  return path;
}

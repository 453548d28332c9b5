import { posix } from "node:path";
import { directoriesOf, directoriesOfFiles } from "../paths/directories.ts";
import { decodePath } from "../paths/encode-path.ts";
import { listAccesses, observedSet } from "../paths/path-sets.ts";
import { absoluteOf, isInPackages, isInside } from "../paths/places.ts";
import { readLink, statPath } from "../system/files/file-stat.ts";
import type { Trace } from "../system/strace/read-trace.ts";
import type { Tree } from "../units/tree.ts";
import { memo, memoize } from "../values/memo.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import { GIT_STATE } from "../vocabulary/tree/git-state.ts";
import type { NamedPathSet, Place } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { attribute, type AttributeOptions, type Habits } from "./attribute.ts";
import { type Seen, sortTraces } from "./sort-trace.ts";
import type { TraceWorld } from "./trace-world.ts";

export interface ObserveOptions {
  readonly world: TraceWorld;
  readonly traces: readonly Trace[];
  readonly depth: TraceDepth;
  readonly targets: readonly RepoPath[];
  /** When the first try started, in milliseconds since 1970. */
  readonly since: number;
  /** The tree when the command started, and now. */
  readonly before: Tree;
  readonly after: Tree;
  /** Files of the tree that were written meanwhile. */
  readonly touched: { readonly has: (path: RepoPath) => boolean; readonly list: () => readonly RepoPath[] };
  readonly isProduct: (path: RepoPath) => boolean;
  readonly isNote: (path: RepoPath) => boolean;
  /** Whether the tool walks through directories to find files that it is given. */
  readonly searches: boolean;
  readonly parts: readonly string[];
  readonly closures: AttributeOptions["closures"];
  readonly habitsOf: (seen: Seen) => Habits;
  /** The accesses as they count: for some files, not all of their content counts. */
  readonly countAccesses: (seen: Seen) => Seen["accesses"];
  readonly ownGlobs: AttributeOptions["ownGlobs"];
}

/** What a command was seen to depend on. */
export interface ObservedCommand {
  readonly seen: Seen;
  /** The set of one target, or why it is incomplete, in plain words. */
  readonly setOf: (target: Target) => NamedPathSet | PartlyObserved;
  /** A place of the set that changed while the command ran, and that the command did not change itself. */
  readonly movedIn: (set: NamedPathSet) => Place | null;
}

/** Why more may count for a target than was seen, and what was seen. */
export interface PartlyObserved {
  readonly why: string;
  readonly part?: NamedPathSet;
}

/** Why it is not known what a command depends on, in plain words. */
export interface NotObserved {
  readonly why: string;
  /** A file of the tree that it read and changed, so that it is never cached. */
  readonly modified?: RepoPath;
}

/** Traces, and the tree around them. */
export type SeeOptions = Pick<
  ObserveOptions,
  "world" | "traces" | "depth" | "targets" | "since" | "isProduct" | "isNote" | "searches"
> & {
  readonly before: Pick<Tree, "snapshot">;
  readonly after: Pick<Tree, "snapshot">;
};

/** What a command did with files, according to its traces. */
export function seeCommand(options: SeeOptions): Seen {
  const { world } = options;
  const files = options.before.snapshot.files;
  const isAbsent = (place: Place): boolean => statPath(absoluteOf(place, world)) === "absent";
  const seen = sortTraces(options.traces, {
    ...world,
    ...options,
    snapshot: options.before.snapshot,
    branch: options.before.snapshot.branch,
    linkAt: memoize((absolute: string) => {
      const target = readLink(absolute);
      return typeof target === "string" ? null : decodePath(target);
    }),
    isThere: (place) => !isAbsent(place),
    isFile: (place) => isFile(statPath(absoluteOf(place, world))),
    isUnchanged: (place) => {
      const entry = files.get(place as RepoPath);
      if (entry !== undefined) return entry.id === options.after.snapshot.files.get(place as RepoPath)?.id;
      return wasLeftAlone(place, options);
    },
  });
  return options.depth === "calls" ? { ...seen, ...withNearerPackages(seen, isAbsent) } : seen;
}

/** Why traces do not show everything that a command depends on; null if they do. */
export function findBlindness(
  traces: readonly Trace[],
  { cache, modified: [modified] }: Seen,
): NotObserved | null {
  const blind = traces.find((trace) => trace.blind !== null)?.blind ?? null;
  if (blind !== null) return { why: blind };
  if (cache !== null) return { why: `it used ${cache}, which an earlier run left there` };
  return modified === undefined ? null : { why: `it changed ${modified}, which it had read`, modified };
}

/** What each target depends on, according to the traces, or why they do not show it. */
export function observeCommand(options: ObserveOptions): ObservedCommand | NotObserved {
  const { traces, targets, before } = options;
  const seen = seeCommand(options);
  const blindness = findBlindness(traces, seen);
  if (blindness !== null) return blindness;
  const counted = { ...seen, accesses: options.countAccesses(seen) };
  const setOf = attribute(counted, {
    ...options,
    graph: before.graph,
    isRead: before.isRead,
    habits: options.habitsOf(seen),
  });
  const isMoved = createIsMoved(seen, options);
  const findMoved = ({ set }: NamedPathSet): Place | null => {
    for (const [place] of listAccesses(set)) if (isMoved(place)) return place;
    return null;
  };
  // Most targets have the same set. Sets of a single target are not kept.
  const known = new WeakMap<NamedPathSet, { readonly moved: Place | null }>();
  return {
    seen,
    setOf: (target) => {
      const set = setOf(target);
      if (target === "" || targets.length === 0 || seen.opened.has(target)) return set;
      const why = "it was not seen to open its target";
      // What was opened as another target was opened for that one.
      return "why" in set ? { why } : { why, part: withoutPlaces(set, new Set(targets)) };
    },
    movedIn: (set) => {
      let found = known.get(set);
      if (found === undefined) known.set(set, (found = { moved: findMoved(set) }));
      return found.moved;
    },
  };
}

function withoutPlaces({ set }: NamedPathSet, places: ReadonlySet<Place>): NamedPathSet {
  return observedSet(
    set.parts,
    [...listAccesses(set)].filter(([place]) => !places.has(place)),
  );
}

function createIsMoved(seen: Seen, options: ObserveOptions): (place: Place) => boolean {
  const { before, after, touched, world } = options;
  const names = (tree: Tree): ReadonlySet<RepoPath> => new Set(tree.snapshot.files.keys());
  const [old, now] =
    before === after ? [new Set<RepoPath>(), new Set<RepoPath>()] : [names(before), names(after)];
  /** Files of the tree that were added or removed, and that the command did not write. */
  const changed = [...old].filter((path) => !now.has(path)).concat([...now].filter((path) => !old.has(path)));
  const others = changed.filter((path) => !seen.writes.has(path));
  const isSameCommit = before.snapshot.commit === after.snapshot.commit;
  const tracked = () => directoriesOfFiles(before.snapshot.files);
  const wroteIn = memo(() => new Set([...seen.writes].map((place) => posix.dirname(place))));
  /**
   * Names that git does not list are compared by when the directory last changed, unless the command writes there
   * itself.
   */
  const haveNamesMoved = (directory: Place): boolean =>
    others.some((other) => isBelow(other, directory)) ||
    !(
      directory === "." ||
      tracked().has(directory) ||
      wroteIn().has(directory) ||
      wasLeftAlone(directory, options)
    );
  return (place) => {
    const access = seen.accesses.get(place);
    const path = place as RepoPath;
    if (isInside(place) && seen.writes.has(path)) return false;
    if (access === "names" || seen.searched.has(place)) return haveNamesMoved(place);
    if (isInside(place) && (before.snapshot.files.has(path) || after.snapshot.files.has(path)))
      return touched.has(path) || others.includes(path);
    if (GIT_STATE.has(place)) return touched.list().length > 0 || others.length > 0 || !isSameCommit;
    if (access === "presence") {
      const isMissing = statPath(absoluteOf(place, world)) === "absent";
      return isMissing !== seen.missing.has(place) || others.some((other) => isBelow(other, place));
    }
    return !wasLeftAlone(place, options);
  };
}

/** The clocks of file systems are a little behind. */
const CLOCK_MS = 20;

/** Whether the current content was there before the command started, and nobody has written to it since. */
function wasLeftAlone(place: Place, { since, world }: Pick<ObserveOptions, "since" | "world">): boolean {
  const stat = statPath(absoluteOf(place, world));
  if (typeof stat === "string") return false;
  const limit = BigInt(Math.floor(since - CLOCK_MS)) * 1_000_000n;
  return stat.mtimeNs < limit && (isInPackages(place) || stat.ctimeNs < limit);
}

function isBelow(path: RepoPath, directory: Place): boolean {
  return directory === "." || path.startsWith(`${directory}/`);
}

function isFile(stat: ReturnType<typeof statPath>): boolean {
  return typeof stat === "object" && (stat.kind === "file" || stat.kind === "executable");
}

/**
 * A module looks for packages in every directory above it, only by `stat`: where there are none now, some may appear.
 */
function withNearerPackages(
  { accesses, missing }: Seen,
  isAbsent: (place: Place) => boolean,
): Pick<Seen, "accesses" | "missing"> {
  const modules = [...accesses].flatMap(([place, access]) => (access === "module" ? [place] : []));
  const nearer = [...directoriesOf(modules.filter(isInside))].map((directory) => `${directory}/node_modules`);
  const unseen = nearer.filter((place) => !accesses.has(place) && isAbsent(place));
  return {
    accesses: new Map([...unseen.map((place) => [place, "presence"] as const), ...accesses]),
    missing: new Set([...missing, ...unseen]),
  };
}

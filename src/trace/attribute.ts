import { posix } from "node:path";
import { expandForTarget } from "../checks/target-glob.ts";
import type { Closures, Follower } from "../graph/closure/closure.ts";
import type { FileGraph } from "../graph/file-graph.ts";
import { directoriesOf } from "../paths/directories.ts";
import { observedSet } from "../paths/path-sets.ts";
import {
  type Access,
  AMBIENT,
  IMPORTERS,
  IMPORTS,
  type NamedPathSet,
  type Place,
  TYPES,
} from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { isModule, mayReadFiles } from "./loaded/loaded-code.ts";
import { isTyped, type Linted } from "./see-following.ts";
import type { Seen } from "./sort-trace.ts";

export interface AttributeOptions {
  /** The files that the command was given; empty if it is about the whole project. */
  readonly targets: readonly RepoPath[];
  /**
   * Parts that every set of the check has: what it uses of other checks, and names that are only asked for by `stat`.
   */
  readonly parts: readonly string[];
  /** What files depend on when they run, and for tools that check types. */
  readonly closures: Readonly<Record<Follower, Closures>>;
  readonly graph: FileGraph;
  readonly isRead: (path: RepoPath) => boolean;
  readonly habits: Habits;
  /** Globs that contain parts of the target's path: what they match belongs to that target. */
  readonly ownGlobs: readonly string[];
}

/** How a command treats its targets. */
export interface Habits {
  /** Whether it reads what they import. */
  readonly followsImports: boolean;
  /** How it follows them. A tool that checks types runs nothing, and ambient declarations count for every target. */
  readonly follower: Follower;
  /** Whether it reads only what references lead to, and what it reads for all targets. */
  readonly isConfined: boolean;
  /** How a known linter checks types. */
  readonly types: TypeHabits | null;
}

/** How a command that checks types treats its targets. */
export interface TypeHabits extends Linted {
  /** Whether what it reports about a target may come from any file that it read. */
  readonly sharesAll: boolean;
}

/**
 * Says what each target of a command depends on. A command on many files is watched as a whole: the graph says which of
 * its reads belong to which target, and whatever the graph does not explain counts for all of them.
 */
export function attribute(seen: Seen, options: AttributeOptions): (target: RepoPath | "") => NamedPathSet {
  const { targets, parts, graph, closures } = options;
  const { followsImports, follower, types } = options.habits;
  if (targets.length === 0) {
    const listed = [...seen.searched].map((place) => [place, "names"] as const);
    const everything = observedSet(parts, new Map<Place, Access>([...listed, ...seen.accesses]));
    return () => everything;
  }
  const [only] = targets;
  // With a single file there is nothing to tell apart, unless the tool reads a whole project for it.
  if (targets.length === 1 && only !== undefined && types === null) {
    const exact = observedSet(parts, without(seen.accesses, new Set([only])));
    return () => exact;
  }
  const ownFiles = (target: RepoPath | ""): readonly Place[] =>
    target === "" ? [] : options.ownGlobs.flatMap((glob) => expandForTarget(glob, target).literal ?? []);
  const targetFiles = new Set<Place>([...targets, ...targets.flatMap(ownFiles)]);
  const isClosed = createIsClosed(seen, options);
  const isLedTo = followsImports ? createIsExplained(seen, isClosed, options) : () => false;
  const roots = listRoots(seen, (place) => targetFiles.has(place) || isLedTo(place));
  // Code that is loaded for all targets may read, for all of them, what one of them imports. Of code, it uses what it
  // imports.
  const areReaders = roots.some((root) => mayReadFiles(root, { graph, program: closures.program }));
  const isExplained = (place: Place): boolean => isLedTo(place) && (!areReaders || isModule(place));
  const common = listCommon(seen, roots, options);
  const rest = new Map([...seen.accesses].filter(([place]) => !targetFiles.has(place) || common.has(place)));
  const unexplained = new Map([...rest].filter(([place]) => !isExplained(place) || common.has(place)));
  const shared = follower === "program" ? parts : [...parts, AMBIENT, IMPORTERS];
  const edgePart = follower === "program" ? IMPORTS : TYPES;
  const sets = new Map<string, NamedPathSet>();
  const make = (
    setParts: readonly string[],
    accesses: () => ReadonlyMap<Place, Access>,
    key: string,
  ): NamedPathSet => {
    const known = sets.get(key) ?? observedSet(setParts, accesses());
    sets.set(key, known);
    return known;
  };
  const othersOf = createOthersOf(seen, options);
  const partly = [...rest].flatMap(([place, access]) => (access === "fields" ? [place as RepoPath] : []));
  return (target) => {
    const extra = new Map(
      ownFiles(target).flatMap((place) => {
        const access = seen.accesses.get(place);
        return access === undefined ? [] : [[place, access] as const];
      }),
    );
    const isShared = common.has(target);
    const of = (accesses: ReadonlyMap<Place, Access>) => (): ReadonlyMap<Place, Access> =>
      without(new Map([...accesses, ...extra]), new Set(isShared ? [target] : []));
    const key = `${[...extra.keys()].join("\0")}\0${isShared ? target : ""}`;
    if (target !== "" && followsImports && isClosed(target))
      return make([...shared, edgePart], of(unexplained), `closed ${key}`);
    if (target === "" || !followsImports) return make(shared, of(rest), `plain ${key}`);
    for (const other of othersOf(target)) extra.set(other, seen.accesses.get(other) ?? "content");
    // It uses all of what it imports.
    const reached = closuresOf(options).of(target);
    for (const place of partly) if (reached.has(place)) extra.set(place, "content");
    return make(shared, of(rest), `open ${[...extra.keys()].join("\0")} ${key}`);
  };
}

/** Code that no import explains: configuration, setup files, plugins. */
function listRoots({ accesses }: Seen, isSomebodys: (place: Place) => boolean): readonly RepoPath[] {
  return [...accesses].flatMap(([place, access]) =>
    (access === "module" || access === "content") && isModule(place) && !isSomebodys(place)
      ? [place as RepoPath]
      : [],
  );
}

/**
 * What counts for every target although a target explains it: a target that was read more often than the others (a
 * configuration file that is linted too), and everything that the roots import.
 */
function listCommon(
  seen: Seen,
  roots: readonly RepoPath[],
  { closures, habits }: AttributeOptions,
): ReadonlySet<Place> {
  const { types } = habits;
  const again = [...seen.opened].flatMap(([path, { times }]) => (times > seen.tries ? [path] : []));
  // A tool that checks types reads every target once more for that.
  const common = new Set<Place>(types === null ? seen.reread : types.sharesAll ? again : []);
  for (const path of types?.loaded ?? []) common.add(path);
  for (const root of roots) for (const path of closures.program.of(root)) common.add(path);
  return common;
}

/** What a target depends on, as its tool sees it. */
function closuresOf({ closures, habits }: AttributeOptions): Closures {
  return closures[habits.follower];
}

/**
 * A read is explained if a closed target depends on it and was opened before it. Anything read earlier was read for
 * another reason (a setup file that a test imports too), and counts for all. A target that runs is opened first for its
 * comments and then for itself; one that is linted, the other way round.
 */
function createIsExplained(
  seen: Seen,
  isClosed: (target: RepoPath) => boolean,
  options: AttributeOptions,
): (place: Place) => boolean {
  const { opened, firstRead } = seen;
  const closures = closuresOf(options);
  const since = new Map<Place, number>();
  const { types } = options.habits;
  if (types?.sharesAll === true) return () => false;
  for (const target of options.targets.filter(isClosed)) {
    const at = opened.get(target)?.[types === null ? "last" : "first"] ?? Infinity;
    for (const path of closures.of(target)) since.set(path, Math.min(at, since.get(path) ?? Infinity));
  }
  const isLater = (place: Place): boolean =>
    (since.get(place) ?? Infinity) < (firstRead.get(place) ?? -1) && !FOR_ALL.test(place);
  if (types === null) return isLater;
  // Types are searched for in whole directories and read at once, in an order that means nothing. They reach no further
  // than references do, and where references lead, new files included, is part of a target's inputs. The graph knows
  // nothing about packages and what git ignores, and rules also read data.
  const known = new Set<Place>(options.graph.paths.filter(isTyped));
  const directories = new Set<Place>([".", ...directoriesOf(known)]);
  return (place) => {
    if (seen.accesses.get(place) === "names") return directories.has(place);
    if (!isModule(place) || FOR_ALL.test(place)) return false;
    return isLater(place) || (known.has(place) && (firstRead.get(place) ?? -1) > types.begin);
  };
}

/**
 * What a tool may load by itself at any time, whoever imports it: a module that a test runner puts in the place of another,
 * and settings that a plugin looks for at its first file.
 */
const FOR_ALL = /(?:^|\/)(?:__mocks__\/|(?:\.[\w-]+rc|[\w.-]+\.config)\.[cm]?[jt]sx?$)/;

function without(accesses: Seen["accesses"], left: ReadonlySet<Place>): ReadonlyMap<Place, Access> {
  return new Map([...accesses].filter(([place]) => !left.has(place)));
}

/**
 * A target is closed if the graph knows everything it can lead to. If it imports a package that was not read, the tool
 * found that package elsewhere, so the graph does not know.
 */
function createIsClosed(seen: Seen, options: AttributeOptions): (target: RepoPath) => boolean {
  const closures = closuresOf(options);
  const read = new Set<string>();
  for (const place of seen.accesses.keys()) {
    const at = place.lastIndexOf("node_modules/");
    if (at === -1) continue;
    const [first = "", second = ""] = place.slice(at + "node_modules/".length).split("/");
    read.add(first.startsWith("@") ? `${first}/${second}` : first);
  }
  return (target) =>
    options.habits.isConfined &&
    closures.opening(target) === null &&
    [...closures.packages(target)].every((name) => read.has(nameOf(name)));
}

function nameOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Other targets of the same command that a target which is not closed may have read. */
function createOthersOf(seen: Seen, options: AttributeOptions): (target: RepoPath) => readonly RepoPath[] {
  const { targets, graph, isRead } = options;
  const closures = closuresOf(options);
  const among = new Set(targets);
  const listed = targets.filter((other) => seen.accesses.get(posix.dirname(other)) === "names");
  return (target) => {
    const isUnknown =
      !isRead(target) || graph.opaque(target).length > 0 || graph.unresolved(target).length > 0;
    const reached = closures.of(target);
    const others = isUnknown ? targets : new Set([...listed, ...targetsAmong(reached, among)]);
    return [...others].filter((other) => other !== target);
  };
}

/** Looks through whichever are fewer. */
function* targetsAmong(reached: ReadonlySet<RepoPath>, targets: ReadonlySet<RepoPath>): Iterable<RepoPath> {
  if (reached.size < targets.size) {
    for (const path of reached) if (targets.has(path)) yield path;
  } else for (const target of targets) if (reached.has(target)) yield target;
}

import { posix } from "node:path";
import type { GatheredAccess, Trace, TracedAccess } from "../system/read-trace.ts";
import type { TraceDepth } from "../vocabulary/trace.ts";
import { directoriesOf } from "../vocabulary/directories.ts";
import { matchGlobs } from "../vocabulary/glob.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Access, Place } from "../vocabulary/path-set.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";
import { GIT_STATE, gitPlace } from "../vocabulary/git-state.ts";
import {
  isInPackages,
  isInside,
  isSharedCache,
  isSystem,
  placeOf,
  type Landmarks,
} from "../vocabulary/places.ts";

/** What a trace is seen against. */
export interface TraceContext extends Landmarks {
  /** The directories in which git keeps what it knows of the repository; they can be elsewhere. */
  readonly gitDirectories: readonly string[];
  /** Where programs put what they need for a moment. */
  readonly temporary: readonly string[];
  /** As the command met it. */
  readonly snapshot: Pick<Snapshot, "files">;
  readonly depth: TraceDepth;
  /** The files that the command was given. */
  readonly targets: readonly RepoPath[];
  /** Whether its tool goes through directories to find them all the same. */
  readonly searches: boolean;
  /** Files that this tool keeps for itself. */
  readonly isOwn: (path: RepoPath) => boolean;
  /** What checks have made that this one depends on, and what it says that it writes. */
  readonly isProduct: (path: RepoPath) => boolean;
  /** Whether there is something now. */
  readonly isThere: (place: Place) => boolean;
  /** Whether that is a file. */
  readonly isFile: (place: Place) => boolean;
  /** Whether a file of the tree has the bytes that it had. */
  readonly isUnchanged: (path: RepoPath) => boolean;
}

/** What a command, or several tries of it, did with files, as far as its verdict may depend on it. */
export interface Seen {
  readonly accesses: ReadonlyMap<Place, Access>;
  /** Directories that it listed before it opened the first of its targets: how a tool finds its files. */
  readonly searched: ReadonlySet<Place>;
  /** The targets that it opened, each with when: later ones have greater numbers. */
  readonly opened: ReadonlyMap<RepoPath, number>;
  /** Targets that were read more often than others are: not only because they are targets. */
  readonly reread: ReadonlySet<RepoPath>;
  /** When each place was first read. */
  readonly firstRead: ReadonlyMap<Place, number>;
  /** What it wrote in the repository's directory. */
  readonly writes: ReadonlySet<RepoPath>;
  /** Files of the tree that it read, and then changed. */
  readonly modified: readonly RepoPath[];
  /** What it looked for and did not find. */
  readonly missing: ReadonlySet<Place>;
  /** Something of an earlier run that it went by: it may have read less than it would have without. */
  readonly cache: Place | null;
}

/** Where tools keep what they found out before, so that they need not look again. */
const HIDING = matchGlobs([
  "**/*.tsbuildinfo",
  "**/.{eslint,stylelint,prettier,tsbuildinfo}cache",
  "**/.{cache,*_cache,*-cache}/{eslint,prettier,stylelint}/**",
  "**/.cache/{prettier,eslint,stylelint,tsbuildinfo}/**",
  "**/.cache/prettier/.prettier-cache",
  "**/.{mypy,ruff}_cache/**",
]);

/** Files of programs that keep what they compiled; each stands for its source, by which they tell whether it is current. */
const COMPILED = /^(.*\/|)__pycache__\/([^/.]+)\.[^/]*\.pyc$/;

const MODULE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** The stronger of two things that were done with one path is what counts. */
const RANK: Readonly<Record<Access, number>> = { presence: 0, names: 1, content: 2, module: 3 };

/** Tries count together, one after the other. */
export function sortTraces(traces: readonly Trace[], context: TraceContext): Seen {
  const accesses = joinTries(traces);
  const written = indexWrites(accesses, context);
  const targets = new Set<string>(context.targets);
  const seen = new Map<Place, Access>();
  const lists = new Map<Place, number>();
  const opened = new Map<RepoPath, number>();
  const readTimes = new Map<RepoPath, number>();
  const firstRead = new Map<Place, number>();
  const modified = new Set<RepoPath>();
  const missing = new Set<Place>();
  let cache: Place | null = null;
  const add = (place: Place, access: Access): void => {
    const known = seen.get(place);
    if (known === undefined || RANK[known] < RANK[access]) seen.set(place, access);
  };
  const firstTarget = accesses.find(
    ({ type, path }) => type === "read" && targets.has(placeOf(path, context)),
  )?.first;
  for (const access of accesses) {
    if (access.type === "write") continue;
    const place = locate(access, context);
    if (place === null) continue;
    const { first, last, times } = access;
    for (const link of linksOf(access.named, context)) add(link, "presence");
    if (access.type === "start" || access.type === "read") {
      const source = sourceOf(place, context);
      if (source !== null) {
        add(source, "content");
        continue;
      }
      const path = place as RepoPath;
      if (!firstRead.has(place)) firstRead.set(place, first);
      if (targets.has(place)) {
        if (!opened.has(path)) opened.set(path, first);
        readTimes.set(path, (readTimes.get(path) ?? 0) + times);
      }
      const wasWritten = written.get(place) ?? written.get(temporaryOf(access.path, context) ?? place);
      if (isInside(place)) {
        const isTracked = context.snapshot.files.has(path);
        const isMade = wasWritten !== undefined && wasWritten < first;
        if (HIDING(path) && !isTracked && !isMade) cache ??= place;
        if (context.isProduct(path)) continue;
        if (wasWritten !== undefined && !(isTracked && context.isUnchanged(path))) {
          // What was read first and is no longer what it was is neither an input nor a product.
          if (isTracked && !isMade) modified.add(path);
          continue;
        }
      } else if (wasWritten !== undefined) continue;
      const isModule = context.depth === "calls" && MODULE.test(place) && !isInPackages(place);
      add(place, isModule ? "module" : "content");
      continue;
    }
    if (isWithinPackage(place) || written.has(place)) continue;
    if (isInside(place) && context.isProduct(place as RepoPath)) continue;
    if (access.type === "list") {
      if (!context.searches || firstTarget === undefined || last > firstTarget) add(place, "names");
      else lists.set(place, (lists.get(place) ?? 0) + times);
    } else if (access.type === "missing") {
      const absent = topmostAbsent(place, context);
      missing.add(absent);
      add(absent, "presence");
    } else add(place, access.type === "asked" && context.isFile(place) ? "content" : "presence");
  }
  const early = [...firstRead].flatMap(([place, at]) => (at < (firstTarget ?? 0) ? [place] : []));
  const isSearch = createIsSearch(lists, early, context.targets);
  for (const place of lists.keys()) if (!isSearch(place)) add(place, "names");
  const fewest = Math.min(...readTimes.values());
  return {
    accesses: seen,
    searched: new Set([...lists.keys()].filter(isSearch)),
    opened,
    reread: new Set([...readTimes].flatMap(([path, times]) => (times > fewest ? [path] : []))),
    firstRead,
    writes: new Set([...written.keys()].filter(isInside) as RepoPath[]),
    modified: [...modified],
    missing,
    cache,
  };
}

function joinTries(traces: readonly Trace[]): readonly GatheredAccess[] {
  let start = 0;
  return traces.flatMap(({ accesses }) => {
    const base = start;
    start += Math.max(0, ...accesses.map(({ last }) => last)) + 1;
    return accesses.map((each) => ({ ...each, first: each.first + base, last: each.last + base }));
  });
}

/** A program that keeps what it compiled goes by the source that stands for it. */
function sourceOf(place: Place, { isThere }: TraceContext): Place | null {
  const compiled = COMPILED.exec(place);
  const source = compiled === null ? null : `${compiled[1]}${compiled[2]}.py`;
  return source !== null && isThere(source) ? source : null;
}

/**
 * A tool that looks for its targets lists directories that lead to them, or goes down through all directories, each once, and
 * reads nothing in them. Any other listing is for something else, such as data that a setup file reads from a directory.
 */
function createIsSearch(
  lists: ReadonlyMap<Place, number>,
  early: readonly Place[],
  targets: readonly RepoPath[],
): (place: Place) => boolean {
  const leading = new Set<string>([".", ...directoriesOf(targets)]);
  const fewest = Math.min(...lists.values());
  const used = new Set(early.map((place) => posix.dirname(place)).filter((directory) => directory !== "."));
  return (place) => {
    if ((lists.get(place) ?? 0) > fewest || used.has(place)) return false;
    return leading.has(place) || (isInside(place) && lists.has(posix.dirname(place)));
  };
}

/** When each place was first written to. */
function indexWrites(accesses: readonly GatheredAccess[], context: TraceContext): ReadonlyMap<Place, number> {
  const order = new Map<Place, number>();
  for (const { type, path, first: index } of accesses) {
    if (type !== "write" || gitPlace(path, context) !== null) continue;
    const place = placeOf(path, context);
    if (isInside(place) && context.isOwn(place as RepoPath)) continue;
    if (!order.has(place)) order.set(place, index);
  }
  return order;
}

/** The first directory or file below a place for temporary files, which is a program's own if it made it. */
function temporaryOf(path: string, context: TraceContext): string | null {
  const { temporary } = context;
  const place = placeOf(path, context);
  if (isInside(place) || place.startsWith("~/")) return null;
  const base = temporary.find((each) => path.startsWith(`${each}/`));
  if (base === undefined) return null;
  return path.slice(0, `${path}/`.indexOf("/", base.length + 1));
}

/** Where an access counts; null where it does not. */
function locate(access: TracedAccess, context: TraceContext): Place | null {
  const { type, path, named } = access;
  const state = gitPlace(path, context) ?? gitPlace(named, context);
  if (state === "other") return null;
  if (state !== null && state !== "file") return type === "read" ? state : null;
  const place = placeOf(path, context);
  if (type === "start") return place;
  if (isInside(place)) return context.isOwn(place as RepoPath) ? null : place;
  if (isSystem(place) || isSharedCache(place)) return null;
  const temporary = temporaryOf(path, context);
  if (temporary !== null) return type === "read" && !CACHE_OF_ALL.test(temporary) ? place : null;
  // Above the repository and in the user's directory tools look for configuration, and list nothing that matters.
  return type === "list" && place.startsWith("~/") ? null : place;
}

/** Directories for temporary files in which tools keep what they can make again; they open each source all the same. */
const CACHE_OF_ALL = /\/(?:jest_[^/]*|node-compile-cache|tsx-\d+|v8-compile-cache-[^/]*|metro-[^/]*)$/;

/** Inside of a package, or of what tools keep among packages, only what is read counts. */
function isWithinPackage(place: Place): boolean {
  const at = place.lastIndexOf("node_modules/");
  if (at === -1 || !isInPackages(place)) return false;
  const below = place.slice(at + "node_modules/".length).split("/");
  if (below[0]?.startsWith(".")) return below[0] !== ".bin" && below[0] !== ".pnpm";
  return below.length > (below[0]?.startsWith("@") ? 2 : 1);
}

/** Of a path that is not there, the highest directory that is not there either: while that is so, nothing below can be. */
function topmostAbsent(place: Place, { isThere }: TraceContext): Place {
  let absent = place;
  for (
    let above = posix.dirname(place);
    above !== "." && above !== "/" && above !== "~";
    above = posix.dirname(above)
  ) {
    if (isThere(above)) break;
    absent = above;
  }
  return absent;
}

/** Links of the tree that the name which was asked for leads through. */
function linksOf(named: string, context: TraceContext): readonly RepoPath[] {
  const place = placeOf(named, context);
  if (!isInside(place) || GIT_STATE.has(place)) return [];
  const links: RepoPath[] = [];
  for (let at = place.indexOf("/"); ; at = place.indexOf("/", at + 1)) {
    const part = (at === -1 ? place : place.slice(0, at)) as RepoPath;
    if (context.snapshot.files.get(part)?.kind === "symlink") links.push(part);
    if (at === -1) return links;
  }
}

import { gitPlace } from "../paths/git-place.ts";
import { matchGlobs } from "../paths/glob.ts";
import { isInside, placeOf } from "../paths/places.ts";
import type { GatheredAccess, Trace } from "../system/strace/read-trace.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import type { Access, Place } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import { findReread, type Opened, type OpenedBy } from "./find-reread.ts";
import { findSearches } from "./find-searches.ts";
import { isModule } from "./loaded/loaded-code.ts";
import {
  isWithinPackage,
  linksOf,
  locateAccess,
  type AccessContext,
  temporaryOf,
  topmostAbsent,
} from "./locate-access.ts";

/** What a trace is compared with. */
export interface TraceContext extends AccessContext {
  /** From when the command started. */
  readonly snapshot: Pick<Snapshot, "files">;
  readonly depth: TraceDepth;
  /** The files that the command was given. */
  readonly targets: readonly RepoPath[];
  /** Whether its tool walks through directories to find them all the same. */
  readonly searches: boolean;
  /** Whether a path was made by a check that this one depends on, or is a declared output of this one. */
  readonly isProduct: (path: RepoPath) => boolean;
  /** Whether the tool keeps it for itself, and opens everything that it would open without it. */
  readonly isNote: (path: RepoPath) => boolean;
  /** Whether it exists now. */
  readonly isThere: (place: Place) => boolean;
  /** Whether it is a file. */
  readonly isFile: (place: Place) => boolean;
  /** Whether a file has the same bytes as before. */
  readonly isUnchanged: (place: Place) => boolean;
}

/** What a command, in all its tries, did with files, as far as its verdict may depend on it. */
export interface Seen {
  readonly accesses: ReadonlyMap<Place, Access>;
  /** Directories that it listed before it opened the first of its targets: how a tool finds its files. */
  readonly searched: ReadonlySet<Place>;
  /** How often the command was started. */
  readonly tries: number;
  /** The targets that it opened. */
  readonly opened: ReadonlyMap<RepoPath, Opened>;
  /** Targets that were read more often than others: not only because they are targets. */
  readonly reread: ReadonlySet<RepoPath>;
  /** When each place was first read. */
  readonly firstRead: ReadonlyMap<Place, number>;
  /** The programs that were started. */
  readonly started: ReadonlySet<Place>;
  /** What it wrote, created, moved or removed. */
  readonly writes: ReadonlySet<Place>;
  /** Files of the tree that it read, and then changed. */
  readonly modified: readonly RepoPath[];
  /** What it looked for and did not find. */
  readonly missing: ReadonlySet<Place>;
  /** Something from an earlier run that it used: without it, it might have read more. */
  readonly cache: Place | null;
}

/** Combines all tries, one after the other. */
export function sortTraces(traces: readonly Trace[], context: TraceContext): Seen {
  const accesses = joinTries(traces);
  const targets = new Set<string>(context.targets);
  const isTarget = (place: Place): boolean => targets.has(place);
  const firstTarget = accesses.find(
    ({ type, path }) => type === "read" && isTarget(placeOf(path, context)),
  )?.first;
  const sorting: Sorting = {
    ...context,
    isTarget,
    firstTarget,
    tries: traces.length,
    written: indexWrites(accesses, context),
    passed: findPassed(accesses, context),
    seen: new Map(),
    lists: new Map(),
    opened: new Map(),
    firstRead: new Map(),
    started: new Set(),
    modified: new Set(),
    missing: new Set(),
    cache: null,
  };
  for (const access of accesses) {
    if (access.type === "write") continue;
    const place = locateAccess(access, context);
    if (place === null) continue;
    // What was opened is known by its real path.
    const isReal = access.named === access.path && (access.type === "read" || access.type === "list");
    if (!isReal && !(isWithinPackage(place) && access.named === access.path))
      for (const link of linksOf(access.named, context)) add(sorting, link, "presence");
    // The name under which a program is found depends on where the shell looks.
    if (access.type === "start") {
      const found = placeOf(access.named, context);
      if (!wasMade(sorting, found, access.named)) add(sorting, found, "presence");
      sorting.started.add(place);
    }
    if (access.type === "start" || access.type === "read") noteRead(sorting, place, access);
    else noteQuestion(sorting, place, access);
  }
  return finish(sorting);
}

interface Sorting extends TraceContext {
  readonly tries: number;
  readonly isTarget: (place: Place) => boolean;
  /** When the first target was opened. */
  readonly firstTarget: number | undefined;
  /** When each place was first written to. */
  readonly written: ReadonlyMap<Place, number>;
  /** What a tool asked about while it searched for its files. */
  readonly passed: ReadonlySet<Place>;
  readonly seen: Map<Place, Access>;
  /** How often directories were listed, possibly in search of the targets. */
  readonly lists: Map<Place, number>;
  readonly opened: Map<RepoPath, OpenedBy>;
  readonly firstRead: Map<Place, number>;
  readonly started: Set<Place>;
  readonly modified: Set<RepoPath>;
  readonly missing: Set<Place>;
  cache: Place | null;
}

/** If two things were done with one path, the stronger counts. */
export const RANK: Readonly<Record<Access, number>> = {
  presence: 0,
  names: 1,
  fields: 2,
  content: 3,
  module: 4,
};

function add({ seen }: Sorting, place: Place, access: Access): void {
  const known = seen.get(place);
  if (known === undefined || RANK[known] < RANK[access]) seen.set(place, access);
}

/** Where tools keep earlier results, so that they need not look again. */
const HIDING = matchGlobs([
  "**/*.tsbuildinfo",
  "**/.{eslint,stylelint,prettier,tsbuildinfo}cache",
  "**/.{cache,*_cache,*-cache}/{eslint,prettier,stylelint}/**",
  "**/.cache/{prettier,eslint,stylelint,tsbuildinfo}/**",
  "**/.cache/prettier/.prettier-cache",
  "**/.{mypy,ruff}_cache/**",
]);

function noteRead(sorting: Sorting, place: Place, access: GatheredAccess): void {
  const { opened, firstRead, written, depth } = sorting;
  const { first, last, times, by } = access;
  const source = sourceOf(place, sorting);
  if (source !== null) return add(sorting, source, "content");
  if (!firstRead.has(place)) firstRead.set(place, first);
  if (sorting.isTarget(place)) {
    const path = place as RepoPath;
    const before = opened.get(path);
    opened.set(path, {
      first: before?.first ?? first,
      last: Math.max(last, before?.last ?? 0),
      times: times + (before?.times ?? 0),
      by: new Set([...by, ...(before?.by ?? [])]),
    });
  }
  const wasWritten = written.get(place) ?? written.get(temporaryOf(access.path, sorting) ?? place);
  if (isInside(place)) {
    const path = place as RepoPath;
    const isTracked = sorting.snapshot.files.has(path);
    const isMade = wasWritten !== undefined && wasWritten < first;
    if (HIDING(path) && !isTracked) {
      if (sorting.isNote(path)) return;
      if (!isMade) sorting.cache ??= place;
    }
    if (sorting.isProduct(path)) return;
    // A file that was read first and then changed is neither an input nor an output.
    if (wasWritten !== undefined && isTracked && !isMade && !sorting.isUnchanged(place))
      sorting.modified.add(path);
  }
  // A file that was opened for writing but not written counts as read.
  if (wasWritten !== undefined && !sorting.isUnchanged(place)) return;
  add(sorting, place, depth === "calls" && isModule(place) ? "module" : "content");
}

/** Whether the command made it, or made the temporary directory that it is in. */
function wasMade(sorting: Sorting, place: Place, path: string): boolean {
  return sorting.written.has(place) || sorting.written.has(temporaryOf(path, sorting) ?? place);
}

/** It asked what is there, or which names are. */
function noteQuestion(sorting: Sorting, place: Place, access: GatheredAccess): void {
  const { searches, firstTarget, lists, missing, isThere } = sorting;
  const { type, last, times } = access;
  if (isWithinPackage(place) || wasMade(sorting, place, access.path)) return;
  // A tool that walks through all directories asks what each entry is.
  if (type === "asked" && searches && last < (firstTarget ?? 0)) return;
  if (isInside(place) && sorting.isProduct(place as RepoPath)) return;
  if (type === "list") {
    if (!searches || firstTarget === undefined || last > firstTarget) add(sorting, place, "names");
    else lists.set(place, (lists.get(place) ?? 0) + times);
  } else if (type === "missing") {
    const absent = topmostAbsent(place, isThere);
    missing.add(absent);
    add(sorting, absent, "presence");
  } else {
    const isPassed = times === 1 && sorting.passed.has(place);
    add(sorting, place, type === "asked" && !isPassed && sorting.isFile(place) ? "content" : "presence");
  }
}

/** Pytest asks about everything on its way whether it is an environment, and then what it is: once each. */
const ENVIRONMENT = /^(.+)\/pyvenv\.cfg$/;

function findPassed(accesses: readonly GatheredAccess[], context: TraceContext): ReadonlySet<Place> {
  return new Set(
    accesses.flatMap(({ type, path }) => {
      const [, passed] = type === "missing" ? (ENVIRONMENT.exec(path) ?? []) : [];
      return passed === undefined ? [] : [placeOf(passed, context)];
    }),
  );
}

function finish(sorting: Sorting): Seen {
  const { lists, firstRead, firstTarget, opened } = sorting;
  const early = [...firstRead].flatMap(([place, at]) => (at < (firstTarget ?? 0) ? [place] : []));
  const searched = findSearches(lists, early, sorting.targets);
  for (const place of lists.keys()) if (!searched.has(place)) add(sorting, place, "names");
  return {
    accesses: sorting.seen,
    searched,
    tries: sorting.tries,
    opened,
    reread: findReread(opened, sorting.tries),
    firstRead,
    started: sorting.started,
    // A file outside that was opened to lock it was not written.
    writes: new Set(
      [...sorting.written.keys()].filter((place) => isInside(place) || !sorting.isUnchanged(place)),
    ),
    modified: [...sorting.modified],
    missing: sorting.missing,
    cache: sorting.cache,
  };
}

/** Makes the processes of different tries different. */
const MOST_PROCESSES = 2 ** 32;

function joinTries(traces: readonly Trace[]): readonly GatheredAccess[] {
  const [only] = traces;
  if (only !== undefined && traces.length === 1) return only.accesses;
  let start = 0;
  const joined: GatheredAccess[] = [];
  for (const [at, { accesses }] of traces.entries()) {
    const base = start;
    for (const each of accesses) {
      const by = at === 0 ? each.by : new Set([...each.by].map((pid) => pid + at * MOST_PROCESSES));
      joined.push({ ...each, by, first: each.first + base, last: each.last + base });
      start = Math.max(start, base + each.last + 1);
    }
  }
  return joined;
}

/** Compiled files that programs keep; each stands for its source, which shows whether it is current. */
const COMPILED = /^(.*\/|)__pycache__\/([^/.]+)\.[^/]*\.pyc$/;

function sourceOf(place: Place, { isThere }: TraceContext): Place | null {
  const compiled = COMPILED.exec(place);
  const source = compiled === null ? null : `${compiled[1]}${compiled[2]}.py`;
  return source !== null && isThere(source) ? source : null;
}

/** When each place was first written to. */
function indexWrites(accesses: readonly GatheredAccess[], context: TraceContext): ReadonlyMap<Place, number> {
  const order = new Map<Place, number>();
  for (const { type, path, first: index } of accesses) {
    if (type !== "write" || (gitPlace(path, context) ?? "file") !== "file") continue;
    const place = placeOf(path, context);
    if (isInside(place) && context.isOwn(place as RepoPath)) continue;
    if (!order.has(place)) order.set(place, index);
  }
  return order;
}

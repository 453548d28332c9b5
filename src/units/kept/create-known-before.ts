import { widenGlob } from "../../checks/target-glob.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import type { ChangeDepth } from "../../graph/kept/change-depth.ts";
import { matchGlobs } from "../../paths/glob.ts";
import type { CachedVerdict } from "../../store/records/records.ts";
import { memo } from "../../values/memo.ts";
import { searchSorted } from "../../values/search-sorted.ts";
import type { NamedPathSet, PathSetId } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { KnownBefore, Taken } from "../known-before.ts";
import type { KeptUnits, OpenedCheck } from "./kept-units.ts";
import { LOOSE, MORE, SEES_CONTENT, SEES_STRUCTURE, WIDE } from "./row-columns.ts";
import { TakenUnits } from "./taken-units.ts";

export interface KnownContext {
  readonly kept: KeptUnits;
  /** The files whose content has changed since, or whose references may now resolve differently. */
  readonly changed: readonly RepoPath[];
  /** How much of their change others can see; everything, for a file without an entry. */
  readonly depths: ReadonlyMap<RepoPath, ChangeDepth>;
  /** The files that were added or removed, and whether a path set has changed because of them. */
  readonly moved: { readonly paths: readonly RepoPath[]; readonly hasSet: (id: PathSetId) => boolean } | null;
  readonly graph: FileGraph;
  readonly findVerdicts: (fingerprints: readonly Fingerprint[]) => ReadonlyMap<Fingerprint, CachedVerdict>;
  readonly findSet: (id: PathSetId) => NamedPathSet;
}

/**
 * Tells which kept units are still the same if only the content of these files has changed. A unit that reaches such a
 * file, was seen to read it, or may read any file has to be looked up again.
 */
export function createKnownBefore(context: KnownContext): KnownBefore {
  const { kept, moved } = context;
  const changed = [...context.changed, ...(moved?.paths ?? [])];
  const byName = new Map(kept.checks.map((check) => [check.name, check]));
  const touch = memo(() => findTouched(context));
  return {
    directoriesOf: ({ name }, targets) => {
      const check = byName.get(name);
      return check?.targets === targets && moved === null ? check.directories : null;
    },
    ofCheck: ({ name }, { frame, targets }, inputs) => {
      const check = byName.get(name);
      if (check === undefined || check.frame !== frame || check.targets !== targets) return null;
      const matches = matchGlobs(inputs.map((glob) => widenGlob(glob.replace(/^!/, ""))));
      if (inputs.length > 0 && changed.some((path) => matches(path))) return null;
      return { take: (settingsOf) => takeUnits(check, touch(), { ...context, settingsOf }) };
    },
  };
}

/** What counts in the files that a target reaches: their content, their structure, or only what they refer to. */
type Seen = "content" | "structure" | "references";

/** What the change affects: 1 for each that is affected. */
interface Touched {
  /** Files that have changed, or that reach a changed file and can see the difference. */
  readonly files: Readonly<Record<Seen, () => Uint8Array>>;
  /** Lists of files with a changed file in them. */
  readonly lists: Uint8Array;
  /** Lists of path sets with a changed file in one of the sets. */
  readonly sets: Uint8Array;
}

/** Null if nothing has changed. */
function findTouched({ kept, changed, depths, graph, moved }: KnownContext): Touched | null {
  if (changed.length === 0 && moved === null) return null;
  const { paths, lists } = kept;
  const mark = (all: Iterable<RepoPath>): Uint8Array => {
    const marked = new Uint8Array(paths.length);
    for (const path of all) marked[searchSorted(paths, path)] = 1;
    return marked;
  };
  const isChanged = mark(changed);
  const ofFiles = lists.markThose(isChanged);
  const isSetTouched = Uint8Array.from(kept.sets, ({ id, isWide, files }) =>
    isWide || ofFiles[files] === 1 || moved?.hasSet(id) === true ? 1 : 0,
  );
  const reaching = (shows: (depth: ChangeDepth) => boolean): (() => Uint8Array) =>
    memo(() => {
      const noticed = changed.filter((path) => shows(depths.get(path) ?? "references"));
      return mark([...changed, ...graph.transitiveDependents(noticed).paths]);
    });
  return {
    files: {
      content: reaching(() => true),
      structure: reaching((depth) => depth !== "body"),
      references: reaching((depth) => depth === "references"),
    },
    lists: ofFiles,
    sets: lists.markThose(isSetTouched),
  };
}

interface TakeOptions extends KnownContext {
  readonly settingsOf: (path: RepoPath) => string | Promise<string>;
}

async function takeUnits(check: OpenedCheck, touched: Touched | null, options: TakeOptions): Promise<Taken> {
  const { kept, findSet } = options;
  const { rows, settings } = check;
  const telling = findTelling(check, options);
  const pathAt = (place: number): RepoPath => kept.paths[rows.target[place] as number] as RepoPath;
  const same = findSame(check, touched, telling);
  // Settings depend on the files they load, just as units do.
  const isSettled =
    touched === null ||
    (!check.isOpen && !check.settingsFiles.some((file) => touched.files.content()[file] === 1));
  if (!isSettled)
    for (let place = 0; place < rows.length; place++) {
      if (same[place] !== 1) continue;
      const before = settings[rows.settings[place] as number];
      const now = options.settingsOf(pathAt(place));
      // Nearly always known at once: waiting for each of thousands of units would take longer than comparing them.
      if (before !== (typeof now === "string" ? now : await now)) same[place] = 0;
    }
  const places = new Uint32Array(same.reduce((sum, each) => sum + each, 0));
  const left = new Set<RepoPath>();
  let next = 0;
  for (let place = 0; place < rows.length; place++)
    if (same[place] === 1) places[next++] = place;
    else left.add(pathAt(place));
  const came = new Set(options.moved?.paths);
  return { taken: new TakenUnits({ kept, check, telling, findSet }, places), left, came };
}

/** Marks the units that have not changed, settings aside. */
function findSame(
  { rows }: OpenedCheck,
  touched: Touched | null,
  telling: ReadonlyMap<Fingerprint, CachedVerdict>,
): Uint8Array {
  const { target, candidates, by, flags } = rows;
  const same = new Uint8Array(rows.length);
  for (let place = 0; place < rows.length; place++) {
    const own = flags[place] as number;
    if ((own & LOOSE) !== 0) continue;
    if ((own & MORE) !== 0 && !telling.has(rows.fingerprintAt(place))) continue;
    if (touched !== null) {
      if ((own & WIDE) !== 0) continue;
      if (touched.files[seenBy(own)]()[target[place] as number] === 1) continue;
      if (touched.sets[candidates[place] as number] === 1) continue;
      if (touched.lists[by[place] as number] === 1) continue;
    }
    same[place] = 1;
  }
  return same;
}

function seenBy(flags: number): Seen {
  if ((flags & SEES_CONTENT) !== 0) return "content";
  return (flags & SEES_STRUCTURE) === 0 ? "references" : "structure";
}

/** The stored verdicts that say more than "passed". */
function findTelling(
  { rows }: OpenedCheck,
  { findVerdicts }: KnownContext,
): ReadonlyMap<Fingerprint, CachedVerdict> {
  const fingerprints: Fingerprint[] = [];
  for (let place = 0; place < rows.length; place++)
    if (((rows.flags[place] as number) & MORE) !== 0) fingerprints.push(rows.fingerprintAt(place));
  return fingerprints.length === 0 ? new Map() : findVerdicts(fingerprints);
}

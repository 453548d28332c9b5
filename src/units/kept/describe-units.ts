import { listAccesses } from "../../paths/path-sets.ts";
import type { CachedVerdict } from "../../store/records/records.ts";
import { searchSorted } from "../../values/search-sorted.ts";
import { GIT_HEAD, GIT_INDEX } from "../../vocabulary/tree/git-state.ts";
import { IMPORTS, type NamedPathSet, type PathSetId, TYPES } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { Unit } from "../unit.ts";
import type { KeptUnits, NewSet, OpenedCheck } from "./kept-units.ts";
import {
  isPackable,
  type KeptRow,
  LOOSE,
  MORE,
  IS_OBSERVED,
  SEES_CONTENT,
  SEES_STRUCTURE,
  WIDE,
} from "./row-columns.ts";

/** A unit that was looked up. */
export interface LookedAt {
  readonly unit: Unit;
  /** The current verdict; null if there is none. */
  readonly verdict: CachedVerdict | null;
  /** All path sets that verdicts with its weak key are stored under. */
  readonly candidates: readonly NamedPathSet[];
}

/** One unit with values instead of numbers, except for files. */
export interface DescribedRow extends Omit<KeptRow, "set" | "settings" | "run" | "origin" | "candidates"> {
  readonly set: NewSet;
  readonly settings: string;
  readonly run: string;
  readonly origin: string;
  readonly candidates: readonly NewSet[];
}

/** A unit with nothing known but its target. */
export interface LooseRow {
  readonly target: number;
  readonly flags: typeof LOOSE;
}

interface TreeFiles {
  readonly snapshot: Snapshot;
  /** Sorted. */
  readonly paths: readonly RepoPath[];
}

/** Describes units; only by target if they cannot be reused. Null if the target is not a file of the tree. */
export function createDescribe(files: TreeFiles): (each: LookedAt) => DescribedRow | LooseRow | null {
  const known = new Map<PathSetId, NewSet>();
  const setOf = (named: NamedPathSet): NewSet => {
    let set = known.get(named.id);
    if (set === undefined) known.set(named.id, (set = withinTree(named, files)));
    return set;
  };
  return (each) => describeUnit(each, { ...files, setOf });
}

function describeUnit(
  { unit, verdict, candidates }: LookedAt,
  { paths, snapshot, setOf }: TreeFiles & { readonly setOf: (named: NamedPathSet) => NewSet },
): DescribedRow | LooseRow | null {
  const target = unit.target === "" ? -1 : searchSorted(paths, unit.target);
  if (target === -1 || unit.target === "") return null;
  const loose = { target, flags: LOOSE } as const;
  const kind = snapshot.files.get(unit.target)?.kind;
  if (kind !== "file" && kind !== "executable") return loose;
  // Failures are few, and the user may ask to re-run them.
  if (unit.trail === null || verdict === null || verdict.status === "failed") return loose;
  if (!isPackable(verdict.fingerprint) || candidates.some(readsGit)) return loose;
  const by = unit.trail.by.map((path) => searchSorted(paths, path)).filter((file) => file !== -1);
  const sets = candidates.map(setOf);
  const isMore = verdict.findings.length > 0 || verdict.stdout !== "" || verdict.stderr !== "";
  return {
    target,
    fingerprint: verdict.fingerprint,
    set: sets.find(({ id }) => id === verdict.pathSet) ?? { id: verdict.pathSet, files: [], isWide: false },
    settings: unit.trail.settings,
    run: verdict.runId,
    origin: verdict.origin,
    createdAt: verdict.createdAt,
    durationMs: verdict.durationMs,
    exitCode: verdict.exitCode,
    flags:
      (unit.trail.isWide ? WIDE : 0) |
      (isMore ? MORE : 0) |
      (verdict.kind === "observed" ? IS_OBSERVED : 0) |
      seenBy(unit, verdict.pathSet, candidates),
    candidates: sets,
    by,
  };
}

/** A kept unit in the same form. */
export function describeRow(
  place: number,
  { rows, settings }: OpenedCheck,
  kept: KeptUnits,
): DescribedRow | LooseRow {
  const row = rows.at(place);
  if ((row.flags & LOOSE) !== 0) return { target: row.target, flags: LOOSE };
  const setAt = (number: number): NewSet => {
    const { id, files, isWide } = kept.sets[number] ?? { id: "" as PathSetId, files: 0, isWide: true };
    return { id, isWide, files: Array.from(kept.lists.at(files)) };
  };
  return {
    ...row,
    set: setAt(row.set),
    settings: settings[row.settings] ?? "",
    run: kept.runs[row.run] ?? "",
    origin: kept.origins[row.origin] ?? "",
    candidates: row.candidates.map(setAt),
  };
}

/** Parts of path sets that mean the content of what a target reaches, and the part that means its structure. */
const OF_CONTENT: ReadonlySet<string> = new Set(["content", IMPORTS, TYPES]);
const OF_STRUCTURE = "structure";

/** What a unit depends on in the files that its target reaches, under any of its path sets. */
function seenBy(
  { predicted }: Unit,
  known: PathSetId,
  candidates: readonly NamedPathSet[],
): 0 | typeof SEES_CONTENT | typeof SEES_STRUCTURE {
  const sets = [...candidates, ...(predicted.pathSet.id === known ? [predicted.pathSet] : [])];
  if (!sets.some(({ id }) => id === known)) return SEES_CONTENT;
  const parts = sets.flatMap(({ set }) => set.parts);
  if (parts.some((part) => OF_CONTENT.has(part))) return SEES_CONTENT;
  return parts.includes(OF_STRUCTURE) ? SEES_STRUCTURE : 0;
}

function readsGit({ set }: NamedPathSet): boolean {
  for (const [place] of listAccesses(set)) if (place === GIT_HEAD || place === GIT_INDEX) return true;
  return false;
}

/** The part of a path set that is in the tree. A link may lead to any file of it. */
function withinTree({ id, set }: NamedPathSet, { snapshot, paths }: TreeFiles): NewSet {
  const files: number[] = [];
  let isWide = false;
  for (const [place, access] of listAccesses(set)) {
    const entry = snapshot.files.get(place as RepoPath);
    if (entry === undefined) continue;
    if (entry.kind === "symlink") isWide = true;
    if (access === "content" || access === "module" || access === "fields")
      files.push(searchSorted(paths, place as RepoPath));
  }
  return { id, files, isWide };
}

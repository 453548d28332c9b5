import { matchGlobs } from "../paths/glob.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { CheckAudit, UndeclaredRead } from "./check-audit.ts";
import type { Gap, JudgedUnit } from "./judge-unit.ts";
import type { UnitReads } from "./sort-places.ts";

/** One unit whose reads are known. */
export interface AuditedUnit {
  readonly judged: JudgedUnit;
  readonly reads: UnitReads;
  /** Whether an earlier run has watched it, or it ran now. */
  readonly from: "stored" | "traced";
  /** What it wrote, if it ran now. */
  readonly writes: readonly RepoPath[];
  /** How its command ended, in words; null if it exited with 0. */
  readonly ending: string | null;
  readonly unknown: string | null;
  /** Why a run here does not use what it is seen to read; null if it does. */
  readonly unwatched: string | null;
}

/** How many targets are named for each file. */
const NAMED = 5;

type Findings = Omit<CheckAudit, "check" | "status" | "why" | "units" | "untraced" | "suggestion" | "edges">;

/** Combines the results of the units of a check. */
export function summarizeUnits(units: readonly AuditedUnit[], inputs: readonly string[]): Findings {
  const gather = <T extends string>(of: (unit: AuditedUnit) => Iterable<T>): readonly T[] =>
    [...new Set(units.flatMap((unit) => [...of(unit)]))].sort();
  const read = gather(({ reads }) => [...reads.files, ...reads.packages]);
  const isRead = new Set<string>(read);
  const open = units.filter(({ judged }) => judged.gaps.size > 0);
  return {
    undeclared: undeclaredIn(units),
    uncertain: gather(({ judged }) => judged.uncertain),
    notCoveredHere: open.find(({ unwatched }) => unwatched !== null)?.unwatched ?? null,
    hasUncoveredPackages: units.some(({ judged }) => judged.hasOpenPackages),
    unread: gather(({ judged }) => judged.predicted).filter((path) => !isRead.has(path)),
    unreadInputs: units.length === 0 ? [] : inputs.filter((glob) => isUnread(glob, read)),
    byStructure: gather(({ judged }) => judged.byStructure),
    git: gather(({ reads }) => reads.git),
    listed: gather(({ judged }) => judged.listed),
    missing: gather(({ judged }) => judged.missing),
    written: gather(({ writes }) => writes),
    caches: gather(({ reads }) => reads.caches),
    outside: gather(({ reads }) => reads.outside),
    endings: units.flatMap(({ judged, ending }) =>
      ending === null ? [] : [{ target: judged.target, ending }],
    ),
    unknown: units.find(({ unknown }) => unknown !== null)?.unknown ?? null,
  };
}

/** The audit of a check about which nothing is known. */
export function notAudited({
  total,
  ...said
}: Pick<CheckAudit, "check" | "status" | "why"> & { readonly total: number }): CheckAudit {
  const units = { audited: 0, total, stored: 0, traced: 0 };
  return { ...said, units, untraced: null, ...summarizeUnits([], []), suggestion: null, edges: [] };
}

function undeclaredIn(units: readonly AuditedUnit[]): readonly UndeclaredRead[] {
  const found = new Map<RepoPath, { why: Gap; targets: string[]; isExact: boolean }>();
  for (const { judged, from } of units)
    for (const [path, why] of judged.gaps) {
      const known = found.get(path) ?? { why, targets: [], isExact: true };
      known.targets.push(judged.target);
      // A stored read may have been for another file of the same command.
      known.isExact &&= from === "traced" || judged.target === "";
      found.set(path, known);
    }
  return [...found]
    .map(([path, { why, targets, isExact }]) => ({
      path,
      why,
      units: targets.length,
      targets: targets.slice(0, NAMED),
      isExact,
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function isUnread(glob: string, read: readonly string[]): boolean {
  return !glob.startsWith("!") && !read.some(matchGlobs([glob]));
}

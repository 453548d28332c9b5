import { matchGlobs } from "../vocabulary/glob.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { CheckAudit, UndeclaredRead } from "./check-audit.ts";
import type { Gap, JudgedUnit } from "./judge-unit.ts";
import type { SortedAccesses } from "./sort-accesses.ts";

/** One unit that was traced. */
export interface AuditedUnit {
  readonly judged: JudgedUnit;
  readonly sorted: SortedAccesses;
  /** How its command ended, in words; null where it exited with 0. */
  readonly ending: string | null;
  readonly unknown: string | null;
}

/** How many targets are named for each file. */
const NAMED = 5;

type Findings = Omit<CheckAudit, "check" | "status" | "why" | "units" | "suggestion">;

/** Puts what was found in the units of a check together. */
export function summarizeUnits(units: readonly AuditedUnit[], inputs: readonly string[]): Findings {
  const gather = <T extends string>(of: (unit: AuditedUnit) => Iterable<T>): readonly T[] =>
    [...new Set(units.flatMap((unit) => [...of(unit)]))].sort();
  const read = gather(({ sorted }) => [...sorted.reads.keys(), ...sorted.packages]);
  return {
    undeclared: undeclaredIn(units),
    hasUncoveredPackages: units.some(({ judged }) => judged.hasOpenPackages),
    unreadInputs: units.length === 0 ? [] : inputs.filter((glob) => isUnread(glob, read)),
    byStructure: gather(({ judged }) => judged.byStructure),
    git: gather(({ sorted }) => sorted.git),
    listed: gather(({ judged }) => judged.listed),
    missing: gather(({ judged }) => judged.missing),
    written: gather(({ sorted }) => sorted.writes),
    caches: gather(({ sorted }) => sorted.caches),
    outside: gather(({ sorted }) => sorted.outside),
    endings: units.flatMap(({ judged, ending }) =>
      ending === null ? [] : [{ target: judged.target, ending }],
    ),
    unknown: units.find(({ unknown }) => unknown !== null)?.unknown ?? null,
  };
}

/** What there is to say of a check of which nothing was traced. */
export function notAudited({
  total,
  ...said
}: Pick<CheckAudit, "check" | "status" | "why"> & { readonly total: number }): CheckAudit {
  return { ...summarizeUnits([], []), ...said, units: { audited: 0, total }, suggestion: null };
}

function undeclaredIn(units: readonly AuditedUnit[]): readonly UndeclaredRead[] {
  const found = new Map<RepoPath, { why: Gap; targets: string[] }>();
  for (const { judged } of units)
    for (const [path, why] of judged.gaps) {
      const known = found.get(path) ?? { why, targets: [] };
      known.targets.push(judged.target);
      found.set(path, known);
    }
  return [...found]
    .map(([path, { why, targets }]) => ({
      path,
      why,
      units: targets.length,
      targets: targets.slice(0, NAMED),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function isUnread(glob: string, read: readonly string[]): boolean {
  return !glob.startsWith("!") && !read.some(matchGlobs([glob]));
}

import type { Coverage } from "../units/coverage.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { UnitReads } from "./sort-places.ts";

/** Why a read is not predicted: not at all, or only by what can be seen from outside of a file that is run. */
export type Gap = "not-covered" | "structure-only";

/** What one unit was seen to read, held against what is predicted of it. */
export interface JudgedUnit {
  readonly target: Target;
  readonly gaps: ReadonlyMap<RepoPath, Gap>;
  /** Read by a command over several files, and not certainly for this one. */
  readonly uncertain: readonly RepoPath[];
  /** Read, and left to the structure of what the target depends on, as the check says. */
  readonly byStructure: readonly RepoPath[];
  /** Whether it reads installed packages that neither a lockfile nor an installer's record covers. */
  readonly hasOpenPackages: boolean;
  /** Files that are there and that a prediction covers by content; what stands for packages only where none is read. */
  readonly predicted: readonly RepoPath[];
  /** Directories in which a new file would not be noticed. */
  readonly listed: readonly RepoPath[];
  /** Files that would be read if they were there, which would not be noticed. */
  readonly missing: readonly RepoPath[];
}

export interface JudgeContext {
  readonly check: Check;
  readonly target: Target;
  /** Of the unit as it is predicted. */
  readonly coverage: Coverage;
  /** Whether there is such a file now. */
  readonly isThere: (path: RepoPath) => boolean;
  /** Whether the check says that it writes this file, or one that it depends on does. */
  readonly isOutput: (path: RepoPath) => boolean;
  /** Whether the graph leads from the target to this file. */
  readonly isReached: (path: RepoPath) => boolean;
  /** Whether this file was read anyway, whatever this target needs. */
  readonly isReadAnyway: (path: RepoPath) => boolean;
  /** Whether a file at this path would be covered as soon as it is there. */
  readonly isAwaited: (path: RepoPath) => boolean;
  /** Whether a file that is added to this directory would be covered. */
  readonly isAwaitedIn: (directory: RepoPath) => boolean;
}

/** Says what a unit read that a machine without a tracer would not go by. Pure. */
export function judgeUnit(reads: UnitReads, context: JudgeContext): JudgedUnit {
  const { check, coverage, isOutput } = context;
  const gaps = new Map<RepoPath, Gap>();
  const byStructure: RepoPath[] = [];
  const uncertain: RepoPath[] = [];
  // A compiler or a linter takes from what it imports only what can be seen from outside; a test runs it.
  const isStructural = check.follow === "structure" && (check.type === "lint" || check.type === "type-check");
  // A link counts with the content that it leads to.
  const linked = [...reads.links].flatMap(([link, to]) => (coverage.of(link) === "content" ? [to] : []));
  const isLinked = (path: RepoPath): boolean => linked.some((to) => path === to || path.startsWith(`${to}/`));
  for (const path of reads.files) {
    if (isOutput(path)) continue;
    const covered = coverage.of(path);
    if (covered === "content" || isLinked(path)) continue;
    if (isStructural && (covered === "structure" || context.isReached(path))) byStructure.push(path);
    else if (context.isReadAnyway(path) && !context.isReached(path)) uncertain.push(path);
    else gaps.set(path, covered === "structure" ? "structure-only" : "not-covered");
  }
  const hasPackages = reads.packages.size > 0;
  return {
    target: context.target,
    gaps,
    uncertain,
    byStructure,
    hasOpenPackages: hasPackages && coverage.packages.size === 0,
    predicted: [...coverage.files].flatMap(([path, by]) =>
      by === "content" &&
      !isOutput(path) &&
      !(hasPackages && coverage.packages.has(path)) &&
      context.isThere(path)
        ? [path]
        : [],
    ),
    listed: coverage.isWhole ? [] : [...reads.listed].filter((path) => !context.isAwaitedIn(path)),
    missing: coverage.isWhole
      ? []
      : [...reads.missing].filter((path) => coverage.of(path) === null && !context.isAwaited(path)),
  };
}

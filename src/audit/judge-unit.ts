import type { Coverage } from "../units/coverage.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { UnitReads } from "./sort-places.ts";

/** Why a read is not predicted: not at all, or only by the exported structure of a file that is run. */
export type Gap = "not-covered" | "structure-only";

/** What one unit was seen to read, compared with what is predicted for it. */
export interface JudgedUnit {
  readonly target: Target;
  readonly gaps: ReadonlyMap<RepoPath, Gap>;
  /** Read by a command on several files, and not certainly for this one. */
  readonly uncertain: readonly RepoPath[];
  /** Read, but only covered by the structure of what the target depends on, as the check says. */
  readonly byStructure: readonly RepoPath[];
  /** Whether it reads installed packages that neither a lockfile nor an installer's record covers. */
  readonly hasOpenPackages: boolean;
  /** Existing files that a prediction covers by content; records of packages only if no package is read. */
  readonly predicted: readonly RepoPath[];
  /** Directories in which a new file would not be noticed. */
  readonly listed: readonly RepoPath[];
  /** Missing files that it would read; it would not be noticed if they appeared. */
  readonly missing: readonly RepoPath[];
}

export interface JudgeContext {
  readonly check: Check;
  readonly target: Target;
  /** Of the predicted unit. */
  readonly coverage: Coverage;
  /** Whether this file exists now. */
  readonly isThere: (path: RepoPath) => boolean;
  /** Whether the check, or one that it depends on, declares this file as its output. */
  readonly isOutput: (path: RepoPath) => boolean;
  /** Whether the graph leads from the target to this file. */
  readonly isReached: (path: RepoPath) => boolean;
  /** Whether this file was read anyway, whatever this target needs. */
  readonly isReadAnyway: (path: RepoPath) => boolean;
  /** Whether a file at this path would be covered as soon as it exists. */
  readonly isAwaited: (path: RepoPath) => boolean;
  /** Whether a file added to this directory would be covered. */
  readonly isAwaitedIn: (directory: RepoPath) => boolean;
}

/** Says which reads of a unit a machine without a tracer would miss. Pure. */
export function judgeUnit(reads: UnitReads, context: JudgeContext): JudgedUnit {
  const { check, coverage, isOutput } = context;
  const gaps = new Map<RepoPath, Gap>();
  const byStructure: RepoPath[] = [];
  const uncertain: RepoPath[] = [];
  // A compiler or a linter only uses the exported structure of what it imports; a test runs it.
  const isStructural = check.follow === "structure" && (check.type === "lint" || check.type === "type-check");
  // A link counts with the content that it points to.
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

import type { Coverage } from "../units/coverage.ts";
import type { Check } from "../vocabulary/check.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Target } from "../vocabulary/unit.ts";
import type { SortedAccesses } from "./sort-accesses.ts";

/** Why a read is not covered: not at all, or only by what can be seen from outside of a file that is run. */
export type Gap = "not-covered" | "structure-only";

/** What the command of one unit read, held against the unit's fingerprint. */
export interface JudgedUnit {
  readonly target: Target;
  readonly gaps: ReadonlyMap<RepoPath, Gap>;
  /** Read, and left to the structure of what the target depends on, as the check says. */
  readonly byStructure: readonly RepoPath[];
  /** Whether it reads installed packages that neither a lockfile nor an installer's record covers. */
  readonly hasOpenPackages: boolean;
  /** Directories in which a new file would not be noticed. */
  readonly listed: readonly RepoPath[];
  /** Files that would be read if they were there, which would not be noticed. */
  readonly missing: readonly RepoPath[];
}

export interface JudgeContext {
  readonly check: Check;
  readonly target: Target;
  readonly coverage: Coverage;
  /** Whether the check says that it writes this file, or one that it depends on does. */
  readonly isOutput: (path: RepoPath) => boolean;
  /** Whether the graph leads from the target to this file. */
  readonly isReached: (path: RepoPath) => boolean;
  /** Whether a file at this path would be covered as soon as it is there. */
  readonly isAwaited: (path: RepoPath) => boolean;
  /** Whether a file that is added to this directory would be covered. */
  readonly isAwaitedIn: (directory: RepoPath) => boolean;
}

/** Says what a command read that its fingerprint does not cover. Pure. */
export function judgeUnit(sorted: SortedAccesses, context: JudgeContext): JudgedUnit {
  const { check, coverage } = context;
  const gaps = new Map<RepoPath, Gap>();
  const byStructure: RepoPath[] = [];
  // A compiler or a linter takes from what it imports only what can be seen from outside; a test runs it.
  const isStructural = check.follow === "structure" && (check.type === "lint" || check.type === "type-check");
  for (const [path, links] of sorted.reads) {
    if (context.isOutput(path)) continue;
    const covered = coverage.of(path);
    // A link counts with the content that it leads to.
    if (covered === "content" || [...links].some((link) => coverage.of(link) === "content")) continue;
    if (isStructural && (covered === "structure" || context.isReached(path))) byStructure.push(path);
    else gaps.set(path, covered === "structure" ? "structure-only" : "not-covered");
  }
  return {
    target: context.target,
    gaps,
    byStructure,
    hasOpenPackages: sorted.packages.size > 0 && !coverage.hasPackages,
    listed: coverage.isWhole ? [] : [...sorted.listed].filter((path) => !context.isAwaitedIn(path)),
    missing: coverage.isWhole
      ? []
      : [...sorted.missing].filter((path) => coverage.of(path) === null && !context.isAwaited(path)),
  };
}

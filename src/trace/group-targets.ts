import { runsCode } from "../checks/check-traits.ts";
import type { Closures } from "../graph/closure/closure.ts";
import { listAccesses } from "../paths/path-sets.ts";
import { traceDepthOf, followsImports } from "../tools/habits.ts";
import { memo } from "../values/memo.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import type { NamedPathSet } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { RunReason, Target } from "../vocabulary/verdict/unit.ts";

/** The part of a unit that decides which units share a command. */
export interface Groupable {
  readonly target: Target;
  readonly pathSet: NamedPathSet;
  /** Why it runs; null if its verdict is valid. */
  readonly reason: RunReason | null;
}

export interface GroupOptions {
  readonly closures: () => Closures;
  /** Whether cached verdicts show that the tool follows imports; null if they do not say. */
  readonly knownToFollow: (check: string) => boolean | null;
  /** The path sets of other cached verdicts. */
  readonly cached?: () => readonly NamedPathSet[];
  /** Whether code that its tool loads may read files. */
  readonly loadsReaders: (check: Check) => boolean;
}

/**
 * Which targets share a command, if it is watched. The reads of a closed target can be told apart from others, so
 * closed targets have their own commands. If it is not known whether the tool follows imports, one target that imports
 * something runs alone and shows it. If a command had read something that has changed since, its targets are split, so
 * that next time it is clearer whose read it was.
 */
export function groupTargets(
  check: Check,
  units: readonly Groupable[],
  options: GroupOptions,
): readonly TargetGroup[] {
  const depth = traceDepthOf(check);
  const isClosed = (target: RepoPath): boolean => options.closures().opening(target) === null;
  const parts = partTargets(check, units, { ...options, isClosed });
  return parts.map((files) => ({
    files,
    // Code that may search for files by itself can ask for them in any way.
    depth:
      depth === "calls" && ((runsCode(check) && !files.every(isClosed)) || options.loadsReaders(check))
        ? "full"
        : depth,
  }));
}

/** Files that share a command, and how closely it is watched. */
export interface TargetGroup {
  readonly files: readonly RepoPath[];
  readonly depth: TraceDepth | null;
}

interface PartOptions extends GroupOptions {
  readonly isClosed: (target: RepoPath) => boolean;
}

function partTargets(
  check: Check,
  units: readonly Groupable[],
  { closures, knownToFollow, isClosed, cached = () => [] }: PartOptions,
): readonly (readonly RepoPath[])[] {
  const running = units.filter((unit) => unit.reason !== null);
  const all = running.map(({ target }) => target as RepoPath);
  if (traceDepthOf(check) === null || all.length < 2) return [all];
  const habit = followsImports(check);
  // Besides their targets, formatters and linters read the same for any of them.
  if (habit === false || habit === "shows") return [all];
  const follows = habit === "ask" ? knownToFollow(check.name) : habit;
  const sets = memo(() => [...units.map(({ pathSet }) => pathSet), ...cached()]);
  if (follows === false) return partByCause(running, sets, closures);
  const parted = (group: readonly Groupable[]): readonly (readonly RepoPath[])[] =>
    [true, false].flatMap((closed) => {
      const members = group.filter(({ target }) => isClosed(target as RepoPath) === closed);
      const parts = partByCause(members, sets, closures);
      return closed ? parts : parts.flatMap((part) => partByReach(part, closures()));
    });
  const probe = follows === null ? all.find((target) => closures().of(target).size > 1) : undefined;
  if (probe === undefined) return parted(running);
  return [[probe], ...parted(running.filter(({ target }) => target !== probe))];
}

/** Fewer are not worth their own command. */
const FEWEST_APART = 3;
/** With more, walking through everything they depend on takes longer than it saves. */
const MOST_LOOKED_AT = 500;

/**
 * Separates targets that depend on files which few others depend on. A target that is not closed counts by everything
 * its command read, so an edit of such a file would run all of them.
 */
function partByReach(targets: readonly RepoPath[], closures: Closures): readonly (readonly RepoPath[])[] {
  if (targets.length > MOST_LOOKED_AT) return [targets];
  const counts = new Map<RepoPath, number>();
  for (const target of targets)
    for (const path of closures.of(target)) counts.set(path, (counts.get(path) ?? 0) + 1);
  const isUsual = (path: RepoPath): boolean => (counts.get(path) ?? 0) * 2 >= targets.length;
  const [usual, others]: [RepoPath[], RepoPath[]] = [[], []];
  for (const target of targets)
    ([...closures.of(target)].every((path) => path === target || isUsual(path)) ? usual : others).push(
      target,
    );
  return usual.length < FEWEST_APART || others.length < FEWEST_APART ? [targets] : [usual, others];
}

/** Splits targets that share a changed read because of one command, unless other commands have read it too. */
function partByCause(
  running: readonly Groupable[],
  sets: () => readonly NamedPathSet[],
  closures: () => Closures,
): readonly (readonly RepoPath[])[] {
  const [first] = running;
  if (first === undefined) return [];
  const targets = running.map(({ target }) => target as RepoPath);
  const causes = new Set(running.map(causeOf));
  const [cause] = causes;
  if (causes.size !== 1 || cause === undefined || cause === null || targets.length < 2) return [targets];
  const readers = new Set(
    sets()
      .filter((pathSet) => hasRead(pathSet, cause))
      .map(({ id }) => id),
  );
  if (readers.size !== 1) return [targets];
  const leading = targets.filter((target) =>
    closures()
      .of(target)
      .has(cause as RepoPath),
  );
  if (leading.length > 0 && leading.length < targets.length)
    return [leading, targets.filter((target) => !leading.includes(target))];
  const half = Math.ceil(targets.length / 2);
  return [targets.slice(0, half), targets.slice(half)];
}

function causeOf({ reason }: Groupable): string | null {
  return reason?.type === "observed-changed" ? (reason.changes[0]?.path ?? null) : null;
}

function hasRead({ set }: NamedPathSet, cause: string): boolean {
  for (const [place] of listAccesses(set)) if (place === cause) return true;
  return false;
}

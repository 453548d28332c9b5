import { runsCode } from "../checks/check-traits.ts";
import type { Closures } from "../graph/closure/closure.ts";
import { listAccesses } from "../paths/path-sets.ts";
import { depthOf, followsImports } from "../tools/habits.ts";
import { memo } from "../values/memo.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import type { NamedPathSet } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { RunReason, Target } from "../vocabulary/verdict/unit.ts";

/** A unit, as far as it matters for whom it shares a command with. */
export interface Groupable {
  readonly target: Target;
  readonly pathSet: NamedPathSet;
  /** Why it runs; null where its verdict stands. */
  readonly reason: RunReason | null;
}

export interface GroupOptions {
  readonly closures: () => Closures;
  /** Whether verdicts that stand show that the tool follows imports. */
  readonly knownToFollow: (check: string) => boolean | null;
  /** The path sets of more verdicts that stand. */
  readonly standing?: () => readonly NamedPathSet[];
  /** Whether code that its tool loads for itself may read files. */
  readonly loadsReaders: (check: Check) => boolean;
}

/**
 * Which targets share a command, where it is watched. What a closed target reads can be told from what others read, so
 * these have commands of their own. Where it is not known whether the tool follows imports, one target that imports
 * something goes alone and shows it. Where one command had read something that has changed now, its targets are parted, so
 * that next time it is known better whose it was.
 */
export function groupTargets(
  check: Check,
  units: readonly Groupable[],
  options: GroupOptions,
): readonly TargetGroup[] {
  const depth = depthOf(check);
  const isClosed = (target: RepoPath): boolean => options.closures().opening(target) === null;
  const parts = partTargets(check, units, { ...options, isClosed });
  return parts.map((files) => ({
    files,
    // Code that may look for files by itself asks for them in every way.
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
  { closures, knownToFollow, isClosed, standing = () => [] }: PartOptions,
): readonly (readonly RepoPath[])[] {
  const running = units.filter((unit) => unit.reason !== null);
  const all = running.map(({ target }) => target as RepoPath);
  if (depthOf(check) === null || all.length < 2) return [all];
  const habit = followsImports(check);
  // Formatters and linters read beside their targets what they would read for any.
  if (habit === false || habit === "shows") return [all];
  const follows = habit === "ask" ? knownToFollow(check.name) : habit;
  const sets = memo(() => [...units.map(({ pathSet }) => pathSet), ...standing()]);
  if (follows === false) return partByCause(running, sets, closures);
  const parted = (group: readonly Groupable[]): readonly (readonly RepoPath[])[] =>
    [true, false].flatMap((closed) => {
      const own = group.filter(({ target }) => isClosed(target as RepoPath) === closed);
      const parts = partByCause(own, sets, closures);
      return closed ? parts : parts.flatMap((part) => partByReach(part, closures()));
    });
  const probe = follows === null ? all.find((target) => closures().of(target).size > 1) : undefined;
  if (probe === undefined) return parted(running);
  return [[probe], ...parted(running.filter(({ target }) => target !== probe))];
}

/** Fewer are not worth a command of their own. */
const FEWEST_APART = 3;
/** Of more, going through all that they lead to takes longer than it saves. */
const MOST_LOOKED_AT = 500;

/**
 * Parts targets that lead to files which few others lead to from the rest. A target that is not closed takes all that its command
 * read, so an edit of such a file would run all of them.
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

/** Parts those that one command had a changed place in common with, unless other commands have read that place too. */
function partByCause(
  running: readonly Groupable[],
  sets: () => readonly NamedPathSet[],
  closures: () => Closures,
): readonly (readonly RepoPath[])[] {
  const [first] = running;
  if (first === undefined) return [];
  const whole = running.map(({ target }) => target as RepoPath);
  const causes = new Set(running.map(causeOf));
  const [cause] = causes;
  if (causes.size !== 1 || cause === undefined || cause === null || whole.length < 2) return [whole];
  const readers = new Set(
    sets()
      .filter((pathSet) => hasRead(pathSet, cause))
      .map(({ id }) => id),
  );
  if (readers.size !== 1) return [whole];
  const leading = whole.filter((target) =>
    closures()
      .of(target)
      .has(cause as RepoPath),
  );
  if (leading.length > 0 && leading.length < whole.length)
    return [leading, whole.filter((target) => !leading.includes(target))];
  const half = Math.ceil(whole.length / 2);
  return [whole.slice(0, half), whole.slice(half)];
}

function causeOf({ reason }: Groupable): string | null {
  return reason?.type === "observed-changed" ? (reason.changes[0]?.path ?? null) : null;
}

function hasRead({ set }: NamedPathSet, cause: string): boolean {
  for (const [place] of listAccesses(set)) if (place === cause) return true;
  return false;
}

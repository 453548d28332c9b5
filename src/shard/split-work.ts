import { groupBy } from "../values/group-by.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { Shard } from "./shard-plan.ts";

/** A unit that must run, and how long it takes. */
export interface Work {
  readonly check: string;
  readonly target: Target;
  readonly estimate: number;
}

/** Checks that must run, each with those of them that it depends on. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/**
 * Splits work into parts that take about equally long: the longest piece first, each to the part with the least work.
 * Checks that depend on one another are one piece. The same work always gives the same parts.
 */
export function splitWork(
  work: readonly Work[],
  dependencies: Dependencies,
  count: number,
): readonly Shard[] {
  const pieces = cutPieces(work, dependencies).sort(byLength);
  const parts = Array.from({ length: count }, () => ({ estimate: 0, work: [] as Work[] }));
  for (const piece of pieces) {
    const part = parts.reduce((least, each) => (each.estimate < least.estimate ? each : least));
    part.estimate += piece.estimate;
    part.work.push(...piece.work);
  }
  return parts.map(({ estimate, work: own }) => ({
    estimate: Math.round(estimate),
    work: [...groupBy(own, ({ check }) => check)]
      .map(([check, units]) => ({
        check,
        targets: units.map(({ target }) => target).sort(),
      }))
      .sort((one, other) => (one.check < other.check ? -1 : 1)),
  }));
}

/** How many parts are needed so that none takes longer than the target, as far as the pieces allow. */
export function countShards(work: readonly Work[], dependencies: Dependencies, target: number): number {
  const pieces = cutPieces(work, dependencies);
  const total = pieces.reduce((sum, { estimate }) => sum + estimate, 0);
  return Math.max(1, Math.min(MOST_SHARDS, pieces.length, Math.ceil(total / target)));
}

/** The most jobs that a matrix may have. */
export const MOST_SHARDS = 256;

interface Piece {
  readonly name: string;
  readonly estimate: number;
  readonly work: readonly Work[];
}

function cutPieces(work: readonly Work[], dependencies: Dependencies): Piece[] {
  const groupOf = joinDependent(dependencies);
  const isAlone = (check: string): boolean =>
    groupOf(check) === check &&
    ![...dependencies.keys()].some((other) => other !== check && groupOf(other) === check);
  const alone = new Map([...new Set(work.map(({ check }) => check))].map((check) => [check, isAlone(check)]));
  const groups = groupBy(work, ({ check, target }) =>
    alone.get(check) === true ? `${check}\0${target}` : groupOf(check),
  );
  return [...groups].map(([name, own]) => ({
    name,
    work: own,
    estimate: own.reduce((sum, each) => sum + each.estimate, 0),
  }));
}

/** The group of a check: itself, the checks it depends on, and those that depend on it. */
function joinDependent(dependencies: Dependencies): (check: string) => string {
  const leader = new Map<string, string>();
  const find = (check: string): string => {
    const above = leader.get(check) ?? check;
    return above === check ? check : find(above);
  };
  for (const [check, names] of dependencies)
    for (const name of names) {
      const [one, other] = [find(check), find(name)].sort();
      if (one !== undefined && other !== undefined && one !== other) leader.set(other, one);
    }
  return find;
}

function byLength(one: Piece, other: Piece): number {
  return other.estimate - one.estimate || (one.name < other.name ? -1 : 1);
}

import type { Store } from "../store/store.ts";
import { memoize } from "../values/memo.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";

/** The estimate if nothing is known, in milliseconds: for a whole project, and for one file of many. */
const UNKNOWN_WHOLE = 10_000;
const UNKNOWN_FILE = 50;
/** A command costs something, whatever it does. */
const LEAST = 1;
const LOOKED_BACK = 1000;

/**
 * How long a unit takes, according to its last verdict; or else the median of the other units of its check, or of the
 * check over all stored runs.
 */
export function createEstimate(store: Store): (check: string, target: Target) => number {
  const latestOf = memoize((check: string) => store.verdicts.latestMany(check));
  const medianOf = memoize((check: string): number | null => {
    const units = [...latestOf(check).values()].map(({ durationMs }) => durationMs);
    if (units.length > 0) return median(units);
    const runs = store.history
      .listRuns(LOOKED_BACK)
      .flatMap((run) => run.checks.filter((each) => each.check === check && each.unitsRun > 0))
      .map(({ duration, unitsRun }) => duration / unitsRun);
    return runs.length > 0 ? median(runs) : null;
  });
  return (check, target) => {
    const known = latestOf(check).get(target)?.durationMs ?? medianOf(check);
    return Math.max(LEAST, known ?? (target === "" ? UNKNOWN_WHOLE : UNKNOWN_FILE));
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

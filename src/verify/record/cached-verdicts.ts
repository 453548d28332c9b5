import type { CachedVerdicts } from "../../run/judge.ts";
import type { UnitScope } from "../../scope/scope.ts";
import type { CachedVerdict } from "../../store/records/records.ts";
import { madeOf, packedOf } from "../../values/packed-list.ts";
import type { Assessment } from "../assess.ts";

/** The cached verdicts of a check, and their totals. */
export interface CachedTotals extends CachedVerdicts {
  /** How many of them are observed. */
  readonly observed: number;
  /** How long their commands took, in milliseconds. */
  readonly durationMs: number;
  /** When the latest of them was made; null if there are none. */
  readonly since: number | null;
}

/** Those of the units that the plan covers. */
export function cachedVerdicts({ meant }: Pick<Assessment, "meant">, check: string): CachedTotals {
  const list = meant.units.get(check) ?? [];
  const taken = packedOf(list);
  const looked = verdictsOf(madeOf(list));
  const { length = 0, summary } = taken ?? {};
  return {
    count: looked.length + length,
    // Findings are listed in the order of the files, no matter which units were looked at.
    notable: (summary?.telling ?? 0) > 0 ? verdictsOf(list) : looked,
    observed: (summary?.observed ?? 0) + looked.filter(({ kind }) => kind === "observed").length,
    durationMs: looked.reduce((total, each) => total + each.durationMs, summary?.durationMs ?? 0),
    since:
      looked.length + length === 0
        ? null
        : looked.reduce((last, { createdAt }) => Math.max(last, createdAt), summary?.last ?? 0),
  };
}

function verdictsOf(list: Iterable<UnitScope>): readonly CachedVerdict[] {
  return [...list].flatMap((each) => (each.decision === "stand" ? [each.verdict] : []));
}

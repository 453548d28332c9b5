import type { StandingVerdict } from "../store/records/records.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RunScope } from "./scope.ts";

const DAY = 24 * 60 * 60 * 1000;

/** When a verdict stops standing because of its age, in milliseconds since 1970. */
function expiryOf({ createdAt }: StandingVerdict, { ttlDays }: Pick<Check, "ttlDays">): number {
  return ttlDays === null ? Infinity : createdAt + ttlDays * DAY;
}

/** Counted from when it was reached: using it does not make it younger. */
export function isExpired(verdict: StandingVerdict, check: Pick<Check, "ttlDays">, now: number): boolean {
  return now >= expiryOf(verdict, check);
}

/** When the first of the verdicts that stand expires, by check. */
export function firstExpiry(
  units: ReadonlyMap<string, readonly ({ readonly verdict: StandingVerdict } | RunScope)[]>,
  checks: readonly Check[],
): number {
  return checks
    .filter(({ ttlDays }) => ttlDays !== null)
    .flatMap((check) =>
      (units.get(check.name) ?? []).map((each) =>
        "verdict" in each ? expiryOf(each.verdict, check) : Infinity,
      ),
    )
    .reduce((first, each) => Math.min(first, each), Infinity);
}

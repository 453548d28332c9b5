import type { StoredVerdict } from "../store/records.ts";
import type { Check } from "../vocabulary/check.ts";
import type { Scope } from "./scope.ts";

const DAY = 24 * 60 * 60 * 1000;

/** When a verdict stops standing because of its age, in milliseconds since 1970. */
function expiryOf({ createdAt }: StoredVerdict, { ttlDays }: Pick<Check, "ttlDays">): number {
  return ttlDays === null ? Infinity : createdAt + ttlDays * DAY;
}

/** Counted from when it was reached: using it does not make it younger. */
export function isExpired(verdict: StoredVerdict, check: Pick<Check, "ttlDays">, now: number): boolean {
  return now >= expiryOf(verdict, check);
}

/** When the first of the verdicts that stand expires. */
export function firstExpiry({ units }: Scope, checks: readonly Check[]): number {
  return checks
    .filter(({ ttlDays }) => ttlDays !== null)
    .flatMap((check) =>
      (units.get(check.name) ?? []).map((each) =>
        each.decision === "stand" ? expiryOf(each.verdict, check) : Infinity,
      ),
    )
    .reduce((first, each) => Math.min(first, each), Infinity);
}

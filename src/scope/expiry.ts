import type { CachedVerdict } from "../store/records/records.ts";
import type { Check } from "../vocabulary/check/check.ts";
import { madeOf, packedOf } from "../values/packed-list.ts";
import type { Scope } from "./scope.ts";

const DAY = 24 * 60 * 60 * 1000;

/** When a verdict expires because of its age, in milliseconds since 1970. */
function expiryOf(
  { createdAt }: Pick<CachedVerdict, "createdAt">,
  { ttlDays }: Pick<Check, "ttlDays">,
): number {
  return ttlDays === null ? Infinity : createdAt + ttlDays * DAY;
}

/** Age counts from when the verdict was made: using it does not make it younger. */
export function isExpired(verdict: CachedVerdict, check: Pick<Check, "ttlDays">, now: number): boolean {
  return now >= expiryOf(verdict, check);
}

/** When the first verdict expires, of those that are valid or were stored since. */
export function firstExpiry(
  { units }: Scope,
  checks: readonly Check[],
  stored: readonly Pick<CachedVerdict, "check" | "createdAt">[] = [],
): number {
  return checks
    .filter(({ ttlDays }) => ttlDays !== null)
    .flatMap((check) => {
      const list = units.get(check.name) ?? [];
      const reached = madeOf(list).flatMap((each) => ("verdict" in each ? each.verdict : []));
      const first = packedOf(list)?.summary.first ?? Infinity;
      const since = stored.filter((each) => each.check === check.name);
      return [...reached, ...since, { createdAt: first }].map((each) => expiryOf(each, check));
    })
    .reduce((first, each) => Math.min(first, each), Infinity);
}

import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { StoredVerdict } from "./records.ts";

/** Verdicts by check and target. Later ones count. */
export function indexByUnit(
  verdicts: Iterable<StoredVerdict>,
): ReadonlyMap<string, ReadonlyMap<Target, StoredVerdict>> {
  const index = new Map<string, Map<Target, StoredVerdict>>();
  for (const verdict of verdicts) {
    let ofCheck = index.get(verdict.check);
    if (ofCheck === undefined) index.set(verdict.check, (ofCheck = new Map()));
    ofCheck.set(verdict.target, verdict);
  }
  return index;
}

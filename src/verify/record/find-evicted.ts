import type { Evicted } from "../../scope/compute-scope.ts";
import type { Store } from "../../store/store.ts";
import type { Unit } from "../../units/unit.ts";
import { memo } from "../../values/memo.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import { type Eviction, EVICTIONS } from "../../vocabulary/verdict/unit.ts";

/** How many evictions are searched. Older units have run since, or were not requested. */
const RECENT = 500;

/** Why verdicts were thrown away recently. */
export function createEvicted({ invalidations }: Store): Evicted {
  const recent = memo(() => {
    const byFingerprint = new Map<Fingerprint, Eviction>();
    const byUnit = new Map<string, Eviction>();
    for (const { reason, fingerprint, ...unit } of invalidations
      .list(RECENT, Object.values(EVICTIONS))
      .toReversed()) {
      const why = Object.values(EVICTIONS).find((each) => each === reason);
      if (why === undefined) continue;
      byFingerprint.set(fingerprint, why);
      byUnit.set(nameOf(unit), why);
    }
    return { byFingerprint, byUnit };
  });
  const nameOf = ({ check, target }: Pick<Unit, "check" | "target">): string => `${check}\0${target}`;
  return {
    byFingerprint: (fingerprint) => recent().byFingerprint.get(fingerprint),
    lastOf: (unit) => recent().byUnit.get(nameOf(unit)),
  };
}

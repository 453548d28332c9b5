import type { VerdictBody } from "../../../src/store/database/shapes.ts";
import type { StoredVerdict, Verdict } from "../../../src/store/records/records.ts";
import type { Invalidations, Verdicts } from "../../../src/store/store.ts";
import type { PathSetId, WeakKey } from "../../../src/vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../../../src/vocabulary/tree/path.ts";
import type { Target } from "../../../src/vocabulary/verdict/unit.ts";
import type { MemoryTable } from "./memory-table.ts";

export interface MemoryVerdictsOptions {
  readonly table: MemoryTable<VerdictBody>;
  readonly invalidations: Invalidations;
  readonly now: () => number;
  readonly count: (hits: number, misses: number) => void;
}

export function createMemoryVerdicts({ table, invalidations, now, count }: MemoryVerdictsOptions): Verdicts {
  function complete(body: VerdictBody): StoredVerdict {
    return { ...body, lastUsedAt: table.lastUsedAt(body.fingerprint) };
  }

  function findMany(fingerprints: readonly Fingerprint[]): ReadonlyMap<Fingerprint, StoredVerdict> {
    const wanted = new Set(fingerprints);
    const found = new Map<Fingerprint, StoredVerdict>();
    for (const fingerprint of wanted) {
      const lastUsedAt = table.lastUsedAt(fingerprint);
      const body = table.use(fingerprint);
      if (body !== undefined) found.set(fingerprint, { ...body, lastUsedAt });
    }
    count(found.size, wanted.size - found.size);
    return found;
  }

  function latestMany(check: string, targets?: readonly Target[]): ReadonlyMap<Target, StoredVerdict> {
    const own = table
      .values()
      .filter((body) => body.check === check && (targets?.includes(body.target) ?? true));
    return new Map(own.map((body) => [body.target, complete(body)]));
  }

  function pathSetsOf(weakKeys: readonly WeakKey[]): ReadonlyMap<WeakKey, readonly PathSetId[]> {
    const newestFirst = table.values().toReversed();
    return new Map(
      weakKeys.flatMap((key) => {
        const sets = new Set(
          newestFirst.filter(({ weakKey }) => weakKey === key).map(({ pathSet }) => pathSet),
        );
        return sets.size === 0 ? [] : [[key, [...sets]] as const];
      }),
    );
  }

  function put(verdict: Verdict): void {
    table.put(verdict.fingerprint, { ...structuredClone(verdict), origin: "#1", createdAt: now() });
  }

  function evict(fingerprint: Fingerprint, reason: string, triggeredBy: string): boolean {
    const body = table.values().find((each) => each.fingerprint === fingerprint);
    if (body === undefined) return false;
    const { check, target } = body;
    table.remove(fingerprint);
    invalidations.record([{ check, target, fingerprint, reason, triggeredBy, at: now() }]);
    return true;
  }

  function standAgain(fingerprints: readonly Fingerprint[]): void {
    for (const fingerprint of fingerprints) {
      const body = table.values().find((each) => each.fingerprint === fingerprint);
      if (body === undefined) continue;
      const newest = latestMany(body.check).get(body.target);
      if (newest?.fingerprint !== fingerprint) table.moveToEnd(fingerprint);
    }
  }

  return {
    findMany,
    isContested: () => false,
    pathSetsOf,
    putMany: (verdicts, setsThatStay = new Map()) => {
      verdicts.forEach(put);
      for (const { fingerprint, weakKey, pathSet } of table.values())
        if (setsThatStay.get(weakKey)?.has(pathSet) === false) table.remove(fingerprint);
      return now();
    },
    takeOver: (verdicts) => verdicts.forEach(put),
    standAgain,
    latestMany,
    evict,
    evictMany: (fingerprints, ...why) => fingerprints.filter((each) => evict(each, ...why)).length,
  };
}

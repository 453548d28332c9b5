import { madeOf } from "../../values/packed-list.ts";
import type { UnitList } from "../../units/kept/unit-list.ts";
import { sharedOrigin } from "../../checks/origins.ts";
import type { UnitScope } from "../../scope/scope.ts";
import { pullBundles, type Pulled } from "../../shared/pull.ts";
import { sharedContent } from "../../store/database/shapes.ts";
import type { Store } from "../../store/store.ts";
import type { WeakKey } from "../../vocabulary/tree/path-set.ts";
import type { RunReason } from "../../vocabulary/verdict/unit.ts";
import { createEvicted } from "../record/find-evicted.ts";
import type { SharedCache } from "./open-shared-cache.ts";

/** What a run took over from other machines. */
export interface TakenOver extends Pick<Pulled, "requests" | "bytes"> {
  readonly verdicts: number;
  readonly bundles: number;
  /** Whether the cache could not be read: then nothing is written to it either. */
  readonly isTroubled: boolean;
  /** Warnings about it: one line at most. */
  readonly warnings: readonly string[];
}

/** A server that does not answer costs one second; one that answers gets the time that its answer needs. */
export const TIME = { answer: 1000, perMegabyte: 1000 } as const;

/** Reasons to run for which a verdict from elsewhere is useless. */
const NOT_WANTED: ReadonlySet<RunReason["type"]> = new Set<RunReason["type"]>([
  "full-run",
  "not-reusable",
  "sampled",
  "needed-by",
  "contested",
  "failed-before",
]);

/** The weak keys of the units that would have to run. */
export function listWanted(units: Iterable<UnitList<UnitScope>>): readonly WeakKey[] {
  return [...units]
    .flatMap(madeOf)
    .flatMap((each) =>
      each.decision === "run" && !NOT_WANTED.has(each.reason.type) ? [each.unit.weakKey] : [],
    );
}

/**
 * Stores verdicts of other machines, each with its signer. From then on they are looked up like all others.
 */
export async function pullShared(
  shared: SharedCache,
  store: Store,
  wanted: readonly WeakKey[],
): Promise<TakenOver> {
  const pulled = await pullBundles({
    ...shared,
    scopes: shared.reads,
    wanted,
    isContent: sharedContent,
    isKnown: (id) => store.nodes.get(keyOfBundle(id)) !== undefined,
    time: TIME,
  });
  const evicted = createEvicted(store);
  const now = Date.now();
  let verdicts = 0;
  for (const { content, header } of pulled.bundles) {
    // A verdict that was thrown away here does not come back because another machine has it.
    const taken = content.verdicts.filter(
      ({ fingerprint }) => evicted.byFingerprint(fingerprint) === undefined,
    );
    store.pathSets.putMany(content.pathSets);
    store.verdicts.takeOver(
      taken.map((verdict) => ({
        ...verdict,
        origin: sharedOrigin({ writer: header.writer, runId: verdict.runId, scope: header.scope }),
        createdAt: Math.min(verdict.createdAt, now),
      })),
    );
    verdicts += taken.length;
  }
  store.nodes.putMany(pulled.bundles.map(({ id }) => [keyOfBundle(id), true] as const));
  const { requests, bytes, bundles } = pulled;
  return {
    verdicts,
    bundles: bundles.length,
    requests,
    bytes,
    isTroubled: pulled.trouble !== null,
    warnings: describeGaps(pulled, shared),
  };
}

/** The key that records that a bundle was taken over. */
function keyOfBundle(id: string): string {
  return `bundle ${id}`;
}

function describeGaps({ refused, trouble }: Pulled, { transport }: SharedCache): readonly string[] {
  const reasons = [...refused].map(([why, count]) => `${count} ${why}`);
  const total = [...refused.values()].reduce((sum, count) => sum + count, 0);
  const parts = [
    ...(trouble === null ? [] : [`${transport.place} could not be read (${trouble})`]),
    ...(total === 0 ? [] : [`${total} of what it has was refused (${reasons.join(", ")})`]),
  ];
  return parts.length === 0 ? [] : [`Shared cache: ${parts.join("; ")}.`];
}

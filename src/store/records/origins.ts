import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Origin } from "../../vocabulary/verdict/origin.ts";
import type { StoredVerdict } from "./records.ts";

/** A verdict, with a number that orders when it was stored or stood again: later is higher. */
export interface Ranked {
  readonly verdict: StoredVerdict;
  readonly sequence: number;
}

/** This checkout and its surroundings. */
export interface CurrentCheckout {
  readonly origin: Origin;
  readonly surroundings: string;
  /** Whether a verdict of this origin may be used in this run. */
  readonly admits: (origin: Origin) => boolean;
}

/**
 * Which of the worktrees' verdicts for one fingerprint counts here. Undefined if none does; null if they disagree, so
 * that the unit must run: then something matters that the fingerprint does not cover. If this worktree's verdict is
 * newer than the others, it is what a run would find here; an older one may not be. A verdict from running code counts
 * only with the same surroundings.
 */
export function choose(all: readonly Ranked[], here: CurrentCheckout): StoredVerdict | null | undefined {
  const ranked = all.filter(({ verdict }) => isFor(verdict, here));
  if (ranked.length === 0) return undefined;
  const ours = ranked.find(({ verdict }) => verdict.origin === here.origin);
  const counting = ranked.filter(({ sequence }) => ours === undefined || sequence >= ours.sequence);
  const chosen = (ours ?? ranked[0])?.verdict ?? null;
  return counting.every(({ verdict }) => verdict.status === chosen?.status) ? chosen : null;
}

function isFor({ origin, surroundings }: StoredVerdict, here: CurrentCheckout): boolean {
  if (!here.admits(origin)) return false;
  return origin === here.origin || surroundings === null || surroundings === here.surroundings;
}

/** Whether one of these verdicts contradicts a known one from elsewhere with the same fingerprint. */
export function isContested(
  verdicts: readonly Pick<StoredVerdict, "fingerprint" | "status" | "origin">[],
  known: ReadonlyMap<Fingerprint, readonly Ranked[]>,
): boolean {
  return verdicts.some(({ fingerprint, status, origin }) =>
    (known.get(fingerprint) ?? []).some(
      ({ verdict }) => verdict.origin !== origin && verdict.status !== status,
    ),
  );
}

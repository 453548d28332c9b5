import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Origin } from "../../vocabulary/verdict/origin.ts";
import type { StoredVerdict } from "./records.ts";

/** A verdict, and when it was stored or stood again in relation to others: a later one has a higher number. */
export interface Ranked {
  readonly verdict: StoredVerdict;
  readonly sequence: number;
}

/** This checkout, and what lies around its tree. */
export interface CurrentCheckout {
  readonly origin: Origin;
  readonly surroundings: string;
  /** Whether a verdict of this origin may be used in this run at all. */
  readonly admits: (origin: Origin) => boolean;
}

/**
 * Which of the verdicts that worktrees have for one fingerprint counts here; undefined if none does, null if they
 * disagree, and the unit has to run. Then something matters that the fingerprint does not cover. What this worktree found after the others
 * is what a run would find here; what it found before them may not be. What was found by running code counts only where
 * the same lies around the tree.
 */
export function choose(all: readonly Ranked[], here: CurrentCheckout): StoredVerdict | null | undefined {
  const ranked = all.filter(({ verdict }) => isFor(verdict, here));
  if (ranked.length === 0) return undefined;
  const own = ranked.find(({ verdict }) => verdict.origin === here.origin);
  const counting = ranked.filter(({ sequence }) => own === undefined || sequence >= own.sequence);
  const chosen = (own ?? ranked[0])?.verdict ?? null;
  return counting.every(({ verdict }) => verdict.status === chosen?.status) ? chosen : null;
}

function isFor({ origin, surroundings }: StoredVerdict, here: CurrentCheckout): boolean {
  if (!here.admits(origin)) return false;
  return origin === here.origin || surroundings === null || surroundings === here.surroundings;
}

/** Whether one of these verdicts says something else than is known from elsewhere under its fingerprint. */
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

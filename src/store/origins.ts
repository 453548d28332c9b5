import type { Fingerprint } from "../vocabulary/path.ts";
import type { Worktree } from "./place.ts";
import type { StoredVerdict, Verdict } from "./records.ts";

/** A verdict, and when it was stored or stood again in relation to others: a later one has a higher number. */
export interface Ranked {
  readonly verdict: StoredVerdict;
  readonly sequence: number;
}

/**
 * Which of the verdicts that worktrees have for one fingerprint counts here; null where they disagree, and the unit
 * has to run. Then something matters that the fingerprint does not cover. What this worktree found after the others
 * is what a run would find here; what it found before them may not be.
 */
export function choose(ranked: readonly Ranked[], here: Worktree): StoredVerdict | null {
  const own = ranked.find(({ verdict }) => verdict.origin === here);
  const counting = ranked.filter(({ sequence }) => own === undefined || sequence >= own.sequence);
  const chosen = (own ?? ranked[0])?.verdict ?? null;
  return counting.every(({ verdict }) => verdict.status === chosen?.status) ? chosen : null;
}

/** Whether one of these verdicts says something else than another worktree has under its fingerprint. */
export function isContested(
  verdicts: readonly Verdict[],
  known: ReadonlyMap<Fingerprint, readonly Ranked[]>,
  here: Worktree,
): boolean {
  return verdicts.some(({ fingerprint, status }) =>
    (known.get(fingerprint) ?? []).some(
      ({ verdict }) => verdict.origin !== here && verdict.status !== status,
    ),
  );
}

import { identifyPathSet } from "../paths/path-sets.ts";
import type { ObservedCommand, PartlyObserved } from "../trace/observe-command.ts";
import type { Unit } from "../units/unit.ts";
import type { NamedPathSet, PathSet } from "../vocabulary/tree/path-set.ts";
import type { Elsewhere } from "../vocabulary/verdict/elsewhere.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { State } from "./doubt/watch-tree.ts";

/** The unit as its verdict can be stored, or what moved under it. */
export type FinishedUnit = { readonly unit: Unit } | { readonly moved: string };

/** What happened between the start of a command and now. */
export interface Happened {
  readonly state: State;
  /** Files of the tree that were written to. */
  readonly touched: readonly RepoPath[];
  /** Files beside it. */
  readonly beside: readonly string[];
  /** The unit with what the checks before it have made in this run. */
  readonly current: (unit: Unit) => Unit;
}

/**
 * Of a unit whose command was watched: only what it was seen to look at has to be as it was. Or why it was not seen what
 * this unit depends on.
 */
export async function finishObserved(
  unit: Unit,
  observed: ObservedCommand,
  { state, touched, beside, current }: Happened,
): Promise<FinishedUnit | PartlyObserved> {
  const set = observed.setOf(unit.target);
  if ("why" in set) {
    const moved = set.part === undefined ? null : observed.movedIn(set.part);
    return moved === null ? set : { moved };
  }
  const now = state.unit(unit.check, unit.target)?.predicted;
  if (now?.weakKey !== unit.weakKey)
    return { moved: beside.find((path) => unit.predicted.dependsOnBeside(path)) ?? "what it depends on" };
  if (touched.some((path) => path === unit.target)) return { moved: unit.target };
  const moved = observed.movedIn(set);
  if (moved !== null) return { moved };
  const own = current(now);
  return { unit: await state.knownBy(own, set) };
}

/**
 * Of any other: all that it is predicted to depend on has to be as it was, and what it was seen to read, now or before.
 *
 * @param part what was seen of it now, though there may be more
 */
export async function finishPredicted(
  unit: Unit,
  happened: Happened,
  part: NamedPathSet | undefined,
): Promise<FinishedUnit> {
  const { state, touched, beside, current } = happened;
  const { predicted } = unit;
  const moved =
    findTouched(predicted, touched) ?? beside.find((path) => predicted.dependsOnBeside(path)) ?? null;
  if (moved !== null) return { moved };
  const now = state.unit(unit.check, unit.target);
  if (now?.predicted.fingerprint !== predicted.fingerprint) return { moved: "what it depends on" };
  const own = current(now.predicted);
  const { accesses } = (part ?? now.pathSet).set;
  if (accesses.length === 0 || own.fingerprint === null) return { unit: own };
  if (part === undefined && now.fingerprint !== unit.fingerprint) return { moved: "what it depends on" };
  const both: PathSet = { ...own.pathSet.set, accesses };
  const named = { id: identifyPathSet(both), set: both };
  return { unit: await state.knownBy(own, named) };
}

/**
 * Of one whose command ran on other machines: it must have here the fingerprint that it had there, in each try. What
 * happened to the tree meanwhile does not matter: the command did not see it. Null where not all tries were elsewhere.
 */
export async function finishElsewhere(
  unit: Unit,
  tries: readonly (Elsewhere | null)[],
  { state, current }: Happened,
): Promise<FinishedUnit | null> {
  const [first, ...others] = tries.map((each) => each?.known.get(unit.target));
  if (first === undefined || others.some((each) => each?.fingerprint !== first.fingerprint)) return null;
  const now = state.unit(unit.check, unit.target)?.predicted;
  if (now === undefined) return { moved: "what it depends on" };
  const own = current(now);
  const known = first.set === null ? own : await state.knownBy(own, first.set);
  return known.fingerprint === first.fingerprint ? { unit: known } : { moved: "what it depends on" };
}

/** Where so much was touched that asking each unit about each file would take too long, everything counts as touched. */
const TOUCHED_SINGLY = 200;

/** Files that decide where imports lead: whom that concerned while they were different cannot be told. */
const DECIDING = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$/;

function findTouched(unit: Unit, touched: readonly RepoPath[]): RepoPath | null {
  if (touched.length > TOUCHED_SINGLY) return touched[0] ?? null;
  return touched.find((path) => DECIDING.test(path) || unit.dependsOn(path)) ?? null;
}

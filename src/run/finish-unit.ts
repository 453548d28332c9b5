import { identifyPathSet } from "../paths/path-sets.ts";
import type { ObservedCommand, PartlyObserved } from "../trace/observe-command.ts";
import type { Unit } from "../units/unit.ts";
import type { NamedPathSet, PathSet } from "../vocabulary/tree/path-set.ts";
import type { Elsewhere } from "../vocabulary/verdict/elsewhere.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { State, Touched } from "./doubt/watch-tree.ts";

/** The unit in the form in which its verdict can be stored, or what changed while the command ran. */
export type FinishedUnit = { readonly unit: Unit } | { readonly moved: string };

/** What happened between the start of a command and now. */
export interface Happened {
  readonly state: State;
  /** Files of the tree that were written. */
  readonly touched: Touched;
  /** Files outside the tree that were written. */
  readonly beside: readonly string[];
  /** The unit with the outputs of the checks before it, as they are in this run. */
  readonly current: (unit: Unit) => Unit;
}

/**
 * For a unit whose command was watched: only what it was seen to read must be unchanged. Or says why the watch does not
 * show what this unit depends on.
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
  if (unit.target !== "" && touched.has(unit.target)) return { moved: unit.target };
  const known = await state.knownBy(current(now), set);
  // After the values of the set were read, which all targets with this set share.
  const moved = observed.movedIn(set);
  return moved === null ? { unit: known } : { moved };
}

/**
 * For any other unit: everything it is predicted to depend on must be unchanged, and everything it was seen to read,
 * now or before.
 *
 * @param part what this run saw it read; there may be more
 */
export async function finishPredicted(
  unit: Unit,
  happened: Happened,
  part: NamedPathSet | undefined,
): Promise<FinishedUnit> {
  const { state, touched, beside, current } = happened;
  const { predicted } = unit;
  const moved =
    findTouched(predicted, touched.list()) ?? beside.find((path) => predicted.dependsOnBeside(path)) ?? null;
  if (moved !== null) return { moved };
  const now = state.unit(unit.check, unit.target);
  if (now?.predicted.fingerprint !== predicted.fingerprint) return { moved: "what it depends on" };
  const withProducts = current(now.predicted);
  const { accesses } = (part ?? now.pathSet).set;
  if (accesses.length === 0 || withProducts.fingerprint === null) return { unit: withProducts };
  if (part === undefined && now.fingerprint !== unit.fingerprint) return { moved: "what it depends on" };
  const both: PathSet = { ...withProducts.pathSet.set, accesses };
  const named = { id: identifyPathSet(both), set: both };
  return { unit: await state.knownBy(withProducts, named) };
}

/**
 * For a unit whose command ran on other machines: its fingerprint here must equal the one there, in each try. Changes
 * to the tree meanwhile do not matter, because the command did not see them. Null if a try ran here.
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
  const withProducts = current(now);
  const known = first.set === null ? withProducts : await state.knownBy(withProducts, first.set);
  return known.fingerprint === first.fingerprint ? { unit: known } : { moved: "what it depends on" };
}

/** Above this number, asking each unit about each file would take too long: everything counts as touched. */
const TOUCHED_SINGLY = 200;

/** Files that decide how imports resolve. While they differed, any unit may have been affected. */
const DECIDING = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$/;

function findTouched(unit: Unit, touched: readonly RepoPath[]): RepoPath | null {
  if (touched.length > TOUCHED_SINGLY) return touched[0] ?? null;
  return touched.find((path) => DECIDING.test(path) || unit.dependsOn(path)) ?? null;
}

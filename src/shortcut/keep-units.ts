import { packGraph } from "../graph/kept/kept-nodes.ts";
import { graphToBytes } from "../graph/kept/packed-graph.ts";
import { firstExpiry } from "../scope/expiry.ts";
import type { UnitScope } from "../scope/scope.ts";
import { indexByUnit } from "../store/records/index-by-unit.ts";
import type { StoredVerdict } from "../store/records/records.ts";
import { findCandidates } from "../units/inputs/choose-records.ts";
import type { LookedAt } from "../units/kept/describe-units.ts";
import { type PackedCheck, packUnits } from "../units/kept/pack-units.ts";
import { isBuilt } from "../units/unit.ts";
import { madeOf, packedOf } from "../values/packed-list.ts";
import type { Assessment } from "../verify/assess.ts";
import { listExcluded } from "../verify/observe/observe-tree.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import { packIndex } from "./kept-index.ts";
import { TWELVE_HOURS, type World } from "./keep-last-run.ts";
import type { KeptState } from "./open-kept.ts";

export interface KeepOptions {
  readonly world: World;
  readonly edition: string;
  /** The verdicts that this run has stored. */
  readonly stored: ReadonlyMap<Fingerprint, StoredVerdict>;
}

/**
 * Keeps the units with valid verdicts, so that the next run looks only at units that a change can affect. Units that were
 * taken over are not written again: only changes are.
 */
export function keepUnits(assessment: Assessment, { world, edition, stored }: KeepOptions): void {
  const { tree, carried, scope, config, store, isKeeping } = assessment;
  // Results found while files changed may be from before or after the change.
  if (!isKeeping || store.warnings.length > 0 || !assessment.isUnmoved()) return;
  const { state, units: before } = carried;
  const changed = carried.tree?.changed ?? new Map();
  const isRenumbered = carried.tree?.isRenumbered === true;
  const isSame = changed.size === 0 && !isRenumbered;
  if (state !== null && isSame && stored.size === 0 && state.world.edition === edition) return;
  // Checks outside this run are unchanged if no file changed.
  const others =
    before !== null && isSame ? before.checks.filter(({ name }) => !carried.frames.has(name)) : [];
  const { news, columns, origins } = packUnits({
    ...tree,
    checks: [
      ...listChecks(assessment, stored),
      ...others.map((moved) => ({ ...moved, moved, units: () => [] })),
    ],
    before,
    isRenumbered,
    changed: changed.keys(),
  });
  const until = Math.min(
    Date.now() + TWELVE_HOURS,
    others.length > 0 ? (state?.world.until ?? 0) : Infinity,
    firstExpiry(scope, config.checks, [...stored.values()]) - 1,
  );
  const graph = keepGraph(assessment);
  const seal = columns === null ? (state?.columns ?? null) : store.kept.writeUnits(columns);
  if (graph === null || seal === null) return;
  const kept: KeptState = {
    place: carried.place,
    world: { ...world, edition, until },
    around: origins.every((origin) => origin === store.origin) ? null : store.surroundings,
    graph,
    columns: seal,
    units: news,
    index: packIndex(tree.snapshot, listExcluded(config)),
  };
  store.kept.write(kept);
}

/** The checksum of the kept graph; null if it cannot be kept. */
function keepGraph({ tree, carried, store, namesBeside }: Assessment): string | null {
  if (carried.tree === null) {
    const packed = packGraph(tree.graph, namesBeside?.entries() ?? []);
    return packed === null ? null : store.kept.writeGraph(graphToBytes(packed));
  }
  const { nodes, state } = carried.tree;
  if (nodes.missing > 0) return null;
  const repacked = nodes.repack();
  return repacked === null ? state.graph : store.kept.writeGraph(graphToBytes(repacked));
}

/** The checks of this run whose units are known, each with the units that were looked at. */
function listChecks(
  { scope, store, carried }: Assessment,
  stored: KeepOptions["stored"],
): readonly PackedCheck[] {
  const fresh = indexByUnit(stored.values());
  const setsOf = findCandidates(
    store,
    [...stored.values()].map(({ weakKey }) => weakKey),
  );
  const lookedAt = (each: UnitScope): LookedAt | null => {
    const { unit } = each;
    if (!isBuilt(unit)) return null;
    if (each.decision === "stand") return { unit, verdict: each.verdict, candidates: unit.candidates };
    const verdict = fresh.get(unit.check)?.get(unit.target);
    if (verdict === undefined) return { unit, verdict: null, candidates: [] };
    return { unit, verdict, candidates: setsOf(verdict.weakKey) };
  };
  return [...scope.units].flatMap(([name, list]): PackedCheck[] => {
    const known = carried.frames.get(name);
    if (known === undefined || known.frame === null) return [];
    const { frame, ...where } = known;
    const moved =
      packedOf(list) === null ? undefined : carried.units?.checks.find((one) => one.name === name);
    return [
      { ...where, name, frame, units: () => listLookedAt(madeOf(list), lookedAt), moved: moved ?? null },
    ];
  });
}

/** One after the other, because there may be as many as the repository has files. */
function* listLookedAt(
  list: readonly UnitScope[],
  lookedAt: (each: UnitScope) => LookedAt | null,
): Iterable<LookedAt> {
  for (const each of list) {
    const looked = lookedAt(each);
    if (looked !== null) yield looked;
  }
}

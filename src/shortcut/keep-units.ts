import { packGraph } from "../graph/kept/pack-graph.ts";
import { toBytes } from "../graph/kept/packed-graph.ts";
import { firstExpiry } from "../scope/expiry.ts";
import type { StoredVerdict } from "../store/records/records.ts";
import { findCandidates } from "../units/inputs/choose-records.ts";
import { packUnits, type Standing } from "../units/kept/pack-units.ts";
import { isBuilt } from "../units/unit.ts";
import type { Assessment } from "../verify/assess.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import { TWELVE_HOURS } from "./keep-last-run.ts";
import type { KeptState } from "./open-kept.ts";
import type { Surroundings } from "./same-surroundings.ts";

export interface KeepOptions {
  readonly world: Pick<Surroundings, "paths" | "variables" | "node">;
  readonly mark: string;
  /** The verdicts that this run has stored. */
  readonly stored: ReadonlyMap<Fingerprint, StoredVerdict>;
}

/** Keeps the units whose verdicts stand now, so that the next run looks only at those that a change can concern. */
export function keepUnits(assessment: Assessment, { world, mark, stored }: KeepOptions): void {
  const { tree, carried, config, store, isKeeping } = assessment;
  // What was found while files changed may be from before or from after.
  if (!isKeeping || store.warnings.length > 0 || !assessment.isUnmoved()) return;
  const { state } = carried;
  if (state !== null && carried.changed === 0 && stored.size === 0 && state.world.mark === mark) return;
  const standing = listStanding(assessment, stored);
  const units = packUnits({ ...carried, snapshot: tree.snapshot, standing, before: state?.units ?? null });
  // Of checks that this run was not about, nothing has changed where no file has.
  const others =
    state !== null && carried.changed === 0
      ? state.units.checks.filter(({ name }) => !carried.frames.has(name))
      : [];
  const until = Math.min(
    Date.now() + TWELVE_HOURS,
    others.length > 0 ? (state?.world.until ?? 0) : Infinity,
    firstExpiry(standing, config.checks) - 1,
  );
  const graph = keepGraph(assessment);
  if (graph === null) return;
  const kept: KeptState = {
    place: carried.place,
    world: { ...world, mark, until },
    graph,
    units: { ...units, checks: [...units.checks, ...others] },
  };
  store.kept.write(kept);
}

/** The seal of the graph; null where it cannot be kept. */
function keepGraph({ tree, carried, store }: Assessment): string | null {
  if (carried.tree === null) return store.kept.writeGraph(toBytes(packGraph(tree.graph)));
  const { nodes, state } = carried.tree;
  if (nodes.missing > 0) return null;
  const repacked = nodes.repack();
  return repacked === null ? state.graph : store.kept.writeGraph(toBytes(repacked));
}

/** The units whose verdicts stand after a run, each with the path sets that it could be known by. */
function listStanding(
  { scope, store }: Assessment,
  stored: KeepOptions["stored"],
): ReadonlyMap<string, readonly Standing[]> {
  const fresh = new Map(
    [...stored.values()].map((verdict) => [`${verdict.check}\0${verdict.target}`, verdict]),
  );
  const setsOf = findCandidates(
    store,
    [...stored.values()].map(({ weakKey }) => weakKey),
  );
  return new Map(
    [...scope.units].map(([check, list]) => [
      check,
      list.flatMap((each): Standing[] => {
        const { unit } = each;
        if (each.decision === "stand")
          return [{ unit, verdict: each.verdict, candidates: isBuilt(unit) ? unit.candidates : [] }];
        const verdict = fresh.get(`${check}\0${unit.target}`);
        return verdict === undefined ? [] : [{ unit, verdict, candidates: setsOf(verdict.weakKey) }];
      }),
    ]),
  );
}

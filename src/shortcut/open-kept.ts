import type { ResolvedConfig } from "../config/resolved-config.ts";
import { extensionOf } from "../graph/extract.ts";
import { extractionKey } from "../graph/extraction-cache.ts";
import { PLAIN } from "../graph/extraction.ts";
import { createExtractionCache } from "../store/database/adapters.ts";
import type { Store } from "../store/store.ts";
import { createKnownBefore } from "../units/kept/create-known-before.ts";
import { findChange } from "../units/kept/find-change.ts";
import type { KeptUnits } from "../units/kept/kept-units.ts";
import { type KnownBefore, NOTHING_KNOWN } from "../units/known-before.ts";
import type { Tree } from "../units/tree.ts";
import type { KeptUnit } from "../units/unit.ts";
import { shortHash } from "../values/short-hash.ts";
import type { NamedPathSet, PathSetId } from "../vocabulary/tree/path-set.ts";
import { isSameSurroundings, type Surroundings } from "./same-surroundings.ts";

/** What a run leaves for the next one: its units, and the world that they hold in. */
export interface KeptState {
  /** Stands for the checkout that they are of, and for the settings that say what counts in it. */
  readonly place: string;
  readonly world: Surroundings;
  readonly units: KeptUnits;
}

/** What was taken over from the last run. */
export interface Carried {
  readonly place: string;
  /** Null where nothing was. */
  readonly state: KeptState | null;
  /** Why not, or what stood in the way of more. */
  readonly why: string | null;
  /** How many files have changed since. */
  readonly changed: number;
  /** What the units of each check have in common, now. */
  readonly frames: ReadonlyMap<string, string | null>;
}

export interface KeptContext {
  readonly config: Pick<ResolvedConfig, "root" | "edges" | "incremental">;
  readonly tree: Tree;
  readonly env: NodeJS.ProcessEnv;
  /** Differs after another run has found something. */
  readonly mark: string;
  /** Whether a unit is looked at although nothing that it depends on has changed. */
  readonly isWanted: (unit: KeptUnit) => boolean;
}

function describePlace({ root, edges, incremental }: KeptContext["config"]): string {
  return shortHash([root, edges, incremental]);
}

/**
 * Opens the units of the last run, as far as they are known to be the same.
 *
 * @param store null where they are not to be used
 */
export function openKept(
  store: Store | null,
  context: KeptContext,
): { readonly knownBefore: KnownBefore; readonly carried: Carried } {
  const frames = new Map<string, string | null>();
  const place = describePlace(context.config);
  const found = store === null ? { why: "not asked for" } : findKnown(store, { ...context, place });
  const { ofCheck } = "why" in found ? NOTHING_KNOWN : found.known;
  return {
    knownBefore: {
      ofCheck: (check, frame, inputs) => {
        frames.set(check.name, frame);
        const find = ofCheck(check, frame, inputs);
        return (path, settings) => {
          const unit = find(path, settings);
          return unit === null || context.isWanted(unit) ? null : unit;
        };
      },
    },
    carried:
      "why" in found
        ? { place, state: null, why: found.why, changed: 0, frames }
        : { place, state: found.state, why: null, changed: found.changed, frames },
  };
}

function findKnown(
  store: Store,
  { tree, env, mark, place }: KeptContext & { readonly place: string },
):
  | { readonly known: KnownBefore; readonly state: KeptState; readonly changed: number }
  | { readonly why: string } {
  const state = store.kept.read() as KeptState | undefined;
  if (state === undefined) return { why: "nothing was kept" };
  // A checkout can be copied with all that it keeps.
  if (state.place !== place) return { why: "it was kept in another place, or with other settings" };
  if (state.world.mark !== mark) return { why: "another run came in between" };
  if (!isSameSurroundings(state.world, env)) return { why: "something beside the tree has changed" };
  const { snapshot, graph } = tree;
  const extractions = createExtractionCache(store);
  const change = findChange(state.units, {
    snapshot,
    graph,
    extractionOf: (path, id) => {
      const extension = extensionOf(path);
      if (extension === undefined) return PLAIN;
      const key = extractionKey(id, extension);
      return extractions.get([key]).get(key);
    },
  });
  if ("why" in change) return change;
  const sets = new Map<PathSetId, NamedPathSet>();
  const known = createKnownBefore({
    kept: state.units,
    changed: change.changed,
    graph,
    findVerdicts: (fingerprints) => store.verdicts.findMany(fingerprints),
    findSet: (id) => {
      let named = sets.get(id);
      if (named === undefined) {
        const set = store.pathSets.getMany([id]).get(id);
        named = { id, set: set ?? { kind: "predicted", parts: [], accesses: [] } };
        sets.set(id, named);
      }
      return named;
    },
  });
  return { known, state, changed: change.changed.length };
}

import { extensionOf } from "./graph/extract.ts";
import { extractionKey } from "./graph/extraction-cache.ts";
import { PLAIN } from "./graph/extraction.ts";
import { createExtractionCache } from "./store/adapters.ts";
import type { Store } from "./store/store.ts";
import { isSameWorld, type World } from "./same-world.ts";
import { createKnownBefore } from "./units/kept/create-known-before.ts";
import { findChange } from "./units/kept/find-change.ts";
import type { KeptUnits } from "./units/kept/kept-units.ts";
import { NOTHING_KNOWN, type KnownBefore } from "./units/known-before.ts";
import type { Tree } from "./units/tree.ts";
import type { NamedPathSet, PathSetId } from "./vocabulary/path-set.ts";

/** What a run leaves for the next one: its units, and the world that they hold in. */
export interface KeptState {
  readonly world: World;
  readonly units: KeptUnits;
}

/** What was taken over from the last run. */
export interface Carried {
  /** Null where nothing was. */
  readonly state: KeptState | null;
  /** Why not, or what stood in the way of more. */
  readonly why: string | null;
  /** How many files have changed since. */
  readonly changed: number;
  /** What the units of each check have in common, now. */
  readonly frames: ReadonlyMap<string, string | null>;
}

/**
 * Opens the units of the last run, as far as they are known to be the same.
 *
 * @param store null where they are not to be used
 */
export function openKept(
  store: Store | null,
  world: { readonly tree: Tree; readonly env: NodeJS.ProcessEnv; readonly mark: string },
): { readonly knownBefore: KnownBefore; readonly carried: Carried } {
  const frames = new Map<string, string | null>();
  const found = store === null ? { why: "not asked for" } : findKnown(store, world);
  const { ofCheck } = "why" in found ? NOTHING_KNOWN : found.known;
  return {
    knownBefore: {
      ofCheck: (check, frame, inputs) => {
        frames.set(check.name, frame);
        return ofCheck(check, frame, inputs);
      },
    },
    carried:
      "why" in found
        ? { state: null, why: found.why, changed: 0, frames }
        : { state: found.state, why: null, changed: found.changed, frames },
  };
}

function findKnown(
  store: Store,
  { tree, env, mark }: { readonly tree: Tree; readonly env: NodeJS.ProcessEnv; readonly mark: string },
):
  | { readonly known: KnownBefore; readonly state: KeptState; readonly changed: number }
  | { readonly why: string } {
  const state = store.kept.read() as KeptState | undefined;
  if (state === undefined) return { why: "nothing was kept" };
  if (state.world.mark !== mark) return { why: "another run came in between" };
  if (!isSameWorld(state.world, env)) return { why: "something beside the tree has changed" };
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

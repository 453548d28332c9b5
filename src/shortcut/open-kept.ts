import type { ResolvedConfig } from "../config/resolved-config.ts";
import type { BuildOptions } from "../graph/build.ts";
import { fromBytes } from "../graph/kept/packed-graph.ts";
import { reopenGraph, type ReopenedGraph } from "../graph/kept/reopen-graph.ts";
import type { Store } from "../store/store.ts";
import { createKnownBefore } from "../units/kept/create-known-before.ts";
import { findChange, isDeciding } from "../units/kept/find-change.ts";
import type { KeptUnits } from "../units/kept/kept-units.ts";
import { type KnownBefore, NOTHING_KNOWN } from "../units/known-before.ts";
import type { KeptUnit } from "../units/unit.ts";
import { shortHash } from "../values/short-hash.ts";
import type { NamedPathSet, PathSetId } from "../vocabulary/tree/path-set.ts";
import type { ContentId, RepoPath } from "../vocabulary/tree/path.ts";
import { isSameSurroundings, type Surroundings } from "./same-surroundings.ts";

/** What a run leaves for the next one: its units, and the world that they hold in. */
export interface KeptState {
  /** Stands for the checkout that they are of, and for the settings that say what counts in it. */
  readonly place: string;
  readonly world: Surroundings;
  /** The seal of the graph that they were found by. */
  readonly graph: string;
  readonly units: KeptUnits;
}

/** The tree of the last run, which differs from the one that is there now in the content of some files alone. */
export interface KeptTree extends ReopenedGraph {
  readonly state: KeptState;
  /** What was in the files that have changed since. */
  readonly changed: ReadonlyMap<RepoPath, ContentId>;
}

/** What was taken over from the last run. */
export interface Carried {
  readonly place: string;
  /** Where the graph is from; null where it was built. */
  readonly tree: KeptTree | null;
  /** Where units are from; null where all were looked at. */
  readonly state: KeptState | null;
  /** Why not, or what stood in the way of more. */
  readonly why: string | null;
  /** How many files have changed since. */
  readonly changed: number;
  /** What the units of each check have in common, now. */
  readonly frames: ReadonlyMap<string, string | null>;
}

interface Place {
  readonly config: Pick<ResolvedConfig, "root" | "edges" | "incremental">;
}

interface StateContext extends Place {
  readonly env: NodeJS.ProcessEnv;
  /** Differs after another run has found something. */
  readonly mark: string;
}

interface KeptTreeContext extends Place, Omit<BuildOptions, "edges"> {
  readonly state: KeptState;
}

/** Reads what the last run left, if nothing beside the tree has changed since; or says why everything is looked at. */
export function readKeptState(
  store: Store,
  { config, env, mark }: StateContext,
): { readonly state: KeptState } | { readonly why: string } {
  const state = store.kept.read() as KeptState | undefined;
  if (state === undefined) return { why: "nothing was kept" };
  // A checkout can be copied with all that it keeps.
  if (state.place !== describePlace(config))
    return { why: "it was kept in another place, or with other settings" };
  if (state.world.mark !== mark) return { why: "another run came in between" };
  if (!isSameSurroundings(state.world, env)) return { why: "something beside the tree has changed" };
  return { state };
}

/** Opens the tree of the last run, if nothing but the content of some files has changed since. */
export async function openKeptTree(
  store: Store,
  { config, state, ...options }: KeptTreeContext,
): Promise<KeptTree | { readonly why: string }> {
  const change = findChange(state.units, options.snapshot);
  if ("why" in change) return change;
  const graph = store.kept.readGraph();
  if (graph === undefined || graph.seal !== state.graph) return { why: "its graph was not kept" };
  const reopened = await reopenGraph({
    ...options,
    ...change,
    edges: config.edges,
    packed: fromBytes(graph.bytes),
    decides: isDeciding,
  });
  return "why" in reopened ? reopened : { ...reopened, state, changed: change.changed };
}

export interface KeptContext extends Place {
  readonly store: Store;
  readonly kept: KeptTree | { readonly why: string };
  /** Whether units are taken over; otherwise why not. */
  readonly isCarrying: boolean;
  /** Whether a unit is looked at although nothing that it depends on has changed. */
  readonly isWanted: (unit: KeptUnit) => boolean;
}

function describePlace({ root, edges, incremental }: Place["config"]): string {
  return shortHash([root, edges, incremental]);
}

/** Says which units of the last run are known to be the same. */
export function openKept({ store, kept, config, isCarrying, isWanted }: KeptContext): {
  readonly knownBefore: KnownBefore;
  readonly carried: Carried;
} {
  const frames = new Map<string, string | null>();
  const place = describePlace(config);
  const tree = "why" in kept ? null : kept;
  const { ofCheck } = tree === null || !isCarrying ? NOTHING_KNOWN : findKnown(store, tree);
  return {
    knownBefore: {
      ofCheck: (check, frame, inputs) => {
        frames.set(check.name, frame);
        const find = ofCheck(check, frame, inputs);
        return (path, settings) => {
          const unit = find(path, settings);
          return unit === null || isWanted(unit) ? null : unit;
        };
      },
    },
    carried: {
      place,
      tree,
      state: isCarrying ? (tree?.state ?? null) : null,
      why: "why" in kept ? kept.why : isCarrying ? null : "everything is verified",
      changed: tree?.changed.size ?? 0,
      frames,
    },
  };
}

function findKnown(store: Store, { state, graph, changed }: KeptTree): KnownBefore {
  const sets = new Map<PathSetId, NamedPathSet>();
  return createKnownBefore({
    kept: state.units,
    changed: [...changed.keys()],
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
}

import type { ResolvedConfig } from "../config/resolved-config.ts";
import type { KnownIndex } from "../detect/git/index-listing.ts";
import type { BuildOptions } from "../graph/build.ts";
import { graphFromBytes } from "../graph/kept/packed-graph.ts";
import { findConcerned } from "../graph/kept/find-concerned.ts";
import { renumberGraph } from "../graph/kept/renumber-graph.ts";
import { reopenGraph, type ReopenedGraph } from "../graph/kept/reopen-graph.ts";
import type { Store } from "../store/store.ts";
import { nameFiles } from "../units/configuration/tree-names.ts";
import { createKnownBefore } from "../units/kept/create-known-before.ts";
import { type ChangedNames, createConcernedSets } from "../units/kept/find-concerned-sets.ts";
import { findChange, isDeciding } from "../units/kept/find-change.ts";
import { type KeptNews, type KeptUnits, openKeptUnits } from "../units/kept/kept-units.ts";
import { renumberUnits } from "../units/kept/renumber-units.ts";
import { type Frame, type KnownBefore, type KnownUnits, NOTHING_KNOWN } from "../units/known-before.ts";
import type { KeptUnit } from "../units/unit.ts";
import { memo } from "../values/memo.ts";
import { shortHash } from "../values/short-hash.ts";
import type { NamedPathSet, PathSetId } from "../vocabulary/tree/path-set.ts";
import type { ContentId, RepoPath } from "../vocabulary/tree/path.ts";
import { type KeptIndex, openIndex } from "./kept-index.ts";
import { type NamesBeside, takeOverNames, watchNames } from "./names-beside.ts";
import { isSameSurroundings, type Surroundings } from "./same-surroundings.ts";

/** What a run leaves for the next one: its units, and the surroundings in which they are valid. */
export interface KeptState {
  /** Identifies the checkout, and the settings that decide what counts in it. */
  readonly place: string;
  readonly world: Surroundings;
  /**
   * A digest of what is around the tree, if that decides which verdicts of other checkouts count; null if
   * there are none.
   */
  readonly around: string | null;
  /** The checksum of the graph that the units belong to. */
  readonly graph: string;
  /** The checksum of the columns that hold the units, and what has changed since they were written. */
  readonly columns: string;
  readonly units: KeptNews;
  /** Git's index; null if it has to be asked for. */
  readonly index: KeptIndex | null;
}

/** What the last run left. */
export interface LeftState {
  readonly state: KeptState;
  /** Its units; undefined if they are not those that the state names. Read on the first call. */
  readonly open: () => KeptUnits | undefined;
}

/** The tree of the last run, which differs from the current one in some plain files. */
export interface KeptTree extends ReopenedGraph {
  readonly state: KeptState;
  readonly units: KeptUnits;
  readonly fileNames: KeptUnits["names"];
  readonly names: NamesBeside;
  /** The earlier contents of the files that changed. */
  readonly changed: ReadonlyMap<RepoPath, ContentId>;
  /** Files whose references may resolve differently. */
  readonly concerned: ReadonlySet<RepoPath>;
  /** Whether files were added or removed, so that all files have new numbers. */
  readonly isRenumbered: boolean;
  readonly moved: Moved | null;
}

/** Files that were added or removed. */
type Moved = ChangedNames;

/** What was taken over from the last run. */
export interface Carried {
  readonly place: string;
  /** The graph's origin; null if it was built in this run. */
  readonly tree: KeptTree | null;
  /** The units' origin; null if all were looked at. */
  readonly state: KeptState | null;
  readonly units: KeptUnits | null;
  /** Why nothing, or not more, was taken over. */
  readonly why: string | null;
  /** What the units of each check currently have in common. */
  readonly frames: ReadonlyMap<string, Frame>;
}

interface Place {
  readonly config: Pick<ResolvedConfig, "root" | "edges" | "incremental">;
}

interface StateContext extends Place {
  readonly env: NodeJS.ProcessEnv;
  /** Differs after another run has found something. */
  readonly edition: string;
}

interface KeptTreeContext extends Place, Omit<BuildOptions, "edges">, LeftState {}

/**
 * Reads what the last run left, if nothing outside the tree has changed since; otherwise says why everything
 * is looked at.
 */
export function readKeptState(
  store: Store,
  { config, env, edition }: StateContext,
): LeftState | { readonly why: string } {
  const state = store.kept.read() as KeptState | undefined;
  if (state === undefined) return { why: "nothing was kept" };
  // A checkout can be copied together with its store.
  if (state.place !== describePlace(config))
    return { why: "it was kept in another place, or with other settings" };
  if (state.world.edition !== edition) return { why: "another run came in between" };
  if (!isSameSurroundings(state.world, env)) return { why: "something beside the tree has changed" };
  if (state.around !== null && state.around !== store.surroundings)
    return { why: "verdicts of other checkouts may not hold here any more" };
  const open = memo(() => {
    const columns = store.kept.readUnits();
    return columns?.seal === state.columns ? openKeptUnits(columns.bytes, state.units) : undefined;
  });
  return { state, open };
}

/** Git's index as the last run knew it. */
export function findKnownIndex(left: LeftState | { readonly why: string }): KnownIndex | undefined {
  if ("why" in left || left.state.index === null) return undefined;
  const { index } = left.state;
  return {
    ...index,
    open: () => {
      const units = left.open();
      return units && openIndex(index, units.files);
    },
  };
}

/**
 * Opens the tree of the last run, if only plain files have changed since that decide nothing for other files.
 */
export async function openKeptTree(
  store: Store,
  { config, state, open, ...options }: KeptTreeContext,
): Promise<KeptTree | { readonly why: string }> {
  const left = open();
  if (left === undefined) return { why: "its units were not kept" };
  const change = findChange(left, options.snapshot);
  if ("why" in change) return change;
  const { changed, came, went } = change;
  const graph = store.kept.readGraph();
  if (graph === undefined || graph.seal !== state.graph) return { why: "its graph was not kept" };
  const packed = graphFromBytes(graph.bytes);
  const { snapshot } = options;
  const { entries } = packed.head;
  const before = takeOverNames(state.world, {
    graph: { words: () => new Set(packed.words) },
    snapshot,
    entries,
  });
  const isRenumbered = came.length + went.size > 0;
  const concerned = isRenumbered
    ? findConcerned(packed, { paths: left.paths, came, went: [...went.keys()] })
    : new Set<RepoPath>();
  if ("why" in concerned) return concerned;
  const paths = isRenumbered ? [...snapshot.files.keys()].sort() : left.paths;
  let watched: ReturnType<typeof watchNames> | undefined;
  const reopened = await reopenGraph({
    ...options,
    ...change,
    paths,
    concerned,
    edges: config.edges,
    packed: isRenumbered ? renumberGraph(packed, left.paths, paths) : packed,
    decides: isDeciding,
    onResolve: () => (watched = watchNames(snapshot.root)),
  });
  if ("why" in reopened) return reopened;
  // New references bring new words, for which the directories have to be read again.
  const names = watched?.({ ...reopened, snapshot, entries }) ?? before;
  if (before.look() === null || names.isTooMany) return { why: "something beside the tree has changed" };
  const fileNames = isRenumbered ? nameFiles(() => snapshot.files.keys()) : left.names;
  const units = isRenumbered ? renumberUnits(left, paths, fileNames) : left;
  const moved = isRenumbered ? { before: left.paths, after: paths, paths: [...came, ...went.keys()] } : null;
  return { ...reopened, names, state, units, fileNames, changed, concerned, isRenumbered, moved };
}

export interface KeptContext extends Place {
  readonly store: Store;
  readonly kept: KeptTree | { readonly why: string };
  /** Whether units are taken over; otherwise why not. */
  readonly isCarrying: boolean;
  /** Whether a unit is looked at even though none of its dependencies changed. */
  readonly isWanted: ((unit: KeptUnit) => boolean) | undefined;
}

function describePlace({ root, edges, incremental }: Place["config"]): string {
  return shortHash([root, edges, incremental]);
}

/** Decides which units of the last run are known to be unchanged. */
export function openKept({ store, kept, config, isCarrying, isWanted }: KeptContext): {
  readonly knownBefore: KnownBefore;
  readonly carried: Carried;
} {
  const frames = new Map<string, Frame>();
  const place = describePlace(config);
  const tree = "why" in kept ? null : kept;
  const known = tree === null || !isCarrying ? NOTHING_KNOWN : findKnown(store, tree);
  return {
    knownBefore: {
      directoriesOf: known.directoriesOf,
      ofCheck: (check, frame, inputs) => {
        frames.set(check.name, frame);
        const units = known.ofCheck(check, frame, inputs);
        return units === null || isWanted === undefined ? units : withoutWanted(units, isWanted);
      },
    },
    carried: {
      place,
      tree,
      state: isCarrying ? (tree?.state ?? null) : null,
      units: isCarrying ? (tree?.units ?? null) : null,
      why: "why" in kept ? kept.why : isCarrying ? null : "everything is verified",
      frames,
    },
  };
}

/** The same, without units that have to be looked at anyway. */
function withoutWanted({ take }: KnownUnits, isWanted: (unit: KeptUnit) => boolean): KnownUnits {
  return {
    take: async (settingsOf) => {
      const { taken, left, came } = await take(settingsOf);
      const wanted = new Set([...taken].filter(isWanted).map(({ target }) => target));
      return {
        taken: taken.within((target) => !wanted.has(target)),
        left: new Set([...left, ...wanted]),
        came,
      };
    },
  };
}

/**
 * Tells whether files that were added or removed affect a path set. A set that is no longer stored counts as
 * affected.
 */
function findMovedSets(store: Store, { sets }: KeptUnits, moved: Moved): (id: PathSetId) => boolean {
  const found = memo(() => store.pathSets.getMany(sets.map(({ id }) => id)));
  const isConcerned = createConcernedSets(moved);
  return (id) => {
    const set = found().get(id);
    return set === undefined || isConcerned(set);
  };
}

function findKnown(store: Store, kept: KeptTree): KnownBefore {
  const { units, graph, changed, depths, concerned, moved } = kept;
  const sets = new Map<PathSetId, NamedPathSet>();
  return createKnownBefore({
    kept: units,
    changed: [...changed.keys(), ...concerned],
    depths,
    moved: moved && { paths: moved.paths, hasSet: findMovedSets(store, units, moved) },
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

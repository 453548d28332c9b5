import type { Verifiers } from "../../builtin/verifiers.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import type { StatIndex } from "../../detect/stat-index.ts";
import { matchGlobs } from "../../paths/glob.ts";
import { type NamesBeside, watchNames } from "../../shortcut/names-beside.ts";
import type { Store } from "../../store/store.ts";
import { type NotedPaths, notePathsOf } from "../../system/observed/path-notes.ts";
import { describePathByTimes } from "../../system/observed/path-state.ts";
import { findLandmarks } from "../../trace/trace-world.ts";
import type { TreeNames } from "../../units/configuration/tree-names.ts";
import { buildUnits } from "../../units/build-units.ts";
import { chooseRecords } from "../../units/inputs/choose-records.ts";
import { createEvaluateSet, type EvaluateSet } from "../../units/inputs/evaluate-set.ts";
import type { KnownBefore } from "../../units/known-before.ts";
import type { Tree } from "../../units/tree.ts";
import type { UnitList } from "../../units/kept/unit-list.ts";
import type { FoundUnit, Unit } from "../../units/unit.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { Targets } from "./ask-for-targets.ts";
import { observeTree } from "./observe-tree.ts";
import { openVerifiers } from "./open-verifiers.ts";

/** A state of the tree, and every unit with its fingerprint in it. */
export interface Observation {
  readonly tree: Tree;
  readonly units: ReadonlyMap<string, UnitList<FoundUnit>>;
  readonly verifiers: Verifiers;
  /** Evaluates path sets in this state. */
  readonly evaluate: EvaluateSet;
  /** The paths outside the tree that were looked at, each noted before it was read. */
  readonly notedPaths: NotedPaths;
  /** The names in directories, if something will run; otherwise null. */
  readonly namesBeside: NamesBeside | null;
}

/** The same, if every unit was looked at. */
export interface WholeObservation extends Observation {
  readonly units: ReadonlyMap<string, readonly Unit[]>;
}

export interface ObserverOptions {
  readonly config: ResolvedConfig;
  readonly store: Store;
  readonly checks: readonly Check[];
  readonly env: NodeJS.ProcessEnv;
  readonly targets: Targets;
  readonly stats: StatIndex;
  /** Whether the plan is run afterwards. */
  readonly isRun: boolean;
}

/** The graph, or why it is unknown. */
type KnownGraph =
  | { readonly graph: FileGraph; readonly names: NamesBeside; readonly fileNames: TreeNames }
  | { readonly why: string };

interface KnownOptions<K extends KnownGraph, T> {
  /** Opens the graph, if it is known. */
  readonly open: () => Promise<K>;
  /** Called after the tree is observed and before its units are: returns what is known about them. */
  readonly between: (tree: Tree, opened: K) => Promise<T>;
}

export interface Observe {
  (snapshot: Snapshot): Promise<WholeObservation>;
  /** The same, if something is known already. */
  <K extends KnownGraph, T extends { readonly knownBefore: KnownBefore }>(
    snapshot: Snapshot,
    known: KnownOptions<K, T>,
  ): Promise<Observation & T>;
}

const NOT_KNOWN = { why: "nothing is known" };

/** Observes snapshots and their units. */
export function createObserver(options: ObserverOptions): Observe {
  const { config, store, checks, env, targets, stats } = options;
  const landmarks = findLandmarks(config.root, env);
  const isOutput = matchGlobs(checks.flatMap(({ outputs }) => outputs));
  const observe = (snapshot: Snapshot, before?: KnownOptions<KnownGraph, object>): Promise<Observation> =>
    notePathsOf(async (notedPaths) => {
      const opened = (await before?.open()) ?? NOT_KNOWN;
      // A resolver looks for names that do not exist yet, and that a command may create.
      const watched = options.isRun && "why" in opened ? watchNames(config.root) : null;
      const kept = "why" in opened ? {} : { graph: opened.graph, names: opened.fileNames };
      const tree = await observeTree(snapshot, { config, store, stats, ...kept });
      const known = await before?.between(tree, opened);
      const verifiers = openVerifiers(snapshot, tree.graph);
      const evaluate = createEvaluateSet({ ...landmarks, env, tree, isOutput });
      const units = await buildUnits({
        checks,
        tree,
        env,
        opaqueImports: config.incremental.opaqueImports,
        ...verifiers,
        ...known,
        choose: (built) => chooseRecords(built, { store, evaluate }),
        keyed: store.keyed,
        listTargets: targets.ask,
      });
      const namesBeside = "why" in opened ? (watched?.(tree) ?? null) : opened.names;
      return { ...known, tree, verifiers, units, evaluate, notedPaths, namesBeside };
    }, describePathByTimes);
  return observe as Observe;
}

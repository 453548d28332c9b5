import type { Verifiers } from "../../builtin/verifiers.ts";
import { isProducer } from "../../checks/check-traits.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import type { StatIndex } from "../../detect/stat-index.ts";
import { matchGlobs } from "../../paths/glob.ts";
import type { Store } from "../../store/store.ts";
import { createDirectoryNotes } from "../../system/observed/note-directories.ts";
import { type NotedPaths, startNotingPaths } from "../../system/observed/path-notes.ts";
import { describePathByTimes } from "../../system/observed/path-state.ts";
import { findLandmarks } from "../../trace/trace-world.ts";
import { buildUnits } from "../../units/build-units.ts";
import { chooseRecords } from "../../units/inputs/choose-records.ts";
import { createEvaluate, type Evaluate } from "../../units/inputs/evaluate-set.ts";
import type { KnownBefore } from "../../units/known-before.ts";
import type { Tree } from "../../units/tree.ts";
import type { FoundUnit, Unit } from "../../units/unit.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { Targets } from "./ask-for-targets.ts";
import { observeTree } from "./observe-tree.ts";
import { openVerifiers } from "./open-verifiers.ts";

/** A state of the tree, and every unit with its fingerprint in it. */
export interface Observation {
  readonly tree: Tree;
  readonly units: ReadonlyMap<string, readonly FoundUnit[]>;
  readonly verifiers: Verifiers;
  /** What path sets are worth in it. */
  readonly evaluate: Evaluate;
  /** What was seen beside the tree, each before it was read. */
  readonly notedPaths: NotedPaths;
}

/** The same where every unit was looked at. */
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
  /** Whether what is found is run. */
  readonly isRun: boolean;
}

/** The graph, or why it is not known. */
type KnownGraph = { readonly graph: FileGraph } | { readonly why: string };

interface KnownOptions<K extends KnownGraph, T> {
  /** Opens the graph, if it is known. */
  readonly open: () => Promise<K>;
  /** Says between the tree and its units what is known of these. */
  readonly between: (tree: Tree, opened: K) => Promise<T>;
}

export interface Observe {
  (snapshot: Snapshot): Promise<WholeObservation>;
  /** The same where something is known before. */
  <K extends KnownGraph, T extends { readonly knownBefore: KnownBefore }>(
    snapshot: Snapshot,
    known: KnownOptions<K, T>,
  ): Promise<Observation & T>;
}

const NOT_KNOWN = { why: "nothing is known" };

/** Finds what stands around a snapshot, and the units of it all. */
export function createObserver(options: ObserverOptions): Observe {
  const { config, store, checks, env, targets, stats } = options;
  const noteAll = createDirectoryNotes(config.root, checks.some(isProducer));
  const landmarks = findLandmarks(config.root, env);
  const isOutput = matchGlobs(checks.flatMap(({ outputs }) => outputs));
  const observe = async (
    snapshot: Snapshot,
    before?: KnownOptions<KnownGraph, object>,
  ): Promise<Observation> => {
    const notes = startNotingPaths(describePathByTimes);
    try {
      const opened = (await before?.open()) ?? NOT_KNOWN;
      // A resolver looks for names that are not there yet, and that something may make.
      if (options.isRun && "why" in opened) noteAll();
      const graph = "why" in opened ? {} : { graph: opened.graph };
      const tree = await observeTree(snapshot, { config, store, stats, ...graph });
      const known = await before?.between(tree, opened);
      const verifiers = openVerifiers(snapshot, tree.graph);
      const evaluate = createEvaluate({ ...landmarks, env, tree, isOutput });
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
      return { ...known, tree, verifiers, units, evaluate, notedPaths: notes.paths };
    } finally {
      notes.end();
    }
  };
  return observe as Observe;
}

import { loadConfig, type LoadOptions } from "./config/load.ts";
import { resolvePaths, suggestCheck } from "./config/paths.ts";
import type { ResolvedConfig } from "./config/resolved-config.ts";
import { detectChanges } from "./detect/change-set.ts";
import { resolveCommit } from "./detect/history.ts";
import { createSecondLook } from "./detect/second-look.ts";
import type { Verifiers } from "./builtin/verifiers.ts";
import { createTargets, describeGuesses, type Targets } from "./ask-for-targets.ts";
import { listBaselines, listUnused } from "./baselines.ts";
import { openOwnRecords, openRepositoryStore } from "./cache.ts";
import { createDifferences } from "./evidence.ts";
import { findWrongOption } from "./find-wrong-option.ts";
import { decideFullRun, judgeChanges, type Judgement } from "./judge-changes.ts";
import { buildPlan } from "./plan/build-plan.ts";
import type { Plan } from "./plan/plan.ts";
import { computeScope, type Evicted } from "./scope/compute-scope.ts";
import { createEarlierNames, type EarlierName } from "./scope/earlier-names.ts";
import type { Scope } from "./scope/scope.ts";
import { selectChecks } from "./scope/select-checks.ts";
import { createSketchCache, createStatIndex } from "./store/adapters.ts";
import { createNullStore } from "./store/null-store.ts";
import type { Store } from "./store/store.ts";
import { createLandscape } from "./system/note-landscape.ts";
import { glance } from "./system/sighting.ts";
import { startWitness, type Sightings } from "./system/witness.ts";
import { buildUnits } from "./units/build-units.ts";
import type { Unit } from "./units/unit.ts";
import type { Tree } from "./units/tree.ts";
import { createGrouping } from "./group-commands.ts";
import { chooseRecords } from "./units/choose-records.ts";
import { createEvaluate, type Evaluate } from "./units/evaluate-set.ts";
import { findLandmarks } from "./trace/trace-world.ts";
import { lookAtTree, observeTree } from "./observe-tree.ts";
import { isSampled, resolveSampling, type Sampling } from "./sampling.ts";
import { openVerifiers } from "./open-verifiers.ts";
import type { ChangeSet } from "./vocabulary/change-set.ts";
import { isProducer } from "./vocabulary/check.ts";
import type { VerificationEvent } from "./vocabulary/event.ts";
import { fail, succeed, type Result } from "./vocabulary/failure.ts";
import { matchGlobs } from "./vocabulary/glob.ts";
import { memo } from "./vocabulary/memo.ts";
import type { Fingerprint, RepoPath } from "./vocabulary/path.ts";
import type { SkipReason } from "./vocabulary/result.ts";
import type { Snapshot } from "./vocabulary/snapshot.ts";
import { EVICTIONS, type Eviction } from "./vocabulary/unit.ts";
import type { RequestedMode } from "./vocabulary/verification-result.ts";

export interface AssessOptions extends Partial<LoadOptions> {
  /** Only what is at or below these paths, seen from `cwd`, is verified. */
  readonly paths?: readonly string[];
  readonly checks?: readonly string[];
  readonly tags?: readonly string[];
  readonly categories?: readonly string[];
  readonly mode?: RequestedMode;
  /** With the mode `full`: the runs that this one goes on with. What they reached is as fresh as what it would reach. */
  readonly continues?: readonly string[];
  /** Neither read nor write stored verdicts. */
  readonly skipCache?: boolean;
  /** Whether what is found is run, and then looked at again. */
  readonly isRun?: boolean;
  /** Checks whose stored failures do not stand. */
  readonly rerunFailed?: readonly string[];
  /** Which share of the verdicts that stand is reached again and compared; none unless it is asked for. */
  readonly verifyCache?: number | "configured";
  /** A commit to compare with in place of the last verified state. */
  readonly baseline?: string;
  /** Ends what is started on the way. */
  readonly signal?: AbortSignal;
  /** What tools are started with that are asked for their files, where `env` only notes what is looked at. */
  readonly commandEnv?: NodeJS.ProcessEnv;
  /** Called for everything that happens on the way. */
  readonly onEvent?: (event: VerificationEvent) => void;
}

/** A state of the tree, and every unit with its fingerprint in it. */
export interface Observation {
  readonly tree: Tree;
  readonly units: ReadonlyMap<string, readonly Unit[]>;
  readonly verifiers: Verifiers;
  /** What path sets are worth in it. */
  readonly evaluate: Evaluate;
  /** What was seen beside the tree, each before it was read. */
  readonly sightings: Sightings;
}

/** Everything that is known before anything is run. Its store must be closed. */
export interface Assessment {
  readonly config: ResolvedConfig;
  readonly store: Store;
  readonly tree: Tree;
  readonly changes: ChangeSet;
  readonly judgement: Judgement;
  readonly units: Observation["units"];
  readonly verifiers: Verifiers;
  readonly evaluate: Evaluate;
  readonly sightings: Sightings;
  /** Which files tools said they take, by check. */
  readonly targetLists: Targets["lists"];
  readonly selection: ReadonlyMap<string, SkipReason | null>;
  readonly scope: Scope;
  readonly plan: Plan;
  /** What a file was called before, the latest name first. Can be asked while the store is open. */
  readonly earlierNames: (path: RepoPath) => readonly EarlierName[];
  /** Which of the verdicts that stand are put to the test. */
  readonly sampling: Sampling;
  /** Tells whether another run has found something since this one began to look. */
  readonly standingMark: string;
  /** Whether verdicts are kept for later runs. */
  readonly isKeeping: boolean;
  /** Looks at the tree again, as it was looked at the first time. */
  readonly lookAgain: () => Promise<Snapshot>;
  /** Another state of the tree and its units. */
  readonly observe: (snapshot: Snapshot) => Promise<Observation>;
  /** Writes down what was read, so that it need not be read again. */
  readonly saveStats: () => void;
  readonly warnings: readonly string[];
}

/** Finds out which verdicts stand and what is left to do. Runs no check and changes nothing in the repository. */
export async function assess(options: AssessOptions): Promise<Result<Assessment>> {
  const wrong = findWrongOption(options);
  if (wrong !== null) return fail(wrong);
  const cwd = options.cwd ?? process.cwd();
  const env = options.env ?? process.env;
  const loaded = await loadConfig({ ...options, cwd, env });
  if (!loaded.ok) return loaded;
  const config = loaded.value;
  const paths = resolvePaths(config.root, cwd, options.paths ?? []);
  if (!paths.ok) return suggestCheck(paths, config.checks);
  const selection = selectChecks(config.checks, {
    checks: options.checks ?? [],
    tags: options.tags ?? [],
    categories: options.categories ?? [],
    bySkill: config.chosenBySkill,
  });
  if (!selection.ok) return selection;
  const given = options.baseline === undefined ? null : await resolveCommit(config.root, options.baseline);
  if (given !== null && !given.ok) return given;

  const checks = config.checks.filter(({ name }) => selection.value.get(name) === null);
  const isKeeping = config.incremental.enabled && options.skipCache !== true;
  const store = isKeeping
    ? await openRepositoryStore(config, { create: options.isRun === true })
    : createNullStore(openOwnRecords(config));
  const standingMark = store.standing.mark();
  const stats = createStatIndex(store);
  const look = (): Promise<Snapshot> => lookAtTree(config, stats.index);
  options.onEvent?.({ type: "looking", at: "files" });
  const snapshot = await look();
  const lookAgain = createSecondLook(snapshot, look);
  const against = given === null ? listBaselines(config, store) : { commit: given.value };
  const { excludePatterns: exclude, similarityThreshold: threshold } = config.incremental;
  const renames = { threshold, sketches: createSketchCache(store) };
  const changes = await detectChanges({ snapshot, against, exclude, renames });
  const landscape = createLandscape(config.root, checks.some(isProducer));
  const landmarks = findLandmarks(config.root, env);
  const isOutput = matchGlobs(checks.flatMap(({ outputs }) => outputs));
  const targets = createTargets({
    root: config.root,
    env: options.commandEnv ?? env,
    signal: options.signal,
    store,
    emit: (event) => options.onEvent?.(event),
  });
  const observe = async (seen: Snapshot): Promise<Observation> => {
    const witness = startWitness(glance);
    try {
      // Where a resolver has looked in vain, something may be made.
      if (options.isRun === true) landscape();
      const tree = await observeTree(seen, { config, store, stats: stats.index });
      const verifiers = openVerifiers(seen, tree.graph);
      const { opaqueImports } = config.incremental;
      const evaluate = createEvaluate({ ...landmarks, tree, isOutput });
      const choose = (units: readonly Unit[]): Promise<readonly Unit[]> =>
        chooseRecords(units, { store, evaluate });
      const units = await buildUnits({
        checks,
        tree,
        env,
        opaqueImports,
        ...verifiers,
        choose,
        keyed: store.keyed,
        listTargets: targets.ask,
      });
      return { tree, verifiers, units, evaluate, sightings: witness.sightings };
    } finally {
      witness.end();
    }
  };
  options.onEvent?.({ type: "looking", at: "dependencies" });
  const { tree, units, verifiers, evaluate, sightings } = await observe(snapshot);
  options.onEvent?.({ type: "looking", at: "verdicts" });
  const judged = await judgeChanges({ changes, tree, config, store, now: Date.now() });
  const { judgement, fullRun } = decideFullRun(judged, { ...options, isKeeping });
  const differences = createDifferences(tree, store);
  const { renamed } = changes;
  const earlierNames = createEarlierNames(renamed, () => store.history.listRenames());
  const { verdicts } = store;
  const { verifyCache = 0 } = options;
  const sampling = resolveSampling(
    verifyCache === "configured" ? config.incremental.verifyCache : verifyCache,
    env,
  );
  const doubted = new Set(options.rerunFailed);
  const scope = computeScope({
    checks: checks.map((check) => (doubted.has(check.name) ? { ...check, replayFailures: false } : check)),
    units,
    verdicts,
    differences,
    renamed,
    earlierNames,
    fullRun,
    evicted: createEvicted(store),
    now: Date.now(),
    isSampled: (verdict) => isSampled(verdict, sampling, Math.random()),
  });
  // A run tells its warnings with its result.
  if (options.isRun !== true)
    for (const message of describeGuesses(targets)) options.onEvent?.({ type: "warning", message });
  const stands = [...scope.units.values()].some((list) => list.some(({ decision }) => decision === "stand"));
  const plan = buildPlan({
    checks: config.checks,
    selection: selection.value,
    scope,
    files: snapshot.files.keys(),
    paths: paths.value,
    mode: stands || (fullRun === null && changes.complete) ? "incremental" : "full",
    group: createGrouping({ scope, tree }),
  });
  const warnings = [
    ...config.warnings,
    ...snapshot.notes,
    ...listUnused(against),
    ...describeGuesses(targets),
  ];
  return succeed({
    config,
    store,
    tree,
    changes,
    judgement,
    units,
    verifiers,
    evaluate,
    sightings,
    targetLists: targets.lists,
    selection: selection.value,
    scope,
    plan,
    earlierNames,
    sampling,
    standingMark,
    isKeeping,
    lookAgain,
    observe,
    saveStats: stats.save,
    warnings,
  });
}

/** How far back what was thrown away is looked for; what is older has run since, or was not asked for. */
const RECENT = 500;

function createEvicted({ invalidations }: Store): Evicted {
  const recent = memo(() => {
    const byFingerprint = new Map<Fingerprint, Eviction>();
    const byUnit = new Map<string, Eviction>();
    for (const { reason, fingerprint, ...unit } of invalidations
      .list(RECENT, Object.values(EVICTIONS))
      .toReversed()) {
      const why = Object.values(EVICTIONS).find((each) => each === reason);
      if (why === undefined) continue;
      byFingerprint.set(fingerprint, why);
      byUnit.set(nameOf(unit), why);
    }
    return { byFingerprint, byUnit };
  });
  const nameOf = ({ check, target }: Pick<Unit, "check" | "target">): string => `${check}\0${target}`;
  return {
    byFingerprint: (fingerprint) => recent().byFingerprint.get(fingerprint),
    lastOf: (unit) => recent().byUnit.get(nameOf(unit)),
  };
}

import { loadConfig, type OwnFiles } from "../config/load.ts";
import { resolvePaths, suggestCheck } from "../config/paths.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import { detectChanges } from "../detect/change-set.ts";
import { resolveCommit } from "../detect/past/commits.ts";
import { createSecondLook } from "../detect/second-look.ts";
import { buildPlan } from "../plan/build-plan.ts";
import type { Plan } from "../plan/plan.ts";
import { computeScope } from "../scope/compute-scope.ts";
import { createEarlierNames, type EarlierName } from "../scope/earlier-names.ts";
import type { Scope, WholeScope } from "../scope/scope.ts";
import { selectChecks } from "../scope/select-checks.ts";
import { compareWays } from "../shortcut/compare-ways.ts";
import { type Carried, openKept, openKeptTree, readKeptState } from "../shortcut/open-kept.ts";
import { createSketchCache, createStatIndex } from "../store/database/adapters.ts";
import { createNullStore } from "../store/null-store.ts";
import type { Store } from "../store/store.ts";
import { noteDirectories } from "../system/observed/note-directories.ts";
import type { KeptUnit } from "../units/unit.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { ChangeSet } from "../vocabulary/tree/change-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import type { SkipReason } from "../vocabulary/verdict/result.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { findWrongOption } from "./find-wrong-option.ts";
import { createGrouping } from "./group-commands.ts";
import { createTargets, describeGuesses, type Targets } from "./observe/ask-for-targets.ts";
import { decideFullRun, judgeChanges, type Judgement } from "./observe/judge-changes.ts";
import { buildOptions, lookAtTree } from "./observe/observe-tree.ts";
import { createObserver, type Observation, type WholeObservation } from "./observe/observe-units.ts";
import type { PlanOptions } from "./options.ts";
import { listBaselines, listUnused } from "./record/baselines.ts";
import { createEvicted } from "./record/find-evicted.ts";
import { createDifferences } from "./record/fingerprint-parts.ts";
import { openOwnRecords, openRepositoryStore } from "./repository-store.ts";
import { isSampled, resolveSampling, type Sampling } from "./sampling.ts";
import {
  admitOrigins,
  type NoSharedCache,
  openSharedCache,
  type SharedCache,
} from "./shared/open-shared-cache.ts";
import { listWanted, pullShared, type TakenOver } from "./shared/pull-shared.ts";

/** What only the program itself asks for, beside what the library offers. */
export interface AssessOptions extends PlanOptions, OwnFiles {
  /** With the mode `full`: the runs that this one goes on with. What they reached is as fresh as what it would reach. */
  readonly continues?: readonly string[];
  /** Whether what is found is run, and then looked at again. */
  readonly isRun?: boolean;
  /** Of what would have to run, only these units do. */
  readonly only?: ReadonlyMap<string, ReadonlySet<Target>>;
  /** Runs that this one is put together from: what failed in them failed in this one. */
  readonly parts?: ReadonlySet<string>;
  /** Whether verdicts are taken over from other machines, also where nothing is run. */
  readonly pull?: boolean;
  /** Checks whose stored failures do not stand. */
  readonly rerunFailed?: readonly string[];
  /**
   * Asks for all units to be looked at too, and for an exception where that says something else. Called with how many
   * were taken over.
   */
  readonly onCompared?: (taken: number) => void;
  /** Whether a unit is looked at although it could be taken over from the last run: somebody wants to know all of it. */
  readonly isWanted?: (unit: KeptUnit) => boolean;
  /** What tools are started with that are asked for their files, where `env` only notes what is looked at. */
  readonly commandEnv?: NodeJS.ProcessEnv;
}

/** Everything that is known before anything is run. Its store must be closed. */
export interface Assessment extends Observation {
  readonly config: ResolvedConfig;
  readonly store: Store;
  readonly changes: ChangeSet;
  readonly judgement: Judgement;
  /** What was taken over from the last run. */
  readonly carried: Carried;
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
  readonly lastRunMark: string;
  /** Whether verdicts are kept for later runs. */
  readonly isKeeping: boolean;
  /** Looks at the tree again, as it was looked at the first time. */
  readonly lookAgain: () => Promise<Snapshot>;
  /** Whether every look so far has shown the tree that was assessed. */
  readonly isUnmoved: () => boolean;
  /** Another state of the tree and its units. */
  readonly observe: (snapshot: Snapshot) => Promise<WholeObservation>;
  /** Writes down what was read, so that it need not be read again. */
  readonly saveStats: () => void;
  readonly warnings: readonly string[];
  /** Where verdicts are shared with other machines; null where they are not. */
  readonly shared: SharedCache | NoSharedCache | null;
  /** What was taken over from there; null where nothing was asked for. */
  readonly taken: TakenOver | null;
}

/** The same where every unit was looked at. */
export interface WholeAssessment extends Assessment {
  readonly units: WholeObservation["units"];
  readonly scope: WholeScope;
}

/** Finds out which verdicts stand and what is left to do. Runs no check and changes nothing in the repository. */
export async function assess(options: AssessOptions): Promise<Result<WholeAssessment>> {
  // Where nothing is taken over, every unit is looked at.
  return (await find(options, false)) as Result<WholeAssessment>;
}

/** The same, but units are taken over from the last run where nothing that they depend on has changed. */
export async function assessFromChange(options: AssessOptions): Promise<Result<Assessment>> {
  const found = await find(options, true);
  if (options.onCompared === undefined || !found.ok || found.value.carried.state === null) return found;
  const { onEvent: _, isRun: __, ...quiet } = options;
  const whole = await assess(quiet);
  if (whole.ok) {
    whole.value.store.close();
    options.onCompared(compareWays(found.value, whole.value));
  }
  return found;
}

async function find(options: AssessOptions, fromChange: boolean): Promise<Result<Assessment>> {
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
  const { isRun = false } = options;
  const isKeeping = config.incremental.enabled && options.skipCache !== true;
  const shared = isKeeping ? await openSharedCache(config, env) : null;
  const store = isKeeping
    ? await openRepositoryStore(config, {
        create: options.isRun === true || options.pull === true,
        admits: admitOrigins(shared),
      })
    : createNullStore(openOwnRecords(config));
  const lastRunMark = store.lastRun.mark();
  const left = fromChange
    ? readKeptState(store, { config, env, mark: lastRunMark })
    : { why: "everything is looked at" };
  // What a later run compares with what it sees is noted before it is looked at; of what was kept, it is known.
  if (isRun && fromChange && "why" in left) noteDirectories(config.root);
  const stats = createStatIndex(store);
  const look = (): Promise<Snapshot> => lookAtTree(config, stats.index);
  options.onEvent?.({ type: "looking", at: "files" });
  const snapshot = await look();
  const { lookAgain, isUnmoved } = createSecondLook(snapshot, look);
  const against = given === null ? listBaselines(config, store) : { commit: given.value };
  const { excludePatterns: exclude, similarityThreshold: threshold } = config.incremental;
  const renames = { threshold, sketches: createSketchCache(store) };
  const changes = await detectChanges({ snapshot, against, exclude, renames });
  const targets = createTargets({
    root: config.root,
    env: options.commandEnv ?? env,
    signal: options.signal,
    store,
    emit: (event) => options.onEvent?.(event),
  });
  const { verifyCache = 0 } = options;
  const sampling = resolveSampling(
    verifyCache === "configured" ? config.incremental.verifyCache : verifyCache,
    env,
  );
  const observe = createObserver({ config, store, checks, env, targets, stats: stats.index, isRun });
  options.onEvent?.({ type: "looking", at: "dependencies" });
  const { renamed } = changes;
  const earlierNames = createEarlierNames(renamed, () => store.history.listRenames());
  const doubted = new Set(options.rerunFailed);
  const decide = async (isFromState: boolean) => {
    const { judgement, fullRun, carried, ...observation } = await observe(snapshot, {
      open: async () => {
        if (isFromState && !("why" in left))
          return openKeptTree(store, { ...left, ...buildOptions(snapshot, config, store), config });
        return { why: "why" in left ? left.why : "what some files say is not known any more" };
      },
      between: async (seen, opened) => {
        const judged = await judgeChanges({ changes, tree: seen, config, store, now: Date.now() });
        const decision = decideFullRun(judged, { ...options, isKeeping });
        const isCarrying = fromChange && decision.fullRun === null && sampling.share === 0;
        const { isWanted = () => false } = options;
        return { ...decision, ...openKept({ store, kept: opened, config, isCarrying, isWanted }) };
      },
    });
    const { tree, units } = observation;
    options.onEvent?.({ type: "looking", at: "verdicts" });
    const scope = computeScope({
      checks: checks.map((check) => (doubted.has(check.name) ? { ...check, replayFailures: false } : check)),
      units,
      verdicts: store.verdicts,
      differences: createDifferences(tree, store),
      renamed,
      earlierNames,
      fullRun,
      evicted: createEvicted(store),
      now: Date.now(),
      isSampled: (verdict) => isSampled(verdict, sampling, Math.random()),
      isOfThisRun: ({ runId }) => options.parts?.has(runId) === true,
    });
    return { judgement, fullRun, carried, observation, scope };
  };
  let decided = await decide(true);
  if ((decided.carried.tree?.nodes.missing ?? 0) > 0) decided = await decide(false);
  const taken = isRun || options.pull === true ? await takeOver(decided.scope, shared, store) : null;
  // What others have verified is judged as all that is stored is.
  if (taken !== null && taken.verdicts > 0) decided = await decide(true);
  const { judgement, fullRun, carried, observation, scope } = decided;
  const { tree } = observation;
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
    ...(options.only === undefined ? {} : { only: options.only }),
    mode: stands || (fullRun === null && changes.complete) ? "incremental" : "full",
    group: createGrouping({ scope, tree }),
  });
  const warnings = [
    ...config.warnings,
    ...(shared === null ? [] : "problem" in shared ? [shared.problem] : shared.notes),
    ...snapshot.notes,
    ...listUnused(against),
    ...describeGuesses(targets),
  ];
  return succeed({
    config,
    store,
    ...observation,
    changes,
    judgement,
    carried,
    targetLists: targets.lists,
    selection: selection.value,
    scope,
    plan,
    earlierNames,
    sampling,
    lastRunMark,
    isKeeping,
    lookAgain,
    isUnmoved,
    observe: (seen) => observe(seen),
    saveStats: stats.save,
    warnings,
    shared,
    taken,
  });
}

/** Null where verdicts are not shared, or where nothing is missing. */
async function takeOver(
  { units }: Scope,
  shared: Assessment["shared"],
  store: Store,
): Promise<TakenOver | null> {
  if (shared === null || "problem" in shared || shared.reads.length === 0) return null;
  const wanted = listWanted(units.values());
  return wanted.length === 0 ? null : pullShared(shared, store, wanted);
}

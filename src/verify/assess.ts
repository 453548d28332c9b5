import type { ResolvedConfig } from "../config/resolved-config.ts";
import { beginSnapshot } from "../detect/snapshot.ts";
import { buildPlan, type BuiltPlan } from "../plan/build-plan.ts";
import type { Plan } from "../plan/plan.ts";
import type { Scope, WholeScope } from "../scope/scope.ts";
import { compareWays } from "../shortcut/compare-ways.ts";
import type { Carried } from "../shortcut/open-kept.ts";
import { madeOf, packedOf } from "../values/packed-list.ts";
import { succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import type { SkipReason } from "../vocabulary/verdict/result.ts";
import type { AssessOptions } from "./assess/assess-options.ts";
import { type Decided, decideScope } from "./assess/decide-scope.ts";
import {
  lookAtRepository,
  mayWrite,
  openStores,
  type Repository,
  type Stores,
} from "./assess/look-at-repository.ts";
import { openRequest, type Request, withChecks } from "./assess/open-request.ts";
import { createGrouping } from "./group-commands.ts";
import { createTargets, describeGuesses, type Targets } from "./observe/ask-for-targets.ts";
import type { Judgement } from "./observe/judge-changes.ts";
import {
  createObserver,
  type Observation,
  type Observe,
  type WholeObservation,
} from "./observe/observe-units.ts";
import { listUnused } from "./record/baselines.ts";
import { orderAsLearned } from "./record/learned.ts";
import { resolveSampling, type Sampling } from "./sampling.ts";
import { listWanted, pullShared, type TakenOver } from "./shared/pull-shared.ts";

/** Everything that is known before anything runs. The caller must close its store. */
export interface Assessment
  extends
    Observation,
    Stores,
    Pick<Repository, "changes" | "earlierNames" | "lastRunEdition" | "lookAgain" | "isUnmoved"> {
  readonly config: ResolvedConfig;
  readonly judgement: Judgement;
  /** What was taken over from the last run. */
  readonly carried: Carried;
  /** The files that tools listed as theirs, by check. */
  readonly targetLists: Targets["lists"];
  readonly selection: ReadonlyMap<string, SkipReason | null>;
  readonly scope: Scope;
  readonly plan: Plan;
  /** The part of the scope that the plan covers. */
  readonly meant: Scope;
  /** Which cached verdicts are re-run and compared. */
  readonly sampling: Sampling;
  /** Observes another state of the tree, and its units. */
  readonly observe: (snapshot: Snapshot) => Promise<WholeObservation>;
  /** Stores what was read, so that it need not be read again. */
  readonly saveStats: () => void;
  readonly warnings: readonly string[];
  /** What was taken over from other machines; null if nothing was requested. */
  readonly taken: TakenOver | null;
}

/** The same, if every unit was looked at. */
export interface WholeAssessment extends Assessment {
  readonly units: WholeObservation["units"];
  readonly scope: WholeScope;
}

/** Finds out which cached verdicts are valid and what is left to do. Runs no check and changes nothing in the repository. */
export async function assess(options: AssessOptions): Promise<Result<WholeAssessment>> {
  // If nothing is taken over, every unit is looked at.
  return (await find(options, false)) as Result<WholeAssessment>;
}

/** The same, but takes over units from the last run if none of their dependencies changed. */
export async function assessFromChange(options: AssessOptions): Promise<Result<Assessment>> {
  const found = await find(options, true);
  if (options.onCompared === undefined || !found.ok || found.value.carried.state === null) return found;
  const { onEvent: _, isRun: __, ...quiet } = options;
  const whole = await assess(quiet);
  if (whole.ok) {
    whole.value.store.close();
    // Only the second look sees what another run stores meanwhile.
    const { store, lastRunEdition } = found.value;
    if (store.lastRun.edition() === lastRunEdition) options.onCompared(compareWays(found.value, whole.value));
  }
  return found;
}

async function find(options: AssessOptions, isFromChange: boolean): Promise<Result<Assessment>> {
  const opened = await openRequest(options);
  if (!opened.ok) return opened;
  const prepared = await prepare(options, opened.value, isFromChange);
  const { request, stores, targets } = prepared;
  options.onEvent?.({ type: "looking", at: "dependencies" });
  const decide = (): Promise<Decided> => decideScope({ ...options, ...prepared, isFromChange });
  const first = await decide();
  const taken = options.isRun === true || options.pull === true ? await takeOver(first.scope, stores) : null;
  // Verdicts from other machines are judged like all stored ones.
  const decided = taken !== null && taken.verdicts > 0 ? await decide() : first;
  const guesses = describeGuesses(targets);
  // A run reports its warnings with its result.
  if (options.isRun !== true) for (const message of guesses) options.onEvent?.({ type: "warning", message });
  const { changes } = prepared.repository;
  return succeed({
    ...describe(prepared, decided, guesses),
    ...planFor(options, request, { ...decided, changes }),
    taken,
  });
}

/** What is known before the units are looked at. */
interface Prepared {
  readonly request: Request;
  readonly stores: Stores;
  readonly repository: Repository;
  readonly targets: Targets;
  readonly observe: Observe;
  readonly sampling: Sampling;
}

async function prepare(options: AssessOptions, opened: Request, isFromChange: boolean): Promise<Prepared> {
  const { isRun = false, onEvent } = options;
  const { root, incremental } = opened.config;
  const begun = beginSnapshot({ root, ...incremental }, options.takeScan?.(root));
  const stores = await openStores(opened, options);
  if (isRun && mayWrite(stores)) opened.keepConfiguration();
  const { store } = stores;
  const request = withChecks(opened, options, orderAsLearned(opened.config.checks, store));
  const { config, env, checks } = request;
  const repository = await lookAtRepository(request, store, { ...options, isFromChange, begun });
  const targets = createTargets({
    root,
    env: options.commandEnv ?? env,
    signal: options.signal,
    store,
    emit: (event) => onEvent?.(event),
  });
  const { index: stats } = repository.stats;
  const observe = createObserver({ config, store, checks, env, targets, stats, isRun });
  return { request, stores, repository, targets, observe, sampling: chooseSampling(options, request) };
}

function describe(
  { request, stores, repository, targets, observe, sampling }: Prepared,
  { observation, judgement, carried, scope }: Decided,
  guesses: readonly string[],
): Omit<Assessment, keyof BuiltPlan | "taken"> {
  const { config, selection } = request;
  const { shared } = stores;
  return {
    ...stores,
    ...repository,
    ...observation,
    config,
    judgement,
    carried,
    targetLists: targets.lists,
    selection,
    scope,
    sampling,
    observe: (seen) => observe(seen),
    saveStats: repository.stats.save,
    warnings: [
      ...config.warnings,
      ...(shared === null ? [] : "problem" in shared ? [shared.problem] : shared.notes),
      ...repository.snapshot.notes,
      ...listUnused(repository.against),
      ...guesses,
    ],
  };
}

function chooseSampling({ verifyCache = 0 }: AssessOptions, { config, env }: Request): Sampling {
  return resolveSampling(verifyCache === "configured" ? config.incremental.verifyCache : verifyCache, env);
}

function planFor(
  { only }: AssessOptions,
  { config, selection, paths }: Request,
  { scope, observation: { tree }, fullRun, changes }: Decided & Pick<Assessment, "changes">,
): BuiltPlan {
  const stands = [...scope.units.values()].some(
    (list) => (packedOf(list)?.length ?? 0) > 0 || madeOf(list).some(({ decision }) => decision === "stand"),
  );
  return buildPlan({
    checks: config.checks,
    selection,
    scope,
    files: tree.snapshot.files.keys(),
    paths,
    ...(only === undefined ? {} : { only }),
    mode: stands || (fullRun === null && changes.complete) ? "incremental" : "full",
    group: createGrouping({ scope, tree }),
  });
}

/** Null if verdicts are not shared, or if none is missing. */
async function takeOver({ units }: Scope, { shared, store }: Stores): Promise<TakenOver | null> {
  if (shared === null || "problem" in shared || shared.reads.length === 0) return null;
  const wanted = listWanted(units.values());
  return wanted.length === 0 ? null : pullShared(shared, store, wanted);
}

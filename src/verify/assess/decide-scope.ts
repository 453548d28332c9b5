import { computeScope } from "../../scope/compute-scope.ts";
import type { FullRun, Scope } from "../../scope/scope.ts";
import { type Carried, openKept, openKeptTree } from "../../shortcut/open-kept.ts";
import type { AssessOptions } from "./assess-options.ts";
import { decideFullRun, judgeChanges, type Judgement } from "../observe/judge-changes.ts";
import { buildOptions } from "../observe/observe-tree.ts";
import type { Observation, Observe } from "../observe/observe-units.ts";
import { createEvicted } from "../record/find-evicted.ts";
import { createDifferences } from "../record/fingerprint-parts.ts";
import { isSampled, type Sampling } from "../sampling.ts";
import type { Repository, Stores } from "./look-at-repository.ts";
import type { Request } from "./open-request.ts";

/** The units and what was decided about them. */
export interface Decided {
  readonly observation: Observation;
  readonly judgement: Judgement;
  readonly fullRun: FullRun | null;
  readonly carried: Carried;
  readonly scope: Scope;
}

export interface DecideOptions extends AssessOptions {
  readonly request: Request;
  readonly stores: Stores;
  readonly repository: Repository;
  readonly observe: Observe;
  readonly sampling: Sampling;
  readonly isFromChange: boolean;
}

/**
 * Decides which cached verdicts are valid: from the state of the last run as far as possible, otherwise by looking at
 * everything.
 */
export async function decideScope(options: DecideOptions): Promise<Decided> {
  const decided = await decideFrom(options, options.repository.left);
  if ((decided.carried.tree?.nodes.missing ?? 0) === 0) return decided;
  return decideFrom(options, { why: "what some files say is not known any more" });
}

async function decideFrom(options: DecideOptions, left: Repository["left"]): Promise<Decided> {
  const { judgement, fullRun, carried, ...observation } = await observeFrom(options, left);
  const { request, stores, repository, sampling } = options;
  const { store } = stores;
  const doubted = new Set(options.rerunFailed);
  options.onEvent?.({ type: "looking", at: "verdicts" });
  const scope = computeScope({
    checks: request.checks.map((check) =>
      doubted.has(check.name) ? { ...check, replayFailures: false } : check,
    ),
    units: observation.units,
    verdicts: store.verdicts,
    differences: createDifferences(observation.tree, store),
    renamed: repository.changes.renamed,
    earlierNames: repository.earlierNames,
    fullRun,
    evicted: createEvicted(store),
    now: Date.now(),
    isSampled: (verdict) => isSampled(verdict, sampling, Math.random()),
    isOfThisRun: ({ runId }) => options.parts?.has(runId) === true,
  });
  return { judgement, fullRun, carried, observation, scope };
}

async function observeFrom(
  options: DecideOptions,
  left: Repository["left"],
): Promise<Observation & Pick<Decided, "judgement" | "fullRun" | "carried">> {
  const { request, stores, repository, isFromChange, sampling, isWanted } = options;
  const { store, isKeeping } = stores;
  const { config } = request;
  const { snapshot, changes } = repository;
  return options.observe(snapshot, {
    open: async () =>
      "why" in left
        ? left
        : openKeptTree(store, { ...left, ...buildOptions(snapshot, config, store), config }),
    between: async (tree, kept) => {
      const judged = await judgeChanges({ changes, tree, config, store, now: Date.now() });
      const decision = decideFullRun(judged, { ...options, isKeeping });
      const isCarrying = isFromChange && decision.fullRun === null && sampling.share === 0;
      return { ...decision, ...openKept({ store, kept, config, isCarrying, isWanted }) };
    },
  });
}

import { firstExpiry } from "../scope/expiry.ts";
import { isDefault } from "../store/place.ts";
import { observeEnvironment, type SeenVariables } from "../system/observed/observed-environment.ts";
import { listNotedPaths, type NotedPaths, startNotingPaths } from "../system/observed/path-notes.ts";
import { describePath, isPathUnchanged } from "../system/observed/path-state.ts";
import { absolute } from "../system/own/own-place.ts";
import type { Assessment } from "../verify/assess.ts";
import { findInsisting } from "../verify/choose-tracer.ts";
import { isInSnapshot } from "../verify/observe/observe-tree.ts";
import { baselinePlaces } from "../verify/record/baselines.ts";
import { buildRunRecord } from "../verify/record/record-run.ts";
import type { LastRun } from "./answer-from-last-run.ts";
import { hashVariable, type Surroundings } from "./same-surroundings.ts";

/** After that, what is used is noted as used again. */
export const TWELVE_HOURS = 12 * 60 * 60 * 1000;
/** Reading more would take longer than it saves. */
const MAX_LENGTH = 32 * 1024 * 1024;

/** What was looked at while a repository was assessed. */
export interface Noted {
  readonly paths: readonly NotedPaths[];
  readonly variables: SeenVariables;
}

/** Does the work, and notes what is looked at meanwhile beside the tree that git knows. */
export async function noteMeanwhile<T>(
  env: NodeJS.ProcessEnv,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<{ readonly value: T; readonly noted: Noted }> {
  const notes = startNotingPaths();
  try {
    const observed = observeEnvironment(env);
    const value = await work(observed.env);
    return { value, noted: { paths: [notes.paths], variables: observed.seen } };
  } finally {
    notes.end();
  }
}

/** All that was looked at beside the tree; null where some of it shows something else already. */
export function listSurroundings(
  { tree, carried }: Pick<Assessment, "tree" | "carried">,
  noted: Noted,
): Pick<Surroundings, "paths" | "variables" | "node"> | null {
  const found = noted.paths.flatMap((each) =>
    listNotedPaths(each, (path) => isInSnapshot(path, tree.snapshot)),
  );
  // What was taken over from the last run depends on what that run has seen.
  const taken = carried.tree?.state.world.paths ?? [];
  const known = new Set(found.map(([aspect, path]) => `${aspect} ${path}`));
  const paths = [...found, ...taken.filter(([aspect, path]) => !known.has(`${aspect} ${path}`))];
  // What was looked at twice may have shown something else the second time.
  if (!paths.every(([aspect, path, state]) => isPathUnchanged(path, aspect, state))) return null;
  const variables = [...noted.variables].map(([name, value]) => [name, hashVariable(value)] as const);
  return { paths, variables, node: process.version };
}

/**
 * Keeps a run that has nothing to do, so that the same request in the same world is answered from it. A world
 * that cannot be told from another by what was noted is not kept. The mark that the store has then; null where it was not kept.
 */
export function keepLastRun(
  assessment: Assessment,
  world: Pick<Surroundings, "paths" | "variables" | "node">,
  { mark, ...run }: Pick<LastRun, "request" | "result"> & { readonly mark: string },
): string | null {
  const { config, plan, tree, isKeeping, store } = assessment;
  const { stamp } = tree.snapshot;
  const isIdle = plan.checks.every(({ decision }) => decision === "stand" || decision === "skip");
  // A tool that did not say which files it takes may say so next time.
  const isGuessed = [...assessment.targetLists.values()].some(({ type }) => type !== "listed");
  const isHere = isDefault(config.incremental.storagePath);
  if (!isKeeping || !isIdle || isGuessed || !isHere || plan.mode === "full" || run.result.stoppedBy !== null)
    return null;
  // Asked again, it would be tried again to fix what fails.
  if (config.recovery.enabled && !run.result.success) return null;
  if (stamp === undefined || stamp === null || store.warnings.length > 0) return null;
  const lastRun: LastRun = {
    ...run,
    ...world,
    mustWatch: findInsisting(assessment) !== null,
    record: buildRunRecord(assessment, run.result),
    reports: config.reports,
    stamp,
    paths: [
      ...world.paths,
      ...describeNow([...baselinePlaces(config, store).map(absolute), store.lastRun.markFile]),
    ],
    variables: [
      ...world.variables,
      ...GIT_VARIABLES.map((name) => [name, hashVariable(process.env[name])] as const),
    ],
    until: Math.min(Date.now() + TWELVE_HOURS, firstExpiry(assessment.scope.units, config.checks) - 1),
  };
  // What another run has found meanwhile may say otherwise.
  if (JSON.stringify(lastRun).length > MAX_LENGTH || store.lastRun.mark() !== mark) return null;
  return store.lastRun.keep(lastRun);
}

/** Where git finds its settings and attributes. */
const GIT_VARIABLES = ["HOME", "XDG_CONFIG_HOME"];

/** Of what may have been written a moment ago, by this run. */
function describeNow(paths: readonly (string | null)[]): LastRun["paths"] {
  return paths.flatMap((path) =>
    path === null ? [] : [["thing", path, describePath(path, "thing")] as const],
  );
}

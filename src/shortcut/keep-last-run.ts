import { firstExpiry } from "../scope/expiry.ts";
import { isDefault } from "../store/place.ts";
import { observeEnvironment, type SeenVariables } from "../system/observed/observed-environment.ts";
import { listNotedPaths, type NotedPaths, notePathsOf } from "../system/observed/path-notes.ts";
import { describePath, isPathUnchanged, NEVER } from "../system/observed/path-state.ts";
import { absolute } from "../system/own/own-place.ts";
import { madeOf, packedOf } from "../values/packed-list.ts";
import type { Assessment } from "../verify/assess.ts";
import { findInsisting } from "../verify/choose-tracer.ts";
import { isInSnapshot } from "../verify/observe/observe-tree.ts";
import { baselinePlaces } from "../verify/record/baselines.ts";
import { buildRunRecord } from "../verify/record/record-run.ts";
import type { LastRun } from "./answer-from-last-run.ts";
import { hashVariable, packWords, type Surroundings } from "./same-surroundings.ts";

/** After this time, used records are marked as used again. */
export const TWELVE_HOURS = 12 * 60 * 60 * 1000;
/** Reading more would take longer than it saves. */
const MAX_LENGTH = 32 * 1024 * 1024;

/** What was looked at during an assessment. */
export interface Noted {
  readonly paths: readonly NotedPaths[];
  readonly variables: SeenVariables;
}

/** Does the work, and notes everything outside the tree that it looks at. */
export async function noteMeanwhile<T>(
  env: NodeJS.ProcessEnv,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<{ readonly value: T; readonly noted: Noted }> {
  return notePathsOf(async (paths) => {
    const observed = observeEnvironment(env);
    const value = await work(observed.env);
    return { value, noted: { paths: [paths], variables: observed.seen } };
  });
}

/** Everything that was looked at and that a later run can compare. */
export type World = Pick<Surroundings, "paths" | "directories" | "listed" | "variables" | "node">;

/** Everything outside the tree that was looked at; null if some of it has already changed. */
export function listSurroundings(
  { tree, carried, namesBeside }: Pick<Assessment, "tree" | "carried" | "namesBeside">,
  noted: Noted,
): World | null {
  const found = noted.paths.flatMap((each) =>
    listNotedPaths(each, (path) => isInSnapshot(path, tree.snapshot)),
  );
  // State taken over from the last run depends on what that run looked at.
  const taken = carried.tree?.state.world.paths ?? [];
  // The tree covers its own names; of a listed directory, the other names are kept.
  const listed = new Set(carried.tree?.state.world.listed);
  const others = found.filter(([aspect, path, state]) => {
    const directory = aspect === "names" && state !== NEVER ? withinRoot(path, tree.snapshot.root) : null;
    if (directory === null || namesBeside?.hasListed(directory) !== true) return true;
    listed.add(directory);
    return false;
  });
  const directories = namesBeside?.look(listed) ?? null;
  if (directories === null) return null;
  const known = new Set(found.map(([aspect, path]) => `${aspect} ${path}`));
  const paths = [...others, ...taken.filter(([aspect, path]) => !known.has(`${aspect} ${path}`))];
  // A path that was looked at twice may have changed in between.
  if (!paths.every(([aspect, path, state]) => isPathUnchanged(path, aspect, state))) return null;
  const variables = [...noted.variables].map(([name, value]) => [name, hashVariable(value)] as const);
  return { paths, directories, listed: [...listed], variables, node: process.version };
}

/** A directory as a path below the root; null if it is elsewhere. */
function withinRoot(path: string, root: string): string | null {
  const directory = path.replace(/\/+$/, "");
  if (directory === root) return "";
  return directory.startsWith(`${root}/`) ? directory.slice(root.length + 1) : null;
}

/**
 * Keeps a run that has nothing to do, so that the same request in the same surroundings is answered from it.
 * Does not keep it if the notes are not enough to recognise these surroundings. Returns the edition of the store
 * at that time; null if the run was not kept.
 */
export function keepLastRun(
  assessment: Assessment,
  world: World,
  { edition, ...run }: Pick<LastRun, "request" | "result"> & { readonly edition: string },
): string | null {
  const { config, plan, tree, isKeeping, store } = assessment;
  const { stamp } = tree.snapshot;
  const isIdle = plan.checks.every(({ decision }) => decision === "stand" || decision === "skip");
  // A tool that did not list its files may do so next time.
  const isGuessed = [...assessment.targetLists.values()].some(
    (list) => list.type === "stopped" || (list.type === "failed" && list.isLasting !== true),
  );
  const isHere = isDefault(config.incremental.storagePath);
  if (!isKeeping || !isIdle || isGuessed || !isHere || plan.mode === "full" || run.result.stoppedBy !== null)
    return null;
  // The next run would try to fix the failures again.
  if (config.recovery.enabled && !run.result.success) return null;
  if (stamp === undefined || stamp === null || store.warnings.length > 0) return null;
  const lastRun: LastRun = {
    ...run,
    ...world,
    mustWatch: findInsisting(assessment) !== null,
    words: packWords(assessment.namesBeside?.words() ?? []),
    around: isOfOthers(assessment) ? { digest: store.surroundings, setAside: config.setAside } : null,
    record: buildRunRecord(assessment, run.result),
    reports: config.reports,
    stamp,
    paths: [
      ...world.paths,
      ...describeNow([...baselinePlaces(config, store).map(absolute), store.lastRun.editionFile]),
    ],
    variables: [
      ...world.variables,
      ...GIT_VARIABLES.map((name) => [name, hashVariable(process.env[name])] as const),
    ],
    until: Math.min(Date.now() + TWELVE_HOURS, firstExpiry(assessment.scope, config.checks) - 1),
  };
  // Another run may have found something different meanwhile.
  if (JSON.stringify(lastRun).length > MAX_LENGTH || store.lastRun.edition() !== edition) return null;
  return store.lastRun.keep(lastRun);
}

/** Whether a cached verdict comes from another checkout: it may be valid only while both have the same surroundings. */
function isOfOthers({ scope, store }: Assessment): boolean {
  const isElsewhere = (origin: string): boolean => origin !== store.origin;
  return [...scope.units.values()].some(
    (list) =>
      packedOf(list)?.origins.some(isElsewhere) === true ||
      madeOf(list).some((each) => each.decision === "stand" && isElsewhere(each.verdict.origin)),
  );
}

/** Where git finds its settings and attributes. */
const GIT_VARIABLES = ["HOME", "XDG_CONFIG_HOME"];

/** Describes paths that this run may have written just now. */
function describeNow(paths: readonly (string | null)[]): LastRun["paths"] {
  return paths.flatMap((path) =>
    path === null ? [] : [["thing", path, describePath(path, "thing")] as const],
  );
}

import { firstExpiry } from "../scope/expiry.ts";
import { isDefault } from "../store/place.ts";
import { noteLandscape } from "../system/observed/note-landscape.ts";
import { observeEnvironment, type SeenVariables } from "../system/observed/observed-environment.ts";
import { isStillSeen, see } from "../system/observed/sighting.ts";
import { listSightings, type Sightings, startWitness } from "../system/observed/witness.ts";
import { absolute } from "../system/own/own-place.ts";
import type { Assessment } from "../verify/assess.ts";
import { findInsisting } from "../verify/choose-tracer.ts";
import { isCovered } from "../verify/observe/observe-tree.ts";
import { baselinePlaces } from "../verify/record/baselines.ts";
import { buildRunRecord } from "../verify/record/record-run.ts";
import { findRepository, type StandingRun } from "./answer-from-last-run.ts";
import { hashVariable, type World } from "./same-surroundings.ts";

/** After that, what is used is noted as used again. */
export const TWELVE_HOURS = 12 * 60 * 60 * 1000;
/** Reading more would take longer than it saves. */
const MAX_LENGTH = 32 * 1024 * 1024;

/** What was looked at while a repository was assessed. */
export interface Testimony {
  readonly sightings: readonly Sightings[];
  readonly variables: SeenVariables;
}

export interface TestifyOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether what is noted is to be kept; otherwise little is noted. */
  readonly isKept: boolean;
}

/** Does the work, and notes what is looked at meanwhile beside the tree that git knows. */
export async function testify<T>(
  { cwd, env, isKept }: TestifyOptions,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<{ readonly value: T; readonly testimony: Testimony }> {
  const witness = startWitness();
  try {
    const root = isKept ? findRepository(cwd) : null;
    if (root !== null) noteLandscape(root);
    const observed = observeEnvironment(env);
    const value = await work(observed.env);
    return { value, testimony: { sightings: [witness.sightings], variables: observed.seen } };
  } finally {
    witness.end();
  }
}

/** All that was looked at beside the tree; null where some of it shows something else already. */
export function describeWorld(
  { tree, carried }: Pick<Assessment, "tree" | "carried">,
  testimony: Testimony,
): Pick<World, "sightings" | "variables" | "node"> | null {
  const found = testimony.sightings.flatMap((each) =>
    listSightings(each, (path) => isCovered(path, tree.snapshot)),
  );
  // What was taken over from the last run depends on what that run has seen.
  const taken = carried.state?.world.sightings ?? [];
  const known = new Set(found.map(([look, path]) => `${look} ${path}`));
  const sightings = [...found, ...taken.filter(([look, path]) => !known.has(`${look} ${path}`))];
  // What was looked at twice may have shown something else the second time.
  if (!sightings.every(([look, path, sighting]) => isStillSeen(path, look, sighting))) return null;
  const variables = [...testimony.variables].map(([name, value]) => [name, hashVariable(value)] as const);
  return { sightings, variables, node: process.version };
}

/**
 * Keeps a run that has nothing to do, so that the same request in the same world is answered from it. A world
 * that cannot be told from another by what was noted is not kept. The mark that the store has then; null where it was not kept.
 */
export function keepStandingRun(
  assessment: Assessment,
  world: Pick<World, "sightings" | "variables" | "node">,
  { mark, ...run }: Pick<StandingRun, "request" | "result"> & { readonly mark: string },
): string | null {
  const { config, plan, tree, isKeeping, store } = assessment;
  const { seal } = tree.snapshot;
  const isIdle = plan.checks.every(({ decision }) => decision === "stand" || decision === "skip");
  // A tool that did not say which files it takes may say so next time.
  const isGuessed = [...assessment.targetLists.values()].some(({ type }) => type !== "listed");
  const isHere = isDefault(config.incremental.storagePath);
  if (!isKeeping || !isIdle || isGuessed || !isHere || plan.mode === "full" || run.result.stoppedBy !== null)
    return null;
  // Asked again, it would be tried again to mend what fails.
  if (config.recovery.enabled && !run.result.success) return null;
  if (seal === undefined || seal === null || store.warnings.length > 0) return null;
  const standing: StandingRun = {
    ...run,
    ...world,
    mustWatch: findInsisting(assessment) !== null,
    record: buildRunRecord(assessment, run.result),
    reports: config.reports,
    seal,
    sightings: [
      ...world.sightings,
      ...sightingsNow([...baselinePlaces(config, store).map(absolute), store.standing.markFile]),
    ],
    variables: [
      ...world.variables,
      ...GIT_VARIABLES.map((name) => [name, hashVariable(process.env[name])] as const),
    ],
    until: Math.min(Date.now() + TWELVE_HOURS, firstExpiry(assessment.scope.units, config.checks) - 1),
  };
  // What another run has found meanwhile may say otherwise.
  if (JSON.stringify(standing).length > MAX_LENGTH || store.standing.mark() !== mark) return null;
  return store.standing.keep(standing);
}

/** Where git finds its settings and attributes. */
const GIT_VARIABLES = ["HOME", "XDG_CONFIG_HOME"];

/** Of what may have been written a moment ago, by this run. */
function sightingsNow(paths: readonly (string | null)[]): StandingRun["sightings"] {
  return paths.flatMap((path) => (path === null ? [] : [["thing", path, see(path, "thing")] as const]));
}

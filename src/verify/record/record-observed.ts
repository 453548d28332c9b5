import { createClosures } from "../../graph/closure/closure.ts";
import { matchGlobs } from "../../paths/glob.ts";
import type { State } from "../../run/doubt/watch-tree.ts";
import type { Merge } from "../../run/store-attempt.ts";
import type { StoredVerdict } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { type NotedPaths, notePathsOf } from "../../system/observed/path-notes.ts";
import { mergeSets, wasOfOthers } from "../../trace/merge-sets.ts";
import { createRunObserver, type RunObserver } from "../../trace/run-observer.ts";
import { findLandmarks, findTraceWorld } from "../../trace/trace-world.ts";
import { createEvaluateSet } from "../../units/inputs/evaluate-set.ts";
import { diffManifests, type ManifestNode } from "../../units/packages/manifest.ts";
import type { Tree } from "../../units/tree.ts";
import type { Unit } from "../../units/unit.ts";
import { memoize } from "../../values/memo.ts";
import {
  FIELDS,
  type NamedPathSet,
  OBSERVED,
  type PathSetId,
  type WeakKey,
} from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { PathChange, Target } from "../../vocabulary/verdict/unit.ts";
import type { Assessment } from "../assess.ts";
import { madeBefore } from "./learned.ts";
import { createKnownToFollow } from "../group-commands.ts";

/** Watches the commands of an assessment. */
export async function observeRun(assessment: Assessment, env: NodeJS.ProcessEnv): Promise<RunObserver> {
  const { config, plan } = assessment;
  const singles = plan.checks.map((planned) => {
    const commands = "commands" in planned ? planned.commands : [];
    return [planned.check, commands.filter(({ files }) => files.length === 1).length] as const;
  });
  return createRunObserver({
    world: await findTraceWorld(config.root, env, config.incremental.storagePath),
    checks: config.checks,
    made: madeBefore(assessment.store, config.checks),
    knownToFollow: createKnownToFollow(assessment),
    closuresOf: memoize(({ graph, isRead }: Tree) => ({
      program: createClosures(graph, isRead, "program"),
      types: createClosures(graph, isRead, "types"),
    })),
    singles: new Map(singles),
  });
}

/** Merges what was observed now with the stored path sets of the same weak keys. */
export function createMerge({ verdicts, pathSets, nodes }: Store): Merge {
  return async (check, units, { state, isShared }) => {
    const observed = units.filter(({ pathSet }) => pathSet.set.kind === "observed");
    const ids = verdicts.pathSetsOf(observed.map(({ weakKey }) => weakKey));
    const sets = pathSets.getMany([...new Set([...ids.values()].flat())]);
    const latest = ids.size === 0 ? new Map() : verdicts.latestMany(check.name, targetsOf(observed));
    const nodeOf = (hash: string): ManifestNode | undefined =>
      state.tree.manifests.get(hash) ?? (nodes.get(hash) as ManifestNode | undefined);
    const merged = new Map<Target, Unit>(units.map((unit) => [unit.target, unit]));
    const setsThatStay = new Map<WeakKey, ReadonlySet<PathSetId>>();
    for (const unit of observed) {
      const last = latest.get(unit.target);
      const known = (ids.get(unit.weakKey) ?? []).flatMap((id) => {
        const set = sets.get(id);
        return set === undefined ? [] : [{ id, set }];
      });
      // A command over one file or the whole project reads nothing on behalf of other targets.
      const before = isShared ? known.find(({ id }) => id === last?.pathSet) : undefined;
      const isWider =
        before !== undefined &&
        last?.weakKey === unit.weakKey &&
        haveSameParts(last.components, unit) &&
        wasOfOthers(await changesOf(before, last, { unit, state, nodeOf }), unit.pathSet);
      const { set, stay } = mergeSets(unit.pathSet, { known, isWider: (each) => isWider && each === before });
      setsThatStay.set(unit.weakKey, stay);
      if (set.id !== unit.pathSet.id) merged.set(unit.target, await state.knownBy(unit, set));
    }
    return { units: merged, setsThatStay };
  };
}

/**
 * Looks at everything that this run's verdicts were seen to depend on, as the next run would, and notes it.
 * Null if something has already changed.
 */
export async function lookAtKept(
  { tree, store, config }: Pick<Assessment, "tree" | "store" | "config">,
  kept: ReadonlyMap<Fingerprint, StoredVerdict>,
  env: NodeJS.ProcessEnv,
): Promise<NotedPaths | null> {
  return notePathsOf(async (paths) => {
    const isOutput = matchGlobs(config.checks.flatMap(({ outputs }) => outputs));
    const evaluate = createEvaluateSet({ ...findLandmarks(config.root, env), env, tree, isOutput });
    const observed = [...kept.values()].filter(({ components }) => OBSERVED in components);
    const sets = store.pathSets.getMany([...new Set(observed.map(({ pathSet }) => pathSet))]);
    for (const { pathSet: id, components } of observed) {
      const set = sets.get(id);
      if (set === undefined || (await evaluate({ id, set })) !== components[OBSERVED]) return null;
    }
    return paths;
  });
}

/** What has changed in a path set since a verdict was stored under it. */
async function changesOf(
  set: NamedPathSet,
  last: StoredVerdict,
  { unit, state, nodeOf }: { unit: Unit; state: State; nodeOf: (hash: string) => ManifestNode | undefined },
): Promise<readonly PathChange[] | null> {
  const now = (await state.knownBy(unit, set)).components[OBSERVED] ?? "";
  return diffManifests({ before: last.components[OBSERVED] ?? "", after: now }, nodeOf, MOST_CHANGES);
}

/** More changes than this cannot be a file that another target of the batch read. */
const MOST_CHANGES = 1000;

/** Whether every component except the observed reads is unchanged. */
function haveSameParts(before: StoredVerdict["components"], { components, pathSet }: Unit): boolean {
  return [...pathSet.set.parts, FIELDS].every((part) => before[part] === components[part]);
}

function targetsOf(units: readonly Unit[]): readonly Target[] {
  return units.map(({ target }) => target);
}

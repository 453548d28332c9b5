import { keyOf, undoSteps } from "../phases/undo-steps.ts";
import { type CommitStep, type FileStep, type Head, listBetween, readSteps } from "./commit-graph.ts";
import type { Since } from "./since.ts";

/** With more commits, their changes take too much memory. */
const MOST_COMMITS = 20_000;

type Parents = ReadonlyMap<string, readonly string[]>;

/**
 * What happened between each of the commits and HEAD, from the changes of every commit in between. Null if these cannot
 * be read. Leaves out a commit that HEAD does not descend from.
 */
export async function walkHistory(
  root: string,
  head: Head,
  commits: readonly string[],
): Promise<ReadonlyMap<string, Since> | null> {
  const parents = await listBetween(root, head.commit, commits);
  if (parents === null || parents.size > MOST_COMMITS) return null;
  const current = ancestorsOf(head.commit, parents);
  const ways = waysDown(commits, childrenOf(head.commit, parents));
  const steps = stepsNeeded(current, { parents, ways });
  const read = await readSteps(root, steps);
  if (read === null) return null;
  const files = new Map(steps.map((step, at) => [keyOf(step), read[at] ?? []]));
  const touching = indexTouched(steps, { files, parents });
  const changed = undoSteps(head.commit, { wanted: new Set(commits), ways, files });
  const since = new Map<string, Since>();
  for (const [commit, paths] of changed) {
    const ancestors = ancestorsOf(commit, parents);
    const countTouching = async (asked: readonly string[]): Promise<number> => {
      const found = new Set(asked.flatMap((path) => touching.get(path) ?? []));
      return [...found].filter((each) => !ancestors.has(each)).length;
    };
    const commitsBehind = [...current].filter((each) => !ancestors.has(each)).length;
    since.set(commit, { commitsBehind, changed: paths, countTouching });
  }
  return since;
}

/** It and all its ancestors, among the listed ones. */
function ancestorsOf(commit: string, parents: Parents): ReadonlySet<string> {
  const found = new Set(parents.has(commit) ? [commit] : []);
  for (const each of found)
    for (const parent of parents.get(each) ?? []) if (parents.has(parent)) found.add(parent);
  return found;
}

/** For each ancestor of HEAD: the next commit on a shortest path to HEAD. */
function childrenOf(head: string, parents: Parents): ReadonlyMap<string, string | null> {
  const children = new Map<string, string | null>([[head, null]]);
  for (const commit of children.keys())
    for (const parent of parents.get(commit) ?? []) if (!children.has(parent)) children.set(parent, commit);
  return children;
}

/** From HEAD to each of the commits: the next commits on the way, for each. */
function waysDown(
  commits: readonly string[],
  children: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const commit of commits) {
    for (let at = commit; !seen.has(at);) {
      seen.add(at);
      const child = children.get(at) ?? null;
      if (child === null) break;
      ways.set(child, [...(ways.get(child) ?? []), at]);
      at = child;
    }
  }
  return ways;
}

/** Every commit that is not a merge, because they are counted, and the steps on the paths. */
function stepsNeeded(
  commits: ReadonlySet<string>,
  { parents, ways }: { readonly parents: Parents; readonly ways: Parents },
): readonly CommitStep[] {
  const steps = new Map<string, CommitStep>();
  const add = (step: CommitStep): void => void steps.set(keyOf(step), step);
  for (const commit of commits) {
    const [parent = null, ...others] = parents.get(commit) ?? [];
    if (others.length === 0) add({ commit, parent });
  }
  for (const [commit, next] of ways) for (const parent of next) add({ commit, parent });
  return [...steps.values()];
}

/** Which commits change a file, without merges. */
function indexTouched(
  steps: readonly CommitStep[],
  { files, parents }: { readonly files: ReadonlyMap<string, readonly FileStep[]>; readonly parents: Parents },
): ReadonlyMap<string, readonly string[]> {
  const touching = new Map<string, string[]>();
  for (const step of steps) {
    if ((parents.get(step.commit)?.length ?? 0) > 1) continue;
    for (const { path } of files.get(keyOf(step)) ?? []) {
      const commits = touching.get(path);
      if (commits === undefined) touching.set(path, [step.commit]);
      else commits.push(step.commit);
    }
  }
  return touching;
}

import { changedSince, countCommits, type Head } from "./commit-graph.ts";
import type { Since } from "./since.ts";
import { walkHistory } from "./walk-history.ts";

/** Up to this many, asking git about each is faster than reading what every commit did. */
const FEW = 3;

/** Compares HEAD with each of the commits. For many of them, the history in between is read once. */
export async function commitsSince(
  root: string,
  head: Head,
  commits: readonly string[],
): Promise<ReadonlyMap<string, Since>> {
  const walked = commits.length <= FEW ? null : await walkHistory(root, head, commits);
  const all = commits.map(
    async (commit) => [commit, walked?.get(commit) ?? (await ask(root, commit, head))] as const,
  );
  return new Map(await Promise.all(all));
}

async function ask(root: string, commit: string, { commit: at }: Head): Promise<Since> {
  const [commitsBehind, changed] = await Promise.all([
    countCommits(root, commit, { at }),
    changedSince(root, commit, at),
  ]);
  return {
    commitsBehind,
    changed: changed === null ? null : new Set(changed),
    countTouching: (paths) => countCommits(root, commit, { paths, at }),
  };
}

import { changedSince, countCommits, type Head } from "./history.ts";
import { walkHistory } from "./walk-history.ts";

/** What happened between a commit and HEAD. */
export interface Since {
  /** How many commits HEAD has that it has not; null where git cannot tell. */
  readonly commitsBehind: number | null;
  /** Files that differ, deleted ones included; null where git cannot tell. */
  readonly changed: ReadonlySet<string> | null;
  /** How many of the commits touch one of these files, merges aside. */
  readonly countTouching: (paths: readonly string[]) => Promise<number | null>;
}

/** Up to as many, asking git about each takes less than reading what every commit did. */
const FEW = 3;

/** Compares HEAD with each of the commits: for many of them, what happened in between is read once. */
export async function commitsSince(
  root: string,
  head: Head,
  commits: readonly string[],
): Promise<ReadonlyMap<string, Since>> {
  const walked = commits.length <= FEW ? null : await walkHistory(root, head, commits);
  const all = commits.map(
    async (commit) => [commit, walked?.get(commit) ?? (await ask(root, commit))] as const,
  );
  return new Map(await Promise.all(all));
}

async function ask(root: string, commit: string): Promise<Since> {
  const [commitsBehind, changed] = await Promise.all([
    countCommits(root, commit),
    changedSince(root, commit),
  ]);
  return {
    commitsBehind,
    changed: changed === null ? null : new Set(changed),
    countTouching: (paths) => countCommits(root, commit, paths),
  };
}

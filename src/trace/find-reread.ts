import { leastOf } from "../values/least.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** When a target was first and last opened (later is greater), and how often. */
export interface Opened {
  readonly first: number;
  readonly last: number;
  readonly times: number;
}

/** With the processes that opened it. */
export interface OpenedBy extends Opened {
  readonly by: ReadonlySet<number>;
}

/**
 * Finds targets that were opened more often than others. A process that opens only one target may open it as often as
 * it likes: a runner with one process per test shows the line that failed.
 */
export function findReread(opened: ReadonlyMap<RepoPath, OpenedBy>, tries: number): ReadonlySet<RepoPath> {
  const targets = new Map<number, number>();
  for (const { by } of opened.values())
    for (const each of by) targets.set(each, (targets.get(each) ?? 0) + 1);
  const fewest = leastOf([...opened.values()].map(({ times }) => times));
  return new Set(
    [...opened].flatMap(([path, { times, by }]) => {
      const isAlone = by.size <= tries && [...by].every((each) => targets.get(each) === 1);
      return times > fewest && !isAlone ? [path] : [];
    }),
  );
}

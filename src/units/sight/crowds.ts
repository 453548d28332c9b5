import { posix } from "node:path";
import { matchGlobs } from "../../paths/glob.ts";
import { memoize } from "../../values/memo.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { TargetList } from "../../vocabulary/check/target-list.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Unknown } from "../tree.ts";

/**
 * Why a target has no verdict of its own. A linter's parser can take a limited number of files that belong to no program of a
 * compiler, and fails on those beyond, whichever come last. Then only a command over all of them tells what it says.
 */
export function findCrowded(
  { cwd, batch }: Check,
  list: TargetList | null,
  isTarget: (path: RepoPath) => boolean,
): (path: RepoPath) => Unknown {
  if (list?.type !== "listed") return () => null;
  const matcherOf = memoize((globs: readonly string[]) =>
    matchGlobs(globs.map((glob) => posix.join(cwd, glob))),
  );
  const inRoom = new Set<RepoPath>();
  let most = Infinity;
  for (const [path, sets] of list.rules)
    for (const { room } of sets) {
      if (room === null || !isTarget(path) || !matcherOf(room.globs)(path)) continue;
      most = Math.min(most, room.most);
      inRoom.add(path);
    }
  const together = Math.min(inRoom.size, batch ?? Infinity);
  if (together <= most) return () => null;
  const why = `it is one of ${together} files that allowDefaultProject accepts, and ${most} are allowed together`;
  return (path) => (inRoom.has(path) ? why : null);
}

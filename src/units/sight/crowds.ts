import { posix } from "node:path";
import { matchGlobs } from "../../paths/glob.ts";
import { memoize } from "../../values/memo.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { TargetList } from "../../vocabulary/check/target-list.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Unknown } from "../tree.ts";

/** Limits of what all files of a command have together. */
const LIMIT =
  /^--(?:max-warnings|mw|check-coverage|test-coverage-(?:lines|branches|functions)|coverage\.thresholds?\..*|coverageThreshold)$/;

/** A limit among the words of a command. Where no warning is allowed, each file tells by itself. */
function findSum(lines: readonly string[]): string | null {
  const words = lines.flatMap((line) => line.split(/\s+/));
  for (const [index, word] of words.entries()) {
    const [name = "", value = words[index + 1] ?? ""] = word.split("=", 2);
    if (!LIMIT.test(name)) continue;
    const isCount = /^--(?:max-warnings|mw)$/.test(name);
    if (isCount && !(Number(value) > 0)) continue;
    return isCount ? `${name} ${value}` : name;
  }
  return null;
}

/**
 * Why a target has no verdict of its own. A command can have a limit for all its files together, and a linter's parser can
 * take a limited number of files that belong to no program of a compiler, and fails on those beyond, whichever come last.
 * Then only a command over all of them tells what it says.
 */
export function findCrowded(
  { cwd, batch }: Check,
  { words, list }: { readonly words: readonly string[]; readonly list: TargetList | null },
  isTarget: (path: RepoPath) => boolean,
): (path: RepoPath) => Unknown {
  const sum = findSum(words);
  if (sum !== null) return () => `${sum} counts over all files`;
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

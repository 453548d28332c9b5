import type { Step } from "./steps.ts";

/**
 * Makes a failing sequence smaller: leaves out ever smaller parts of it, then makes runs plain, as long as it still
 * fails. Tries no more often than it is allowed to.
 */
export async function shrink(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
  tries: number,
): Promise<readonly Step[]> {
  let smallest = steps;
  let left = tries;
  const attempt = async (candidate: readonly Step[]): Promise<boolean> => {
    left -= 1;
    if (left < 0 || !(await fails(candidate))) return false;
    smallest = candidate;
    return true;
  };
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length; ) {
      const isLeftOut = await attempt([...smallest.slice(0, at), ...smallest.slice(at + size)]);
      if (!isLeftOut) at += size;
    }
  }
  for (const [index, { operation, run }] of smallest.entries()) {
    if (run.how === "command") continue;
    await attempt(smallest.with(index, { operation, run: { how: "command" } }));
  }
  return smallest;
}

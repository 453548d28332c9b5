import type { Sequence, Step } from "./steps.ts";

/**
 * Makes a failing sequence smaller: leaves out ever smaller parts of it, makes runs plain, and leaves out checks, as
 * long as it still fails. Tries no more often than it is allowed to.
 */
export async function shrink(
  sequence: Sequence,
  fails: (sequence: Sequence) => Promise<boolean>,
  tries: number,
): Promise<Sequence> {
  let smallest = sequence;
  let left = tries;
  const attempt = async (change: Partial<Sequence>): Promise<boolean> => {
    left -= 1;
    const candidate = { ...smallest, ...change };
    // What is left may be no sequence at all, such as a check without the one that it depends on.
    if (left < 0 || !(await fails(candidate).catch(() => false))) return false;
    smallest = candidate;
    return true;
  };
  for (const size of halves(sequence.steps.length)) {
    for (let at = 0; at < smallest.steps.length;) {
      const steps = [...smallest.steps.slice(0, at), ...smallest.steps.slice(at + size)];
      if (!(await attempt({ steps }))) at += size;
    }
  }
  // Without any check, others would be found by themselves.
  for (const check of sequence.checks)
    if (smallest.checks.length > 1)
      await attempt({ checks: smallest.checks.filter((name) => name !== check) });
  for (const [index, { operation, run }] of smallest.steps.entries()) {
    const plain: Step = { operation, run: { how: "command" } };
    if (run.how !== "command") await attempt({ steps: smallest.steps.with(index, plain) });
  }
  return smallest;
}

/** Half of a length, half of that, and so on to 1. */
function halves(length: number): readonly number[] {
  const half = Math.ceil(length / 2);
  return half <= 1 ? [1] : [half, ...halves(half)];
}

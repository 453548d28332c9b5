import type { ExecutedBatch, Execution } from "../store/records/records.ts";
import { groupBy } from "../values/group-by.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";

/** One unit, or the files of one command together, that passed and failed with the same fingerprint. */
export interface FlakyUnit {
  readonly check: string;
  /** Empty for the whole project, and for a batch. */
  readonly target: Target;
  readonly batch?: ExecutedBatch;
  readonly fingerprint: Fingerprint;
  readonly passed: number;
  readonly failed: number;
  /** The evidence, newest first. */
  readonly executions: readonly Execution[];
}

/**
 * Units whose inputs do not decide their verdict: the same fingerprint was really executed more than once, and gave
 * both verdicts. Ordered by the latest evidence.
 */
export function findFlaky(executions: readonly Execution[]): readonly FlakyUnit[] {
  const byUnit = groupBy(executions, ({ fingerprint, check, target }) =>
    JSON.stringify([fingerprint, check, target]),
  );
  return [...byUnit.values()].flatMap((evidence) => {
    const [first] = evidence;
    const failed = evidence.filter(({ status }) => status === "failed").length;
    const passed = evidence.length - failed;
    if (first === undefined || failed === 0 || passed === 0) return [];
    const { check, target, fingerprint, batch } = first;
    const unit = { check, target, fingerprint, ...(batch === undefined ? {} : { batch }) };
    return [{ ...unit, passed, failed, executions: evidence }];
  });
}

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
  /** All its executions with this fingerprint, newest first. */
  readonly executions: readonly Execution[];
}

/**
 * Units whose inputs do not decide their verdict: the same fingerprint was really executed more than once, and gave
 * both verdicts. Ordered by the latest execution.
 */
export function findFlaky(executions: readonly Execution[]): readonly FlakyUnit[] {
  const byUnit = groupBy(executions, ({ fingerprint, check, target }) =>
    JSON.stringify([fingerprint, check, target]),
  );
  return [...byUnit.values()].flatMap((own) => {
    const [first] = own;
    const failed = own.filter(({ status }) => status === "failed").length;
    const passed = own.length - failed;
    if (first === undefined || failed === 0 || passed === 0) return [];
    const { check, target, fingerprint, batch } = first;
    const unit = { check, target, fingerprint, ...(batch === undefined ? {} : { batch }) };
    return [{ ...unit, passed, failed, executions: own }];
  });
}

import { categoriesOf } from "../checks/finding-categories.ts";
import { findingId } from "../checks/finding-id.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";
import type { FileFault } from "./answer.ts";

/**
 * The faults of one file as findings of a check. Their ids do not depend on their position in the file; equal ones
 * share one id until all findings of the check are merged.
 */
export function faultsToFindings(
  check: Pick<Check, "name" | "category" | "type">,
  file: RepoPath,
  faults: readonly FileFault[],
): readonly Finding[] {
  return faults.map(({ names, ...fault }) => {
    const id = findingId({ check: check.name, file, code: fault.code, message: "", source: names });
    return { id, check: check.name, ...categoriesOf(check), severity: "error", file, ...fault };
  });
}

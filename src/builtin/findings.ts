import type { Check } from "../vocabulary/check.ts";
import type { Finding } from "../vocabulary/finding.ts";
import { describeFinding, findingId } from "../vocabulary/finding-id.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Fault } from "./answer.ts";

/** The faults of one file as findings of a check. Their ids do not depend on where in the file they are. */
export function toFindings(
  check: Pick<Check, "name" | "category">,
  file: RepoPath,
  faults: readonly Fault[],
): readonly Finding[] {
  const counts = new Map<string, number>();
  return faults.map(({ names, ...fault }) => {
    const identity = { check: check.name, file, code: fault.code, message: "", source: names };
    const key = describeFinding(identity);
    const occurrence = counts.get(key) ?? 0;
    counts.set(key, occurrence + 1);
    const id = findingId(identity, occurrence);
    return { id, check: check.name, category: check.category, severity: "error", file, ...fault };
  });
}

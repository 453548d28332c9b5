import { createHash } from "node:crypto";
import type { Check } from "../vocabulary/check.ts";
import type { Finding } from "../vocabulary/finding.ts";
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
    const identity = `${fault.code}\0${names}`;
    const nth = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, nth);
    const id = createHash("sha256")
      .update(`${check.name}\0${file}\0${identity}\0${nth}`)
      .digest("hex")
      .slice(0, 16);
    return { id, check: check.name, category: check.category, severity: "error", file, ...fault };
  });
}

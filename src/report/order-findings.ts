import type { ReportedFinding } from "../vocabulary/finding.ts";
import type { VerificationResult } from "../vocabulary/verification-result.ts";

const GRAVITY = { error: 0, warning: 1, info: 2 } as const;

/** What a reader should see first: what is new, what is in a file that changed, what is graver. */
export function orderFindings({
  findings,
  changes,
}: Pick<VerificationResult, "findings" | "changes">): readonly ReportedFinding[] {
  const changed = new Set([
    ...changes.addedFiles,
    ...changes.changedFiles.map(({ path }) => path),
    ...changes.renamedFiles.map(({ currentPath }) => currentPath),
  ]);
  const rank = ({ state, file, severity }: ReportedFinding): number =>
    (state === "new" ? 0 : 8) + (file !== undefined && changed.has(file) ? 0 : 4) + GRAVITY[severity];
  return findings
    .map((finding) => ({ finding, rank: rank(finding) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ finding }) => finding);
}

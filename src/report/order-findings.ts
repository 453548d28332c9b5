import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import { GRAVITY, type ReportedFinding } from "../vocabulary/verdict/finding.ts";

/** The files that changed since the baseline. */
export function listChanged({ changes }: Pick<VerificationResult, "changes">): ReadonlySet<string> {
  return new Set([
    ...changes.addedFiles,
    ...changes.changedFiles.map(({ path }) => path),
    ...changes.renamedFiles.map(({ currentPath }) => currentPath),
  ]);
}

/** Orders findings by what a reader should see first: new ones, ones in changed files, more severe ones. */
export function orderFindings({
  findings,
  changes,
}: Pick<VerificationResult, "findings" | "changes">): readonly ReportedFinding[] {
  const changed = listChanged({ changes });
  const rank = ({ state, file, severity }: ReportedFinding): number =>
    (state === "new" ? 0 : 8) + (file !== undefined && changed.has(file) ? 0 : 4) + GRAVITY[severity];
  return findings
    .map((finding) => ({ finding, rank: rank(finding) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ finding }) => finding);
}

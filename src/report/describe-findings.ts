import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import { plural } from "./format.ts";

/** How many findings are new, old and fixed, in one line; empty if there is nothing to compare. */
export function describeFindings(result: VerificationResult): string {
  const { findings, fixedFindings, findingsBaseline } = result;
  if (findingsBaseline === null || findings.length + fixedFindings.length === 0) return "";
  const count = (state: "new" | "old"): number =>
    findings.filter((finding) => finding.state === state).length;
  return `${plural(findings.length, "finding")}: ${count("new")} new, ${count("old")} old; ${fixedFindings.length} fixed`;
}

/** The verdict in a few words. */
export function describeVerdict({
  success,
  stoppedBy,
  failed,
  passed,
  tolerated,
}: VerificationResult): string {
  if (stoppedBy !== null) return STOPS[stoppedBy];
  if (passed + failed === 0) return "Nothing was verified";
  if (!success) return `${plural(failed - tolerated.length, "check")} failed`;
  return tolerated.length > 0 ? "Nothing new failed" : "Everything passed";
}

const STOPS = {
  "fail-fast": "Stopped at the first failure",
  "overall-timeout": "Out of time",
  interrupted: "Interrupted",
  superseded: "Replaced by a newer run",
} as const;

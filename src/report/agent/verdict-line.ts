import { listFailed } from "../../checks/list-failed.ts";
import { groupBy } from "../../values/group-by.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { describeVerdict } from "../describe-findings.ts";
import { formatDuration, plural } from "../format.ts";
import { plainLine } from "../print/plain.ts";
import type { Cause } from "./find-causes.ts";

/** The first word of a report, which an agent acts on. */
export type VerdictWord = "PASSED" | "FAILED" | "INTERRUPTED" | "NOT VERIFIED";

export function chooseWord(result: VerificationResult): VerdictWord {
  if (result.success) return "PASSED";
  if (result.stoppedBy === "interrupted") return "INTERRUPTED";
  const isOpen = result.failed === result.tolerated.length && result.stoppedBy !== "overall-timeout";
  return isOpen ? "NOT VERIFIED" : "FAILED";
}

/** The verdict in one line, from the longest form to the shortest. */
export function describeVerdictLine(result: VerificationResult, causes: readonly Cause[]): readonly string[] {
  const word = chooseWord(result);
  const failed = listFailed(result);
  const stop = result.stoppedBy === null ? "" : ` ${describeVerdict(result)}.`;
  const run = ` Run ${plainLine(result.runId, 60)}`;
  const forms = [12, 4, 0].map((names) => {
    const counts = [
      ...(failed.length === 0 ? [] : [`${plural(failed.length, "check")} failed${listNames(failed, names)}`]),
      ...(result.tolerated.length === 0
        ? []
        : [`${plural(result.tolerated.length, "check")} with nothing new`]),
      countPassed(result, failed.length > 0),
      ...(failed.length === 0 ? [] : [`${result.skipped} not run`]),
    ];
    const summary = result.passed + result.failed === 0 ? "no check has a verdict" : counts.join(", ");
    return `${word}: ${summary}.${stop}${countFindings(result, causes)}${run}, ${formatDuration(result.duration)}.`;
  });
  return [...forms, `${word}.${stop}${run}.`];
}

/** Checks without a verdict, and why, from the longest form to the shortest; empty if there are none. */
export function describeSkipped({ results }: VerificationResult): readonly string[] {
  const skipped = results.filter(({ status }) => status === "skipped");
  if (skipped.length === 0) return [];
  const groups = groupBy(skipped, ({ why }) => plainLine(why ?? "skipped", 80));
  const forms = [12, 3].map((names) => {
    const parts = [...groups].map(([why, list]) =>
      list[0]?.skippedReason === "filtered"
        ? `${list.length} not selected`
        : `${joinNames(list, names)} (${why})`,
    );
    return `Not run: ${parts.join("; ")}.`;
  });
  return [...forms, `Not run: ${plural(skipped.length, "check")}.`];
}

function countPassed({ results, passed }: VerificationResult, isShort: boolean): string {
  const stands = results.filter(({ status, cached }) => status === "passed" && cached).length;
  const noun = isShort ? `${passed} passed` : `${plural(passed, "check")} passed`;
  return passed === 0 ? noun : `${noun} (${passed - stands} ran, ${stands} cached)`;
}

function countFindings(result: VerificationResult, causes: readonly Cause[]): string {
  const { findingsBaseline, fixedFindings } = result;
  // If something failed, findings that made nothing fail are counted separately.
  const findings = causes.length > 0 ? causes.flatMap((cause) => cause.findings) : result.findings;
  if (findings.length === 0) return "";
  const fresh = findings.filter(({ state }) => state === "new").length;
  const fixed = fixedFindings.length > 0 ? `, ${fixedFindings.length} fixed` : "";
  const compared = findingsBaseline === null ? "" : ` (${fresh} new${fixed})`;
  const grouped = causes.length > 0 ? ` in ${plural(causes.length, "cause")}` : "";
  return ` ${plural(findings.length, "finding")}${compared}${grouped}.`;
}

function listNames(results: readonly CheckResult[], most: number): string {
  return most === 0 ? "" : ` (${joinNames(results, most)})`;
}

function joinNames(results: readonly CheckResult[], most: number): string {
  const names = results.slice(0, most).map(({ check }) => plainLine(check, 60));
  return [...names, ...(results.length > most ? [`${results.length - most} more`] : [])].join(", ");
}

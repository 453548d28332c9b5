import { moveFinding, rawFindingId } from "../../checks/finding-id.ts";
import type { FindingRecord } from "../../store/records/finding-record.ts";
import { BUILTINS } from "../../vocabulary/check/builtin.ts";
import type { Finding, FixedFinding, ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";

export interface ComparisonOptions {
  readonly record: FindingRecord | null;
  /** The current path of each file that was renamed since. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Whether what a check finds for the first time counts as old. */
  readonly accepts: (check: string) => boolean;
}

export interface Comparison {
  readonly findings: readonly ReportedFinding[];
  /** What is recorded of the same checks, and was not found. */
  readonly missing: readonly FixedFinding[];
}

/**
 * Tells which findings were there when the record was made. One in a file that was renamed since keeps the id that it
 * had. Of several that are alike, so many are old as were recorded.
 */
export function compareFindings(
  findings: readonly Finding[],
  checks: ReadonlySet<string>,
  { record, renamed, accepts }: ComparisonOptions,
): Comparison {
  const known = new Map<string, FixedFinding[]>();
  for (const recorded of record?.findings ?? []) {
    if (!checks.has(recorded.check)) continue;
    const { file } = recorded;
    const id = moveFinding(recorded.id, file === undefined ? undefined : (renamed.get(file) ?? file));
    known.set(id, [...(known.get(id) ?? []), recorded]);
  }
  const taken = new Set(findings.map(({ id }) => id));
  const compared = findings.map((finding): ReportedFinding => {
    const recorded = known.get(moveFinding(finding.id, finding.file))?.shift();
    if (recorded === undefined) return { ...finding, state: accepts(finding.check) ? "old" : "new" };
    return { ...finding, id: taken.has(recorded.id) ? finding.id : recorded.id, state: "old" };
  });
  return { findings: compared, missing: [...known.values()].flat() };
}

/** What a shell ends with where a command could not be started, or was ended by a signal. */
const OF_SHELLS = { from: 126, to: 192 };

/** The statuses with which commands of a check failed. */
export function listExitCodes({ exitCode, exitCodes }: CheckResult): readonly number[] {
  return exitCodes ?? (exitCode === null ? [] : [exitCode]);
}

/**
 * A command that was ended, of which something was left out, or that said something that could not be read, may not have
 * told everything.
 */
export function hasToldAll(result: CheckResult): boolean {
  const { check, status, exitCode, command, errors } = result;
  if (status === "skipped" || errors.some(({ id }) => id === rawFindingId(check))) return false;
  if (listExitCodes(result).some((code) => code >= OF_SHELLS.from && code <= OF_SHELLS.to)) return false;
  const isEnded = exitCode !== null || BUILTINS.some((builtin) => builtin === command[0]);
  return status === "passed" || (isEnded && errors.length > 0);
}

/** Whether all that a failed check told was there before, however it ended. */
export function hasOldFindings(result: CheckResult, findings: readonly ReportedFinding[]): boolean {
  if (result.status !== "failed" || !hasToldAll(result)) return false;
  const blamed = findings.filter(({ severity }) => severity !== "info");
  return blamed.some(({ file }) => file !== undefined) && blamed.every(({ state }) => state === "old");
}

/**
 * Whether a check failed for nothing but what was there before: all that it told is old, and it ended as it did then.
 * `seen` are the statuses with which it failed when that was recorded.
 */
export function isOldFailure(
  result: CheckResult,
  findings: readonly ReportedFinding[],
  seen: readonly number[] | "any",
): boolean {
  return (
    hasOldFindings(result, findings) &&
    (seen === "any" || listExitCodes(result).every((code) => seen.includes(code)))
  );
}

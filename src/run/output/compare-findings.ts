import { moveFinding, rawFindingId } from "../../checks/finding-id.ts";
import type { FindingRecord } from "../../store/records/finding-record.ts";
import { BUILTINS } from "../../vocabulary/check/builtin.ts";
import type { Finding, FixedFinding, ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";

export interface ComparisonOptions {
  readonly record: FindingRecord | null;
  /** The current path of each file that was renamed since the record. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Whether everything that a check finds for the first time counts as old. */
  readonly accepts: (check: string) => boolean;
}

export interface Comparison {
  readonly findings: readonly ReportedFinding[];
  /** Recorded findings of the same checks that were not found now. */
  readonly missing: readonly FixedFinding[];
}

/**
 * Tells which findings were there when the record was made. A finding in a file that was renamed since keeps its id. Of
 * several equal findings, as many are old as were recorded.
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
  const currentIds = new Set(findings.map(({ id }) => id));
  const compared = findings.map((finding): ReportedFinding => {
    const recorded = known.get(moveFinding(finding.id, finding.file))?.shift();
    if (recorded === undefined) return { ...finding, state: accepts(finding.check) ? "old" : "new" };
    return { ...finding, id: currentIds.has(recorded.id) ? finding.id : recorded.id, state: "old" };
  });
  return { findings: compared, missing: [...known.values()].flat() };
}

/** The exit statuses of a shell if a command could not start, or a signal ended it. */
const OF_SHELLS = { from: 126, to: 192 };

/** The exit statuses of the commands of a check that failed. */
export function listExitCodes({ exitCode, exitCodes }: CheckResult): readonly number[] {
  return exitCodes ?? (exitCode === null ? [] : [exitCode]);
}

/**
 * A command that was ended, whose output was cut, or that printed something unreadable may not have reported
 * everything.
 */
export function hasToldAll(result: CheckResult): boolean {
  const { check, status, exitCode, command, errors } = result;
  if (status === "skipped" || errors.some(({ id }) => id === rawFindingId(check))) return false;
  if (listExitCodes(result).some((code) => code >= OF_SHELLS.from && code <= OF_SHELLS.to)) return false;
  const isEnded = exitCode !== null || BUILTINS.some((builtin) => builtin === command[0]);
  return status === "passed" || (isEnded && errors.length > 0);
}

/** Whether everything that a failed check reported was there before, however it ended. */
export function hasOldFindings(result: CheckResult, findings: readonly ReportedFinding[]): boolean {
  if (result.status !== "failed" || !hasToldAll(result)) return false;
  const blamed = findings.filter(({ severity }) => severity !== "info");
  return blamed.some(({ file }) => file !== undefined) && blamed.every(({ state }) => state === "old");
}

/**
 * Whether a check failed only because of old findings: everything it reported is old, and it ended as it did then.
 * `seen` are the statuses with which it failed when they were recorded.
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

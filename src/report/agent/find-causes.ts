import { rawFindingId } from "../../checks/finding-id.ts";
import { listFailed } from "../../checks/list-failed.ts";
import { groupBy } from "../../values/group-by.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { GRAVITY, type ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { listChanged } from "../order-findings.ts";
import { plainLine } from "../print/plain.ts";

/** One problem, in all places where it appears. */
export interface Cause {
  /** The place to look at first comes first. Empty if a check failed without readable findings. */
  readonly findings: readonly ReportedFinding[];
  readonly checks: readonly string[];
  /** What the configuration says about the first of them; may be empty. */
  readonly description: string;
  /** The failed check whose raw output is shown; null if findings say what is wrong. */
  readonly output: CheckResult | null;
  readonly isInChangedFile: boolean;
  /** How many other files with findings depend on the file of the first one. */
  readonly dependents: number;
}

/**
 * The causes of the failed checks: the same code and message in many places is one cause. New ones come first,
 * then those in a changed file, then those that other files with findings depend on, then the more severe.
 */
export function findCauses(result: VerificationResult): readonly Cause[] {
  const failed = new Map(listFailed(result).map((check) => [check.check, check]));
  const changed = listChanged(result);
  const dependents = new Map(result.upstream.map((each) => [each.file, each.dependents]));
  const isChanged = ({ file }: ReportedFinding): boolean => file !== undefined && changed.has(file);
  const dependentsOf = ({ file }: ReportedFinding): number => dependents.get(file ?? "") ?? 0;
  const ranked = result.findings
    .filter(({ check }) => failed.has(check))
    .map((finding) => ({
      finding,
      rank: [
        finding.state === "new" ? 0 : 1,
        isChanged(finding) ? 0 : 1,
        -dependentsOf(finding),
        GRAVITY[finding.severity],
      ],
    }))
    .sort((one, other) => compareRanks(one.rank, other.rank));
  const groups = groupBy(
    ranked.map(({ finding }) => finding),
    keyOf,
  );
  const withFindings = new Set(result.findings.map(({ check }) => check));
  const silent = [...failed.values()].filter(({ check }) => !withFindings.has(check));
  return [
    ...silent.map((output) => ({
      findings: [],
      checks: [output.check],
      description: output.description,
      output,
      isInChangedFile: false,
      dependents: 0,
    })),
    ...[...groups.values()].map((findings): Cause => {
      const [first] = findings as readonly [ReportedFinding];
      const isRaw = first.id === rawFindingId(first.check);
      return {
        findings,
        checks: [...new Set(findings.map(({ check }) => check))],
        description: failed.get(first.check)?.description ?? "",
        output: isRaw ? (failed.get(first.check) ?? null) : null,
        isInChangedFile: isChanged(first),
        dependents: dependentsOf(first),
      };
    }),
  ];
}

/** The same problem can be reported from several importing files, so the importer does not count. */
function keyOf({ id, check, state, severity, code = "", message }: ReportedFinding): string {
  const raw = id === rawFindingId(check) ? check : "";
  const text = plainLine(message, Infinity).replaceAll(/(["'`])(?:\.{1,2}\/)+/g, "$1");
  return JSON.stringify([state, severity, code, text, raw]);
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] as number) - (other[at] as number);
}

import { blameLines } from "../detect/past/blame.ts";
import { renamedSince } from "../detect/renames/renamed-since.ts";
import {
  compareFindings,
  hasOldFindings,
  hasToldAll,
  isOldFailure,
  listExitCodes,
} from "../run/output/compare-findings.ts";
import type { FindingRecord } from "../store/records/finding-record.ts";
import { ownValue } from "../values/own-value.ts";
import type { Assessment } from "../verify/assess.ts";
import { isComplete, isCheckCovered } from "../verify/record/record-run.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { ReportedFinding } from "../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../vocabulary/verdict/result.ts";

export interface KnownFindingsOptions {
  /** Fail only on findings that were not there at the baseline. */
  readonly newOnly?: boolean;
  /** A commit to compare with instead of the last verified state. */
  readonly baseline?: string;
}

/** The exit status that is assumed if none was recorded: that of most tools that find something. */
const UNRECORDED = [1];

type ComparedFindings = Pick<
  VerificationResult,
  "findings" | "fixedFindings" | "findingsBaseline" | "tolerated"
> & {
  readonly warnings: readonly string[];
};

/** Tells new findings from old ones. */
export interface KnownFindings {
  /** Whether a failed check found nothing new, if only that counts. */
  readonly tolerates?: (result: CheckResult) => boolean;
  compare(results: readonly CheckResult[]): ComparedFindings;
}

/** Finds the record to compare with: of the given commit, or else of the checked-out commit, or the newest. */
export async function openKnownFindings(
  assessment: Assessment,
  options: KnownFindingsOptions,
): Promise<KnownFindings> {
  const record = chooseRecord(assessment, options);
  const renamed = record === null ? new Map<string, string>() : await findRenames(assessment, record);
  const recorded = new Set(record?.checks);
  const isAccepting = options.newOnly === true && options.baseline === undefined && assessment.isKeeping;
  // Only what this run also records: otherwise the next one would accept everything again.
  const accepts = (check: string): boolean =>
    isAccepting && !recorded.has(check) && isCheckCovered(assessment, check);
  const compare = (results: readonly CheckResult[]) =>
    compareFindings(
      results.flatMap(({ errors }) => errors),
      new Set(results.map(({ check }) => check)),
      { record, renamed, accepts },
    );
  const seenOf = (check: string): readonly number[] | "any" =>
    accepts(check) ? "any" : (ownValue(record?.exitCodes, check) ?? UNRECORDED);
  const tolerates = (result: CheckResult): boolean =>
    isOldFailure(result, compare([result]).findings, seenOf(result.check));
  return {
    ...(options.newOnly === true ? { tolerates } : {}),
    compare: (results) => {
      const { findings, missing } = compare(results);
      const isSure = new Set(
        results
          .filter((result) => hasToldAll(result) && isCheckCovered(assessment, result.check))
          .map(({ check }) => check),
      );
      const accepted = findings.filter(({ check }) => accepts(check) && isSure.has(check)).length;
      return {
        findings,
        fixedFindings: missing.filter(({ check }) => isSure.has(check)),
        findingsBaseline:
          record === null
            ? null
            : { commitHash: record.commit, timestamp: new Date(record.at).toISOString() },
        tolerated: options.newOnly === true ? results.filter(tolerates).map(({ check }) => check) : [],
        warnings: [
          ...describeGaps({ accepted, record, options, assessment }),
          ...(options.newOnly === true
            ? results
                .filter((result) => !tolerates(result) && hasOldFindings(result, compare([result]).findings))
                .map((result) => describeEnding(result, seenOf(result.check)))
            : []),
        ],
      };
    },
  };
}

function describeEnding(result: CheckResult, seen: readonly number[] | "any"): string {
  const codes = listExitCodes(result).filter((code) => seen === "any" || !seen.includes(code));
  const before = seen === "any" ? "" : `, and not with ${seen.join(" or ")} as before`;
  return `${result.check} ended with exit code ${codes.join(" and ")}${before}: what it found is old, but does not explain that.`;
}

function describeGaps(gaps: {
  readonly accepted: number;
  readonly record: FindingRecord | null;
  readonly options: KnownFindingsOptions;
  readonly assessment: Assessment;
}): readonly string[] {
  const { accepted, record, options, assessment } = gaps;
  if (accepted > 0)
    return [
      `There is no record of these checks yet: what they find now (${accepted}) counts as old from here on.`,
    ];
  if (options.newOnly !== true || record !== null) return [];
  if (options.baseline !== undefined)
    return [`No findings are recorded for ${options.baseline}: all of them count as new.`];
  return assessment.isKeeping ? [] : ["Nothing is recorded in this run, so all findings count as new."];
}

/**
 * Stores findings for later runs to compare with: all of them if the tree is now verified; otherwise only those of
 * checks without a record, so that new findings stay new until they are fixed.
 */
export function recordFindings(
  assessment: Assessment,
  result: VerificationResult,
  options: KnownFindingsOptions,
): void {
  const { tree, isKeeping } = assessment;
  if (!isKeeping || result.stoppedBy !== null) return;
  const { findings: kept } = assessment.store;
  const records = kept.read();
  const told = result.results.filter((each) => hasToldAll(each) && isCheckCovered(assessment, each.check));
  const commit = tree.snapshot.uncommitted.size === 0 ? tree.snapshot.commit : null;
  const at = Date.parse(result.startedAt);
  if (result.success && isComplete(assessment)) {
    const rest = records.filter((record) => record.commit !== commit);
    const { findings } = result;
    const exitCodes = exitCodesOf(told);
    const record = { commit, at, checks: told.map(({ check }) => check), findings, exitCodes };
    if (!isSame(records[0], record)) kept.write([record, ...rest]);
    return;
  }
  const chosen =
    chooseRecord(assessment, options) ??
    (options.baseline === undefined ? { commit, at, checks: [], findings: [], exitCodes: {} } : null);
  if (chosen === null) return;
  const unknown = new Set(told.map(({ check }) => check).filter((check) => !chosen.checks.includes(check)));
  if (unknown.size === 0) return;
  const record = {
    ...chosen,
    checks: [...chosen.checks, ...unknown],
    findings: [...chosen.findings, ...result.findings.filter(({ check }) => unknown.has(check))],
    exitCodes: { ...chosen.exitCodes, ...exitCodesOf(told.filter(({ check }) => unknown.has(check))) },
  };
  kept.write([record, ...records.filter((each) => each.at !== chosen.at)]);
}

function exitCodesOf(results: readonly CheckResult[]): Readonly<Record<string, readonly number[]>> {
  const failed = results.filter(({ status }) => status === "failed");
  return Object.fromEntries(failed.map((result) => [result.check, listExitCodes(result)]));
}

function isSame(before: FindingRecord | undefined, now: FindingRecord): boolean {
  const key = ({ commit, checks, findings, exitCodes }: FindingRecord): string =>
    JSON.stringify([commit, checks, findings.map(({ id, file }) => [id, file]), exitCodes]);
  return before !== undefined && key(before) === key(now);
}

function chooseRecord(
  { store, tree, changes }: Assessment,
  { baseline }: KnownFindingsOptions,
): FindingRecord | null {
  const records = store.findings.read();
  const of = (commit: string | null): FindingRecord | undefined =>
    commit === null ? undefined : records.find((record) => record.commit === commit);
  if (baseline !== undefined) return of(changes.baseline?.commitHash ?? null) ?? null;
  return of(tree.snapshot.commit) ?? records[0] ?? null;
}

/** Searched for only if a file with recorded findings is gone. */
async function findRenames(
  { tree, changes, config }: Assessment,
  record: FindingRecord,
): Promise<ReadonlyMap<string, string>> {
  const isGone = ({ file }: { file?: string }): boolean =>
    file !== undefined && !tree.snapshot.files.has(file as RepoPath);
  if (!record.findings.some(isGone)) return new Map();
  const since =
    record.commit === null ? new Map<string, string>() : await renamedSince(config.root, record.commit);
  const known = changes.renamed.map(({ previousPath, currentPath }) => [previousPath, currentPath] as const);
  return new Map([...since, ...known]);
}

/** Adds to each finding who last changed its line. */
export async function blameFindings(
  root: string,
  findings: readonly ReportedFinding[],
): Promise<readonly ReportedFinding[]> {
  const lines = new Map<string, number[]>();
  for (const { file, line } of findings)
    if (file !== undefined && line !== undefined) lines.set(file, [...(lines.get(file) ?? []), line]);
  const blamed = new Map(
    await Promise.all(
      [...lines].map(async ([file, list]) => [file, await blameLines(root, file, list)] as const),
    ),
  );
  return findings.map((finding) => {
    const blame = blamed.get(finding.file ?? "")?.get(finding.line ?? 0);
    return blame === undefined ? finding : { ...finding, blame };
  });
}

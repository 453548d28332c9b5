import { groupBy } from "../../values/group-by.ts";
import type { LoggedEvent } from "../../vocabulary/run/run-log.ts";
import { GRAVITY } from "../../vocabulary/verdict/finding.ts";
import type { FindingGroup, FindingRow, FindingsPage, FindingsQuery, ShownFinding } from "../api.ts";

type Found = Omit<FindingsPage, "runs" | "offset" | "rows" | "length" | "matching"> & {
  readonly all: readonly ShownFinding[];
};

const MOST = 200;
const STATES = { new: 0, old: 1, fixed: 2 } as const;

/** The findings in a log, in order of importance. */
export function gatherFindings(runId: string, events: readonly LoggedEvent[]): Found {
  const all: ShownFinding[] = [];
  let total = 0;
  let isPartial = false;
  for (const event of events) {
    if (event.type === "finding") all.push(event.finding);
    if (event.type === "fixed") all.push({ ...event.finding, state: "fixed" });
    if (event.type === "finished") total = event.end.findings;
    if (event.type === "started") isPartial = event.checks.some(({ decision }) => decision === "skip");
  }
  const count = (fits: (finding: ShownFinding) => boolean): number => all.filter(fits).length;
  const bySeverity = (severity: string): number =>
    count((each) => each.state !== "fixed" && each.severity === severity);
  const byState = (state: string): number => count((each) => each.state === state);
  return {
    runId,
    isPartial,
    total,
    all,
    counts: {
      error: bySeverity("error"),
      warning: bySeverity("warning"),
      info: bySeverity("info"),
      new: byState("new"),
      old: byState("old"),
      fixed: byState("fixed"),
    },
    checks: [...new Set(all.map(({ check }) => check))].sort(),
  };
}

export const NO_FINDINGS: Found = gatherFindings("", []);

/** A page of the findings that match. Fixed ones are shown only if requested. */
export function listFindings(
  { all, ...found }: Found,
  query: FindingsQuery,
): Omit<FindingsPage, "runs" | "runId"> {
  const words = (query.words ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (finding: ShownFinding): boolean =>
    (query.state === undefined ? finding.state !== "fixed" : finding.state === query.state) &&
    (query.severity === undefined || finding.severity === query.severity) &&
    (query.check === undefined || finding.check === query.check) &&
    hasWords(finding, words);
  const groupOf = (finding: ShownFinding): string => nameGroup(finding, query.by ?? "file");
  const matching = all.filter(fits);
  const groups = groupBy(matching, groupOf);
  const ordered = [...groups]
    .map(([name, members]) => ({ name, members: members.toSorted(compare) }))
    .toSorted((one, other) => compareGroups(one.members, other.members) || (one.name < other.name ? -1 : 1))
    .flatMap(({ name, members }): readonly FindingRow[] => [
      { group: name, count: members.length },
      ...members.map((finding) => ({ finding })),
    ]);
  const offset = Math.min(Math.max(0, query.offset ?? 0), ordered.length);
  const limit = Math.min(Math.max(1, query.limit ?? MOST), MOST);
  return {
    ...found,
    matching: matching.length,
    length: ordered.length,
    offset,
    rows: ordered.slice(offset, offset + limit),
  };
}

function nameGroup({ file, check, code }: ShownFinding, by: FindingGroup): string {
  if (by === "check") return check;
  return by === "code" ? (code ?? "no code") : (file ?? "no file");
}

function hasWords(finding: ShownFinding, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text =
    `${finding.message}\n${finding.file ?? ""}\n${finding.check}\n${finding.code ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function compare(one: ShownFinding, other: ShownFinding): number {
  return (
    STATES[one.state] - STATES[other.state] ||
    GRAVITY[one.severity] - GRAVITY[other.severity] ||
    (one.line ?? 0) - (other.line ?? 0)
  );
}

function compareGroups(one: readonly ShownFinding[], other: readonly ShownFinding[]): number {
  const [first, second] = [one[0], other[0]];
  return first === undefined || second === undefined
    ? 0
    : STATES[first.state] - STATES[second.state] || GRAVITY[first.severity] - GRAVITY[second.severity];
}

import type { RunDetails } from "../../history/history.ts";
import type { RunProfile } from "../../history/profile-run.ts";
import type { PastCheck, PastRun } from "../../vocabulary/run/past-run.ts";
import { explainTrigger } from "../../wording/explain-trigger.ts";
import { formatAge } from "../age.ts";
import { describeWorkers, formatDuration, plural, hashPrefix } from "../format.ts";
import {
  describeResult,
  describeStatus,
  type HistoryTextOptions,
  shortCommit,
} from "../inspect/history-text.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";
import { type Cell, renderTable } from "../print/table.ts";

/** The width of the timeline of a run. */
const WIDTH = 40;

/** One run: what it was about, the outcome and time of each check, and where the time went. */
export function renderRun({ run, profile }: RunDetails, { paint, now }: HistoryTextOptions): SafeText {
  const result = describeResult(run);
  const head = typeof result === "object" ? paint(result.format, result.text) : result;
  const facts = describeFacts(run, now).map(
    ([name, value]) => safe`${paint("dim", name.padEnd(10))}${value}`,
  );
  const rows = run.checks.map((check): readonly Cell[] => [
    check.check,
    describeStatus(check.status, check.cached),
    check.filesVerified > 0 || check.startedAfter !== null ? formatDuration(check.duration) : "-",
    String(check.filesVerified),
    String(check.cacheHits),
    { text: drawBar(check, run), format: "cyan" },
    { text: describeNotes(check), format: "dim" },
  ]);
  const columns = [
    { title: "check" },
    { title: "result" },
    { title: "duration", align: "right" },
    { title: "ran", align: "right" },
    { title: "cached", align: "right" },
    { title: "when" },
    { title: "" },
  ] as const;
  return joinLines([
    safe`${head}  ${paint("bold", run.runId)}`,
    ...facts,
    "",
    ...renderTable(columns, rows, paint),
    ...(profile === null ? [] : ["", ...describeProfile(profile)]),
    "",
  ]);
}

function describeFacts(run: PastRun, now: number): readonly (readonly [string, Part])[] {
  const { scope, trigger, baseline, timeSaved } = run;
  const requested = run.requestedMode === run.mode ? "asked for" : safe`${run.requestedMode} was requested`;
  const saved = timeSaved !== null && timeSaved > 0 ? safe`; ${formatDuration(timeSaved)} saved` : "";
  return [
    [
      "started",
      safe`${run.startedAt} (${formatAge(run.startedAt, now)}), took ${formatDuration(run.duration)}`,
    ],
    ["mode", safe`${run.mode}${run.requestedMode === "auto" ? "" : safe`, ${requested}`}`],
    ...(trigger !== null && trigger.reasons.length > 0
      ? [["trigger", explainTrigger(trigger)] as const]
      : []),
    ...(run.reason === null ? [] : [["reason", run.reason] as const]),
    ...(run.stoppedBy === null ? [] : [["stopped", run.stoppedBy.replaceAll("-", " ")] as const]),
    ...(run.commit === null
      ? []
      : [
          ["commit", safe`${shortCommit(run)}${run.branch === null ? "" : safe` on ${run.branch}`}`] as const,
        ]),
    ...(run.worktree === null ? [] : [["worktree", run.worktree] as const]),
    ...(baseline === null
      ? []
      : [
          [
            "baseline",
            safe`${baseline.commitHash === null ? "no commit" : hashPrefix(baseline.commitHash, 8)}, ${baseline.timestamp}`,
          ] as const,
        ]),
    ...(scope === null
      ? []
      : [
          [
            "scope",
            safe`${plural(scope.directlyChanged, "file")} changed, ${scope.impactedByDependency} affected through dependencies`,
          ] as const,
        ]),
    ["units", safe`${run.filesVerified} ran, ${run.cacheHits} cached${saved}`],
  ];
}

function describeNotes({ retryCount, skippedReason, dependsOn, ranOn }: PastCheck): string {
  return [
    ...(dependsOn !== null && dependsOn.length > 0 ? [`after ${dependsOn.join(", ")}`] : []),
    ...(retryCount > 0 ? [retryCount === 1 ? "retried once" : `retried ${retryCount} times`] : []),
    ...(ranOn === null ? [] : [describeWorkers(ranOn)]),
    ...(skippedReason === null ? [] : [skippedReason.replaceAll("-", " ")]),
  ].join(", ");
}

/** When a check ran, within the time of the whole run. */
function drawBar({ startedAfter, duration }: PastCheck, run: PastRun): string {
  if (startedAfter === null || run.duration <= 0) return "";
  const place = (time: number): number => Math.round((Math.min(time, run.duration) / run.duration) * WIDTH);
  const from = Math.min(place(startedAfter), WIDTH - 1);
  const length = Math.max(1, place(startedAfter + duration) - from);
  return `${"·".repeat(from)}${"█".repeat(length)}${"·".repeat(WIDTH - from - length)}`;
}

function describeProfile(profile: RunProfile): readonly Part[] {
  const { criticalPath, work, checks } = profile;
  const atOnce = checks > 0 ? work / checks : 0;
  const overlap = atOnce > 1.05 ? safe` (${formatDuration(work)} of work, ${atOnce.toFixed(1)} at once)` : "";
  return [
    "where the time went",
    safe`  before the checks  ${formatDuration(profile.beforeChecks)}`,
    safe`  checks             ${formatDuration(checks)}${overlap}`,
    safe`  after the checks   ${formatDuration(profile.afterChecks)}`,
    safe`  critical path      ${formatDuration(criticalPath.duration)}: ${joinParts(criticalPath.checks, " -> ")}`,
  ];
}

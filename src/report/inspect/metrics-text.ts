import type { Metrics } from "../../history/metrics.ts";
import { formatDuration, formatPercent, plural } from "../format.ts";
import { joinLines, joinParts, safe, type SafeText } from "../print/safe-text.ts";
import { sparkline } from "../print/sparkline.ts";
import { type Cell, type TableColumn, renderTable } from "../print/table.ts";
import { type HistoryTextOptions, noRuns } from "./history-text.ts";

const COLUMNS: readonly TableColumn[] = [
  { title: "check" },
  { title: "runs", align: "right" },
  { title: "passed", align: "right" },
  { title: "failed", align: "right" },
  { title: "skipped", align: "right" },
  { title: "pass rate", align: "right" },
  { title: "ran", align: "right" },
  { title: "cached", align: "right" },
  { title: "average", align: "right" },
  { title: "p95", align: "right" },
  { title: "longest", align: "right" },
  { title: "time", align: "right" },
  { title: "saved", align: "right" },
  { title: "durations" },
];

/** The figures of all runs, then a line for each check, the slowest first. */
export function renderMetrics(metrics: Metrics, { paint, program }: HistoryTextOptions): SafeText {
  const { totalVerifications: total, interruptedVerifications, supersededVerifications } = metrics;
  if (total + interruptedVerifications + supersededVerifications === 0)
    return metrics.since === null ? noRuns(program) : safe`No runs since ${metrics.since}.\n`;
  if (total === 0) return safe`No run has a verdict: ${joinParts(listApart(metrics), ", ")}.\n`;
  const time = metrics.totalCheckDuration;
  const rows = metrics.checks.map((own): readonly Cell[] => {
    const duration = (value: number): string => (own.executedRuns === 0 ? "-" : formatDuration(value));
    return [
      own.check,
      String(own.totalRuns),
      String(own.passedRuns),
      own.failedRuns > 0 ? { text: String(own.failedRuns), format: "red" } : "0",
      String(own.skippedRuns),
      own.passRate === null ? "-" : formatPercent(own.passRate),
      String(own.executedRuns),
      String(own.stoodRuns),
      duration(own.averageDuration),
      duration(own.p95Duration),
      duration(own.maxDuration),
      time > 0 ? formatPercent(own.totalDuration / time) : "-",
      formatDuration(own.timeSaved),
      sparkline(own.recentDurations),
    ];
  });
  const lines = describeAll(metrics).map(([name, value]) => safe`${paint("dim", name.padEnd(10))}${value}`);
  return joinLines([...lines, "", ...renderTable(COLUMNS, rows, paint), ""]);
}

function describeAll(metrics: Metrics): readonly (readonly [string, SafeText])[] {
  const { successRate, reuseRate, firstRunAt } = metrics;
  const stopped = listApart(metrics);
  const since = firstRunAt === null ? "" : safe` since ${new Date(firstRunAt).toISOString()}`;
  const rate = successRate === null ? "" : safe` (${formatPercent(successRate)})`;
  const reuse = reuseRate === null ? "" : safe`${formatPercent(reuseRate)} of units cached; `;
  return [
    [
      "runs",
      safe`${metrics.totalVerifications}${since}${stopped.length > 0 ? safe`; apart from these ${joinParts(stopped, ", ")}` : ""}`,
    ],
    [
      "success",
      safe`${metrics.successfulVerifications} passed${rate}, ${metrics.failedVerifications} failed`,
    ],
    [
      "a run",
      safe`${formatDuration(metrics.averageVerificationDuration)} on average, median ${formatDuration(metrics.medianVerificationDuration)}, p95 ${formatDuration(metrics.p95VerificationDuration)}`,
    ],
    [
      "checks",
      safe`${plural(metrics.totalChecks, "result")}: ${metrics.passedChecks} passed${metrics.checkPassRate === null ? "" : ` (${formatPercent(metrics.checkPassRate)})`}, ${metrics.failedChecks} failed, ${metrics.skippedChecks} skipped; ${metrics.executedChecks} ran, ${metrics.stoodChecks} cached`,
    ],
    ...(metrics.executedChecks === 0
      ? []
      : [
          [
            "a check",
            safe`${formatDuration(metrics.averageCheckDuration)} on average, from ${formatDuration(metrics.shortestCheckDuration)} to ${formatDuration(metrics.longestCheckDuration)}`,
          ] as const,
        ]),
    [
      "reuse",
      safe`${reuse}${formatDuration(metrics.timeSaved)} saved, ${formatDuration(metrics.totalCheckDuration)} spent`,
    ],
  ];
}

/** Runs that were stopped early. */
function listApart(metrics: Metrics): readonly SafeText[] {
  return [
    ...(metrics.interruptedVerifications > 0 ? [safe`${metrics.interruptedVerifications} interrupted`] : []),
    ...(metrics.supersededVerifications > 0 ? [safe`${metrics.supersededVerifications} superseded`] : []),
  ];
}

import type { Metrics } from "../past/metrics.ts";
import { formatDuration, formatPercent, plural } from "./format.ts";
import { NO_RUNS, type HistoryTextOptions } from "./history-text.ts";
import { plainLine } from "./plain.ts";
import { sparkline } from "./sparkline.ts";
import { type Cell, type Column, renderTable } from "./table.ts";

const COLUMNS: readonly Column[] = [
  { title: "check" },
  { title: "runs", align: "right" },
  { title: "passed", align: "right" },
  { title: "failed", align: "right" },
  { title: "skipped", align: "right" },
  { title: "ran", align: "right" },
  { title: "stood", align: "right" },
  { title: "average", align: "right" },
  { title: "p95", align: "right" },
  { title: "longest", align: "right" },
  { title: "time", align: "right" },
  { title: "saved", align: "right" },
  { title: "durations" },
];

/** The figures over all runs, then a line for each check, the one that took most time first. */
export function renderMetrics(metrics: Metrics, { paint }: HistoryTextOptions): string {
  const { totalVerifications: total, interruptedVerifications, supersededVerifications } = metrics;
  if (total + interruptedVerifications + supersededVerifications === 0)
    return metrics.since === null ? NO_RUNS : `No runs since ${metrics.since}.\n`;
  if (total === 0) return `No run came to a verdict: ${listApart(metrics).join(", ")}.\n`;
  const time = metrics.totalCheckDuration;
  const rows = metrics.checks.map((own): readonly Cell[] => {
    const duration = (value: number): string => (own.executedRuns === 0 ? "-" : formatDuration(value));
    return [
      plainLine(own.check),
      String(own.totalRuns),
      String(own.passedRuns),
      own.failedRuns > 0 ? { text: String(own.failedRuns), format: "red" } : "0",
      String(own.skippedRuns),
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
  const lines = describeAll(metrics).map(([name, value]) => `${paint("dim", name.padEnd(10))}${value}`);
  return `${[...lines, "", renderTable(COLUMNS, rows, paint)].join("\n")}\n`;
}

function describeAll(metrics: Metrics): readonly (readonly [string, string])[] {
  const { successRate, reuseRate, firstRunAt } = metrics;
  const apart = listApart(metrics);
  const since = firstRunAt === null ? "" : ` since ${new Date(firstRunAt).toISOString()}`;
  const rate = successRate === null ? "" : ` (${formatPercent(successRate)})`;
  const reuse = reuseRate === null ? "" : `${formatPercent(reuseRate)} of units stood; `;
  return [
    [
      "runs",
      `${metrics.totalVerifications}${since}${apart.length > 0 ? `; apart from these ${apart.join(", ")}` : ""}`,
    ],
    ["success", `${metrics.successfulVerifications} passed${rate}, ${metrics.failedVerifications} failed`],
    [
      "a run",
      `${formatDuration(metrics.averageVerificationDuration)} on average, median ${formatDuration(metrics.medianVerificationDuration)}, p95 ${formatDuration(metrics.p95VerificationDuration)}`,
    ],
    [
      "checks",
      `${plural(metrics.totalChecks, "result")}: ${metrics.passedChecks} passed, ${metrics.failedChecks} failed, ${metrics.skippedChecks} skipped; ${metrics.executedChecks} ran, ${metrics.stoodChecks} stood`,
    ],
    ...(metrics.executedChecks === 0
      ? []
      : [
          [
            "a check",
            `${formatDuration(metrics.averageCheckDuration)} on average, from ${formatDuration(metrics.shortestCheckDuration)} to ${formatDuration(metrics.longestCheckDuration)}`,
          ] as const,
        ]),
    [
      "reuse",
      `${reuse}${formatDuration(metrics.timeSaved)} saved, ${formatDuration(metrics.totalCheckDuration)} spent`,
    ],
  ];
}

/** Runs that were cut short. */
function listApart(metrics: Metrics): readonly string[] {
  return [
    ...(metrics.interruptedVerifications > 0 ? [`${metrics.interruptedVerifications} interrupted`] : []),
    ...(metrics.supersededVerifications > 0 ? [`${metrics.supersededVerifications} superseded`] : []),
  ];
}

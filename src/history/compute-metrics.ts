import type { CheckRecord, RunRecord } from "../store/records/records.ts";
import { groupBy } from "../values/group-by.ts";

/** What the runs say about one check. Durations are in milliseconds, and 0 if it never ran. */
export interface CheckMetrics {
  /** Runs with a result of it. */
  readonly totalRuns: number;
  /** Including cached passes. */
  readonly passedRuns: number;
  readonly failedRuns: number;
  readonly skippedRuns: number;
  /** From 0 to 1: how many of its verdicts were passes; null if there are none. */
  readonly passRate: number | null;
  /** Runs in which some of it really ran; only these have a duration. */
  readonly executedRuns: number;
  /** Runs in which nothing of it had to run. */
  readonly stoodRuns: number;
  readonly averageDuration: number;
  readonly minDuration: number;
  readonly maxDuration: number;
  readonly medianDuration: number;
  readonly p95Duration: number;
  readonly totalDuration: number;
  /** How long the cached verdicts took when they were made, if known. */
  readonly timeSaved: number;
  /** From 0 to 1: how many of its units were cached; null if there were none. */
  readonly reuseRate: number | null;
  readonly retries: number;
  /** When the last run that really ran it started, in milliseconds since 1970; 0 if none did. */
  readonly lastRun: number;
  /** The latest, oldest first. */
  readonly recentDurations: readonly number[];
}

/** All runs together. Durations are in milliseconds, and 0 if there are none. */
export interface VerificationMetrics {
  /** Runs with a verdict. */
  readonly totalVerifications: number;
  readonly successfulVerifications: number;
  readonly failedVerifications: number;
  /** Runs that were stopped early have no verdict. They count only here. */
  readonly interruptedVerifications: number;
  readonly supersededVerifications: number;
  /** Results of checks; each passed, failed or was skipped. */
  readonly totalChecks: number;
  readonly passedChecks: number;
  readonly failedChecks: number;
  readonly skippedChecks: number;
  /** From 0 to 1, of the results that passed or failed; null if there is none. */
  readonly checkPassRate: number | null;
  readonly executedChecks: number;
  readonly stoodChecks: number;
  readonly averageVerificationDuration: number;
  readonly medianVerificationDuration: number;
  readonly p95VerificationDuration: number;
  /** Of checks that really ran, like the four after it. */
  readonly averageCheckDuration: number;
  readonly longestCheckDuration: number;
  readonly shortestCheckDuration: number;
  readonly totalCheckDuration: number;
  /** From 0 to 1; null if there is no run. */
  readonly successRate: number | null;
  readonly reuseRate: number | null;
  readonly timeSaved: number;
  /** When the first of the runs started, in milliseconds since 1970; null if there is none. */
  readonly firstRunAt: number | null;
  readonly checksByName: Readonly<Record<string, CheckMetrics>>;
}

const RECENT = 20;

/** Counts runs, newest first. A cached check did not run, so it says nothing about how long it takes. */
export function computeMetrics(runs: readonly RunRecord[]): VerificationMetrics {
  const ended = runs.filter(({ stoppedBy }) => stoppedBy !== "interrupted" && stoppedBy !== "superseded");
  const entries = ended.flatMap(({ checks, startedAt }) => checks.map((record) => ({ record, startedAt })));
  const byName = groupBy(entries, ({ record }) => record.check);
  const checks = [...byName].map(([name, own]) => [name, computeCheck(own)] as const);
  const sum = (figure: (metrics: CheckMetrics) => number): number =>
    checks.reduce((total, [, metrics]) => total + figure(metrics), 0);
  const durations = describeDurations(ended.map(({ duration }) => duration));
  const successful = ended.filter(({ success }) => success).length;
  const executed = checks.map(([, metrics]) => metrics).filter(({ executedRuns }) => executedRuns > 0);
  return {
    totalVerifications: ended.length,
    successfulVerifications: successful,
    failedVerifications: ended.length - successful,
    interruptedVerifications: runs.filter(({ stoppedBy }) => stoppedBy === "interrupted").length,
    supersededVerifications: runs.filter(({ stoppedBy }) => stoppedBy === "superseded").length,
    totalChecks: sum(({ totalRuns }) => totalRuns),
    passedChecks: sum(({ passedRuns }) => passedRuns),
    failedChecks: sum(({ failedRuns }) => failedRuns),
    skippedChecks: sum(({ skippedRuns }) => skippedRuns),
    checkPassRate: passRate(
      sum(({ passedRuns }) => passedRuns),
      sum(({ failedRuns }) => failedRuns),
    ),
    executedChecks: sum(({ executedRuns }) => executedRuns),
    stoodChecks: sum(({ stoodRuns }) => stoodRuns),
    averageVerificationDuration: durations.averageDuration,
    medianVerificationDuration: durations.medianDuration,
    p95VerificationDuration: durations.p95Duration,
    averageCheckDuration:
      sum(({ totalDuration }) => totalDuration) /
      Math.max(
        1,
        sum(({ executedRuns }) => executedRuns),
      ),
    longestCheckDuration: executed.reduce((longest, { maxDuration }) => Math.max(longest, maxDuration), 0),
    shortestCheckDuration:
      executed.length === 0
        ? 0
        : executed.reduce((shortest, { minDuration }) => Math.min(shortest, minDuration), Infinity),
    totalCheckDuration: sum(({ totalDuration }) => totalDuration),
    successRate: ended.length === 0 ? null : successful / ended.length,
    reuseRate: reuseRate(entries),
    timeSaved: sum(({ timeSaved }) => timeSaved),
    firstRunAt: ended.length === 0 ? null : ended.reduce((at, run) => Math.min(at, run.startedAt), Infinity),
    checksByName: Object.fromEntries(checks),
  };
}

interface Entry {
  readonly record: CheckRecord;
  readonly startedAt: number;
}

function computeCheck(entries: readonly Entry[]): CheckMetrics {
  const withStatus = (status: CheckRecord["status"]): number =>
    entries.filter(({ record }) => record.status === status).length;
  const executed = entries.filter(({ record }) => wasExecuted(record));
  const durations = executed.map(({ record }) => record.duration);
  return {
    totalRuns: entries.length,
    passedRuns: withStatus("passed"),
    failedRuns: withStatus("failed"),
    skippedRuns: withStatus("skipped"),
    passRate: passRate(withStatus("passed"), withStatus("failed")),
    executedRuns: executed.length,
    stoodRuns: entries.filter(({ record }) => record.cached).length,
    ...describeDurations(durations),
    timeSaved: entries.reduce((total, { record }) => total + (record.saved ?? 0), 0),
    reuseRate: reuseRate(entries),
    retries: entries.reduce((total, { record }) => total + record.retryCount, 0),
    lastRun: executed.reduce((latest, { startedAt }) => Math.max(latest, startedAt), 0),
    recentDurations: durations.slice(0, RECENT).toReversed(),
  };
}

/** Whether some of a check really ran and has a verdict. */
export function wasExecuted({ unitsRun, status }: CheckRecord): boolean {
  return unitsRun > 0 && status !== "skipped";
}

function passRate(passed: number, failed: number): number | null {
  return passed + failed === 0 ? null : passed / (passed + failed);
}

function reuseRate(entries: readonly Entry[]): number | null {
  const stood = entries.reduce((total, { record }) => total + record.unitsStood, 0);
  const all = stood + entries.reduce((total, { record }) => total + record.unitsRun, 0);
  return all === 0 ? null : stood / all;
}

type Durations = Pick<
  CheckMetrics,
  "averageDuration" | "minDuration" | "maxDuration" | "medianDuration" | "p95Duration" | "totalDuration"
>;

function describeDurations(durations: readonly number[]): Durations {
  const sorted = durations.toSorted((one, other) => one - other);
  const total = sorted.reduce((sum, duration) => sum + duration, 0);
  return {
    averageDuration: total / Math.max(1, sorted.length),
    minDuration: sorted[0] ?? 0,
    maxDuration: sorted.at(-1) ?? 0,
    medianDuration: percentile(sorted, 0.5),
    p95Duration: percentile(sorted, 0.95),
    totalDuration: total,
  };
}

/** The smallest value that at least this share of them does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

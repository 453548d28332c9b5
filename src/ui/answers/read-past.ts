import { computeMetrics } from "../../history/compute-metrics.ts";
import { toPastRun } from "../../history/past-run.ts";
import { profileRun } from "../../history/profile-run.ts";
import type { RunRecord } from "../../store/records/records.ts";
import { withCache } from "../../verify/repository-store.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { Bucket, RunComparison, RunDetail, RunsPage, Trends } from "../api.ts";
import type { PageSession } from "../session.ts";

/** How many columns a chart has at most. */
const COLUMNS = 120;

/** Past runs, newest first, and the time from which they count in metrics. */
export interface Past {
  readonly records: readonly RunRecord[];
  readonly since: number | null;
}

/** Reads all stored runs. */
export function readPast({ options }: Pick<PageSession, "options">): Promise<Result<Past>> {
  return withCache(options, ({ history }) => ({
    records: history.selectRuns(() => true, Infinity),
    since: history.metricsSince(),
  }));
}

export function listRuns(
  { records }: Past,
  query: { readonly offset: number; readonly limit: number; readonly check: string | null },
): RunsPage {
  const { check } = query;
  const fitting =
    check === null
      ? records
      : records.filter((run) => run.checks.some((each) => each.check === check && each.status !== "skipped"));
  const offset = Math.min(query.offset, fitting.length);
  const runs = fitting.slice(offset, offset + query.limit);
  return { total: fitting.length, offset, runs: runs.map(toPastRun) };
}

export function findRun({ records }: Past, runId: string): RunDetail | null {
  const run = records.find((each) => each.runId === runId);
  return run === undefined ? null : { run: toPastRun(run), profile: profileRun(run) };
}

/** Two runs check by check, in the order of the newer one. */
export function compareRuns(past: Past, oneId: string, otherId: string): RunComparison | null {
  const [one, other] = [findRun(past, oneId)?.run, findRun(past, otherId)?.run];
  if (one === undefined || other === undefined) return null;
  const names = new Set([...one.checks, ...other.checks].map(({ check }) => check));
  return {
    one,
    other,
    checks: [...names].map((check) => ({
      check,
      one: one.checks.find((each) => each.check === check) ?? null,
      other: other.checks.find((each) => each.check === check) ?? null,
    })),
  };
}

/** Metrics and a chart, for all runs or those of one check. */
export function computeTrends({ records, since }: Past, check: string | null): Trends {
  const counted = since === null ? records : records.filter(({ startedAt }) => startedAt >= since);
  const narrowed = check === null ? counted : counted.flatMap((run) => only(run, check));
  const { checksByName, ...figures } = computeMetrics(narrowed);
  return {
    total: narrowed.length,
    buckets: makeBuckets(narrowed),
    figures,
    checks: Object.entries(checksByName)
      .map(([name, own]) => ({ check: name, ...own }))
      .toSorted((one, other) => other.totalDuration - one.totalDuration),
  };
}

/** A run reduced to this check. */
function only(run: RunRecord, name: string): readonly RunRecord[] {
  const checks = run.checks.filter(({ check, status }) => check === name && status !== "skipped");
  const [own] = checks;
  if (own === undefined) return [];
  const counts = { ...run.counts, filesVerified: own.unitsRun, cacheHits: own.unitsStood };
  return [{ ...run, checks, counts, duration: own.duration, success: own.status === "passed" }];
}

/**
 * Oldest first. Each has the same number of runs, so that a chart has one column per run if there are few, and per
 * several if there are many.
 */
function makeBuckets(newestFirst: readonly RunRecord[]): readonly Bucket[] {
  const runs = newestFirst.toReversed();
  const size = Math.max(1, Math.ceil(runs.length / COLUMNS));
  const buckets: Bucket[] = [];
  for (let at = 0; at < runs.length; at += size) {
    const members = runs.slice(at, at + size);
    const [first, last] = [members[0], members.at(-1)];
    if (first === undefined || last === undefined) continue;
    const durations = members.map(({ duration }) => duration).sort((one, other) => one - other);
    const total = (name: string): number => members.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
    const [ran, cached] = [total("filesVerified"), total("cacheHits")];
    buckets.push({
      from: first.startedAt,
      to: last.startedAt,
      runs: members.length,
      failed: members.filter(({ success }) => !success).length,
      duration: durations.at(-1) ?? 0,
      median: durations[Math.floor((durations.length - 1) / 2)] ?? 0,
      reuse: ran + cached === 0 ? null : cached / (ran + cached),
      runId: last.runId,
    });
  }
  return buckets;
}

/** A past that cannot be read counts as empty. */
export function pastOf(read: Result<Past>): Past {
  return read.ok ? read.value : { records: [], since: null };
}

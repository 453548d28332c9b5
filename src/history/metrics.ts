import type { CheckRecord, RunRecord } from "../store/records/records.ts";
import { fail, succeed } from "../values/succeed.ts";
import { type CacheOptions, withCache } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";
import { type CheckMetrics, computeMetrics, type VerificationMetrics } from "./compute-metrics.ts";
import { concerns, findUnknown } from "./history.ts";
import { MOMENTS, parseMoment } from "./moment.ts";

export interface MetricsOptions extends CacheOptions {
  /** Only runs since then: a time ago (`7d`) or a date. */
  readonly since?: string;
  /** Only these checks, and the runs in which one of them ran or was cached. */
  readonly checks?: readonly string[];
}

export interface Metrics extends VerificationMetrics {
  /** What was requested, or when the metrics were reset, as ISO 8601. */
  readonly since: string | null;
  /** The same as in `checksByName`, the slowest check first. */
  readonly checks: readonly ({ readonly check: string } & CheckMetrics)[];
}

/** Figures over past runs. */
export async function metrics(options: MetricsOptions = {}): Promise<Result<Metrics>> {
  const { since, checks = [] } = options;
  const from = since === undefined ? -Infinity : parseMoment(since, Date.now());
  if (from === null)
    return fail({ kind: "usage", message: "This is not a time.", value: since ?? "", expected: MOMENTS });
  const read = await withCache(options, (store, config): Result<Metrics> => {
    const unknown = findUnknown(checks, config, () => store.history.selectRuns(() => true, Infinity));
    if (unknown.length > 0) return fail(...unknown);
    const reset = store.history.metricsSince() ?? -Infinity;
    const runs = store.history.selectRuns(({ startedAt }) => startedAt >= Math.max(from, reset), Infinity);
    const computed = computeMetrics(checks.length === 0 ? runs : narrow(runs, checks));
    return succeed({
      since: Number.isFinite(Math.max(from, reset)) ? new Date(Math.max(from, reset)).toISOString() : null,
      ...computed,
      checks: Object.entries(computed.checksByName)
        .map(([check, own]) => ({ check, ...own }))
        .toSorted((one, other) => other.totalDuration - one.totalDuration),
    });
  });
  return read.ok ? read.value : read;
}

/** A run that ended before it had a verdict about a check counts as one of its runs, separately. */
function wasCutShort({ check, skippedReason }: CheckRecord, names: readonly string[]): boolean {
  return names.includes(check) && (skippedReason === "interrupted" || skippedReason === "superseded");
}

/** The runs reduced to these checks. */
function narrow(runs: readonly RunRecord[], names: readonly string[]): readonly RunRecord[] {
  return runs
    .filter((run) => run.checks.some((check) => concerns(names)(check) || wasCutShort(check, names)))
    .map((run) => ({ ...run, checks: run.checks.filter(({ check }) => names.includes(check)) }));
}

/** Restarts the metrics; the runs stay in the history. */
export async function resetMetrics(options: CacheOptions = {}): Promise<Result<{ readonly since: string }>> {
  const at = Date.now();
  const reset = await withCache(options, (store) => store.history.resetMetrics(at));
  if (!reset.ok) return reset;
  if (reset.value) return succeed({ since: new Date(at).toISOString() });
  const message = "The figures cannot be reset: no run is recorded, or the store cannot be written to.";
  return fail({ kind: "usage", message });
}

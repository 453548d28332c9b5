import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeMetrics } from "../../src/history/compute-metrics.ts";
import type { CheckRecord, RunRecord } from "../../src/store/records/records.ts";
import { run, START } from "../store/support.ts";

function check(name: string, changes: Partial<CheckRecord> = {}): CheckRecord {
  const [base] = run("r").checks;
  return { ...(base as CheckRecord), check: name, ...changes };
}

const ran = (name: string, duration: number, status: "passed" | "failed" = "passed"): CheckRecord =>
  check(name, { duration, status, unitsRun: 1, unitsStood: 0, saved: 0 });
const stood = (name: string, saved: number): CheckRecord =>
  check(name, { duration: 0, cached: true, unitsRun: 0, unitsStood: 1, saved });
const skipped = (name: string): CheckRecord =>
  check(name, { duration: 0, status: "skipped", unitsRun: 0, unitsStood: 0 });

describe("metrics", () => {
  it("are the figures of a hand count", () => {
    const runs = [
      run("3", {
        success: true,
        duration: 10,
        startedAt: START + 2,
        checks: [stood("lint", 400), stood("test", 800)],
      }),
      run("2", {
        success: true,
        duration: 990,
        startedAt: START + 1,
        checks: [stood("lint", 400), ran("test", 800)],
      }),
      run("1", { success: false, duration: 500, checks: [ran("lint", 400, "failed"), skipped("test")] }),
    ];
    expect(computeMetrics(runs)).toEqual({
      totalVerifications: 3,
      successfulVerifications: 2,
      failedVerifications: 1,
      interruptedVerifications: 0,
      supersededVerifications: 0,
      totalChecks: 6,
      passedChecks: 4,
      failedChecks: 1,
      skippedChecks: 1,
      executedChecks: 2,
      stoodChecks: 3,
      averageVerificationDuration: 500,
      medianVerificationDuration: 500,
      p95VerificationDuration: 990,
      averageCheckDuration: 600,
      longestCheckDuration: 800,
      shortestCheckDuration: 400,
      totalCheckDuration: 1200,
      successRate: 2 / 3,
      checkPassRate: 4 / 5,
      reuseRate: 3 / 5,
      timeSaved: 1600,
      firstRunAt: START,
      checksByName: {
        lint: {
          totalRuns: 3,
          passedRuns: 2,
          failedRuns: 1,
          skippedRuns: 0,
          executedRuns: 1,
          stoodRuns: 2,
          averageDuration: 400,
          minDuration: 400,
          maxDuration: 400,
          medianDuration: 400,
          p95Duration: 400,
          totalDuration: 400,
          timeSaved: 800,
          passRate: 2 / 3,
          reuseRate: 2 / 3,
          retries: 0,
          lastRun: START,
          recentDurations: [400],
        },
        test: {
          totalRuns: 3,
          passedRuns: 2,
          failedRuns: 0,
          skippedRuns: 1,
          executedRuns: 1,
          stoodRuns: 1,
          averageDuration: 800,
          minDuration: 800,
          maxDuration: 800,
          medianDuration: 800,
          p95Duration: 800,
          totalDuration: 800,
          timeSaved: 800,
          passRate: 1,
          reuseRate: 1 / 2,
          retries: 0,
          lastRun: START + 1,
          recentDurations: [800],
        },
      },
    });
  });

  it("are finite numbers where nothing ran", () => {
    const numbers = (value: object): readonly unknown[] =>
      Object.values(value).flatMap((each: unknown) =>
        typeof each === "object" && each !== null ? numbers(each) : [each],
      );
    const { checksByName, ...all } = computeMetrics([]);
    expect(checksByName).toEqual({});
    expect(new Set(Object.values(all))).toEqual(new Set([0, null]));
    for (const each of numbers(computeMetrics([run("1", { checks: [stood("lint", 5), skipped("test")] })])))
      expect(each === null || Number.isFinite(each)).toBe(true);
  });

  it("count runs that were cut short apart, with all that is in them", () => {
    const cut = (stoppedBy: string): RunRecord =>
      run(stoppedBy, { stoppedBy, success: false, checks: [ran("lint", 1)] });
    const stopped = ["interrupted", "superseded", "superseded", "fail-fast", "overall-timeout"].map(cut);
    expect(computeMetrics([...stopped, run("old", { checks: [ran("lint", 3)] })])).toMatchObject({
      totalVerifications: 3,
      successfulVerifications: 1,
      failedVerifications: 2,
      interruptedVerifications: 1,
      supersededVerifications: 2,
      totalChecks: 3,
      shortestCheckDuration: 1,
    });
  });

  it("understand checks of any name", () => {
    const { checksByName } = computeMetrics([
      run("1", { checks: [ran("__proto__", 1), ran("constructor", 2)] }),
    ]);
    expect(Object.keys(checksByName).sort()).toEqual(["__proto__", "constructor"]);
  });

  it("agree with a naive recount, whatever was run", () => {
    const record = fc
      .record({
        name: fc.constantFrom("lint", "test", "build"),
        kind: fc.constantFrom("ran", "failed", "stood", "skipped", "mixed"),
        duration: fc.integer({ min: 0, max: 5000 }),
        saved: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
      })
      .map(({ name, kind, duration, saved }): CheckRecord => {
        const made = {
          ran: ran(name, duration),
          failed: ran(name, duration, "failed"),
          stood: stood(name, 0),
          skipped: skipped(name),
          mixed: check(name, { duration, unitsRun: 2, unitsStood: 3 }),
        }[kind];
        const { saved: _, ...rest } = made;
        return saved === undefined ? rest : { ...rest, saved };
      });
    const runs = fc.array(
      fc.record({
        success: fc.boolean(),
        duration: fc.integer({ min: 0, max: 10_000 }),
        stoppedBy: fc.constantFrom(undefined, null, "interrupted", "superseded", "fail-fast"),
        checks: fc.uniqueArray(record, { selector: ({ check: name }) => name }),
      }),
    );
    fc.assert(
      fc.property(runs, (made) => {
        const all = made.map(({ stoppedBy, ...rest }, at) =>
          run(`${at}`, { ...rest, startedAt: START - at, ...(stoppedBy === undefined ? {} : { stoppedBy }) }),
        );
        const metrics = computeMetrics(all);
        let total = 0;
        let good = 0;
        let time = 0;
        const figures = { results: 0, passed: 0, failed: 0, skipped: 0, executed: 0, spent: 0, saved: 0 };
        const seen = { longest: 0, shortest: Number.MAX_SAFE_INTEGER };
        const last: Record<string, number> = {};
        for (const each of all) {
          if (each.stoppedBy === "interrupted" || each.stoppedBy === "superseded") continue;
          total += 1;
          if (each.success) good += 1;
          time += each.duration;
          for (const own of each.checks) {
            figures.results += 1;
            figures[own.status] += 1;
            figures.saved += own.saved ?? 0;
            if (own.status === "skipped" || own.cached) continue;
            figures.executed += 1;
            figures.spent += own.duration;
            if (own.duration > seen.longest) seen.longest = own.duration;
            if (own.duration < seen.shortest) seen.shortest = own.duration;
            last[own.check] ??= each.startedAt;
          }
        }
        expect(metrics).toMatchObject({
          totalVerifications: total,
          successfulVerifications: good,
          failedVerifications: total - good,
          totalChecks: figures.results,
          passedChecks: figures.passed,
          failedChecks: figures.failed,
          skippedChecks: figures.skipped,
          executedChecks: figures.executed,
          timeSaved: figures.saved,
          averageVerificationDuration: total === 0 ? 0 : time / total,
          averageCheckDuration: figures.executed === 0 ? 0 : figures.spent / figures.executed,
          longestCheckDuration: seen.longest,
          shortestCheckDuration: figures.executed === 0 ? 0 : seen.shortest,
        });
        for (const [name, own] of Object.entries(metrics.checksByName)) {
          expect(own.lastRun).toBe(last[name] ?? 0);
          expect(own.passedRuns + own.failedRuns + own.skippedRuns).toBe(own.totalRuns);
          expect(own.minDuration).toBeLessThanOrEqual(own.medianDuration);
          expect(own.medianDuration).toBeLessThanOrEqual(own.p95Duration);
          expect(own.p95Duration).toBeLessThanOrEqual(own.maxDuration);
        }
      }),
    );
  });
});

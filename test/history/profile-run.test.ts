import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCriticalPath, profileRun } from "../../src/history/profile-run.ts";
import type { CheckRecord } from "../../src/store/records/records.ts";
import { run } from "../store/support.ts";

function check(name: string, changes: Partial<CheckRecord> = {}): CheckRecord {
  const [base] = run("r").checks;
  return { ...(base as CheckRecord), check: name, startedAfter: 0, dependsOn: [], ...changes };
}

describe("the profile of a run", () => {
  it("says where the time went", () => {
    const checks = [
      check("build", { startedAfter: 100, duration: 300 }),
      check("lint", { startedAfter: 110, duration: 350 }),
      check("test", { startedAfter: 400, duration: 200, dependsOn: ["build"] }),
    ];
    expect(profileRun(run("1", { duration: 650, checks }))).toEqual({
      beforeChecks: 100,
      checks: 500,
      afterChecks: 50,
      work: 850,
      criticalPath: { checks: ["build", "test"], duration: 500 },
    });
  });

  it("is not known of a run in which nothing ran, or that was kept before times were", () => {
    expect(profileRun(run("1"))).toBeNull();
    expect(profileRun(run("1", { checks: [] }))).toBeNull();
  });

  it("leads through checks that stood, and does not name them", () => {
    const { startedAfter: _, ...stood } = check("types", { duration: 0, dependsOn: ["build"] });
    const checks = [
      check("test", { duration: 20, dependsOn: ["types"] }),
      stood,
      check("build", { duration: 10 }),
    ];
    expect(findCriticalPath(checks)).toEqual({ checks: ["build", "test"], duration: 30 });
  });

  it("comes to an end on stored nonsense", () => {
    const checks = [check("a", { dependsOn: ["b"] }), check("b", { dependsOn: ["a", "gone"] })];
    expect(findCriticalPath(checks).checks).toContain("a");
  });

  it("has the longest of all chains as its critical path", () => {
    const graphs = fc.array(
      fc.record({
        duration: fc.integer({ min: 1, max: 100 }),
        before: fc.array(fc.nat(6), { maxLength: 3 }),
        ran: fc.boolean(),
      }),
      { minLength: 1, maxLength: 7 },
    );
    fc.assert(
      fc.property(graphs, (made) => {
        const checks = made.map(({ duration, before, ran }, at): CheckRecord => {
          const dependsOn = [...new Set(before.filter((each) => each < at))].map(String);
          const { startedAfter, ...rest } = check(`${at}`, { duration, dependsOn });
          return ran ? { ...rest, startedAfter: startedAfter ?? 0 } : rest;
        });
        const byName = new Map(checks.map((each) => [each.check, each]));
        const lengths = (name: string): readonly number[] => {
          const own = byName.get(name) as CheckRecord;
          const length = own.startedAfter === undefined ? 0 : own.duration;
          return [length, ...(own.dependsOn ?? []).flatMap(lengths).map((each) => each + length)];
        };
        const path = findCriticalPath(checks);
        expect(path.duration).toBe(Math.max(...checks.flatMap((each) => lengths(each.check))));
        expect(path.checks.reduce((sum, name) => sum + (byName.get(name)?.duration ?? 0), 0)).toBe(
          path.duration,
        );
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawFindingId } from "../../src/checks/finding-id.ts";
import { compareResults } from "../../src/replay/compare-results.ts";
import type { CheckResult } from "../../src/vocabulary/verdict/result.ts";
import { failedCheck, sampleCheck, sampleFinding } from "../report/sample-result.ts";

const ids = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 });

const result = fc.record({ ids, passed: fc.boolean() }).map(({ ids, passed }): CheckResult => {
  const errors = ids.map((id) => sampleFinding({ id }));
  return passed ? sampleCheck({ errors }) : failedCheck(errors);
});

/** The same verdict, as another run over the same tree may put it. */
function retold(original: CheckResult, random: number): CheckResult {
  return {
    ...original,
    duration: random,
    timestamp: random,
    cached: random % 2 === 0,
    filesVerified: random,
    stdout: String(random),
    errors: [...original.errors.toReversed(), ...original.errors.slice(0, random % 3)],
    ...(original.status === "failed" ? { exitCode: 1 + (random % 3), why: String(random) } : {}),
  };
}

describe("two runs over the same tree", () => {
  it("agree if only the way it is told differs", () => {
    fc.assert(
      fc.property(result, fc.nat(), (one, random) => {
        expect(compareResults([one], [retold(one, random)])).toEqual([]);
      }),
    );
  });

  it("disagree exactly where a status or a finding does", () => {
    fc.assert(
      fc.property(result, result, (one, other) => {
        const only = (left: CheckResult, right: CheckResult): readonly string[] =>
          [...new Set(left.errors.map(({ id }) => id))].filter(
            (id) => !right.errors.some((finding) => finding.id === id),
          );
        const [disagreement] = compareResults([one], [other]);
        const isEqual =
          one.status === other.status && only(one, other).length + only(other, one).length === 0;
        expect(disagreement === undefined).toBe(isEqual);
        expect(disagreement?.extra.map(({ id }) => id) ?? []).toEqual(only(one, other));
        expect(disagreement?.missing.map(({ id }) => id) ?? []).toEqual(only(other, one));
      }),
    );
  });

  it("disagree where one command crashed and the other failed by itself", () => {
    const crashed = failedCheck([], { exitCode: null, signal: "SIGSEGV", why: "ended by SIGSEGV" });
    expect(compareResults([failedCheck([])], [crashed])).toMatchObject([
      { check: "lint", incremental: "failed: exit code 1", full: "failed: ended by SIGSEGV" },
    ]);
  });

  it("disagree about a check that only one of them skipped, or has", () => {
    const skipped = sampleCheck({
      status: "skipped",
      passed: false,
      skippedReason: "dependency-failed",
      why: "types did not pass",
    });
    expect(compareResults([sampleCheck()], [skipped])).toMatchObject([
      { incremental: "passed", full: "skipped: types did not pass" },
    ]);
    expect(compareResults([], [sampleCheck()])).toMatchObject([{ incremental: "not declared" }]);
  });

  it("do not disagree about raw output, which is that of another set of files", () => {
    const raw = sampleFinding({ id: rawFindingId("lint"), message: "lint: exit code 1" });
    expect(compareResults([failedCheck([raw, sampleFinding()])], [failedCheck([sampleFinding()])])).toEqual(
      [],
    );
  });

  it("are compared by status alone where findings were counted in place of listed", () => {
    const more = sampleFinding({ id: "m", message: "31 more findings are not listed." });
    const flood = failedCheck([sampleFinding(), more]);
    expect(compareResults([failedCheck([sampleFinding({ id: "other" })])], [flood])).toEqual([]);
    expect(compareResults([sampleCheck()], [flood])).toHaveLength(1);
  });
});

import * as fc from "fast-check";
import { rawFindingId } from "../../../src/checks/finding-id.ts";
import type { VerificationResult } from "../../../src/vocabulary/run/verification-result.ts";
import type { ReportedFinding } from "../../../src/vocabulary/verdict/finding.ts";
import type { CheckResult, Replayed } from "../../../src/vocabulary/verdict/result.ts";
import { HOSTILE, sampleAction, sampleCheck, sampleFinding, sampleResult } from "../sample-result.ts";

const NAMES = ["lint", "types", "test", "a-check-with-a-name-that-goes-on-and-on-and-on-and-on-and-on"];

/** Of every kind that is counted or shown in another way. */
export const character = fc.constantFrom(
  ..."aZ9 |.(é型👍\n\t\r\u001B\u0085\u2028\u202E",
  "\u{E0041}",
  "\uD83D",
  "word",
);

const text = fc.oneof(
  fc.string({ maxLength: 100, unit: character }),
  fc.constantFrom(HOSTILE, "型が合いません。".repeat(60), "x", "line one\nline two\nline three", ""),
);

const file = fc.oneof(fc.constantFrom("src/a.ts", "src/b.ts", "docs/a.md"), text);

const finding = (check: string): fc.Arbitrary<ReportedFinding> =>
  fc
    .record(
      {
        id: fc.constantFrom("0".repeat(24), rawFindingId(check)),
        severity: fc.constantFrom("error", "warning", "info"),
        state: fc.constantFrom("new", "old"),
        message: text,
        file,
        line: fc.nat(),
        code: text,
        suggestion: text,
        context: text,
      },
      { requiredKeys: ["id", "severity", "state", "message"] },
    )
    .map((fields) => ({ ...withoutPlace, ...(fields as Partial<ReportedFinding>), check }));

const { file: _file, line: _line, column: _column, code: _code, ...withoutPlace } = sampleFinding();

const replayed: fc.Arbitrary<Replayed> = fc
  .array(file, { maxLength: 5 })
  .map((files) => ({ runId: "r", timestamp: "2020-01-01T00:00:00.000Z", units: files.length, files }));

const check = (name: string): fc.Arbitrary<CheckResult> =>
  fc
    .record({
      status: fc.constantFrom("passed", "failed", "failed", "skipped"),
      cached: fc.boolean(),
      errors: fc.array(finding(name), { maxLength: 12 }),
      stdout: text,
      stderr: text,
      why: text,
      replayed: fc.option(replayed, { nil: undefined }),
    })
    .map(({ replayed: isReplayed, ...fields }) =>
      sampleCheck({
        ...(fields as Partial<CheckResult>),
        ...(isReplayed === undefined || fields.status !== "failed" ? {} : { replayed: isReplayed }),
        check: name,
        passed: fields.status === "passed",
        errors: fields.status === "skipped" ? [] : fields.errors,
        ...(fields.status === "skipped" ? { skippedReason: "dependency-failed" as const } : {}),
      }),
    );

/** Any result, with whatever tools and files may say in it. */
export const arbitraryResult: fc.Arbitrary<VerificationResult> = fc
  .record({
    results: fc.tuple(...NAMES.map(check)),
    isCompared: fc.boolean(),
    toleratesLint: fc.boolean(),
    stoppedBy: fc.constantFrom(null, null, null, "fail-fast", "overall-timeout", "interrupted", "superseded"),
    dependents: fc.nat({ max: 3000 }),
    recovered: fc.nat({ max: 3 }),
    reason: fc.option(text),
  })
  .map(({ results, isCompared, toleratesLint, stoppedBy, dependents, recovered, reason }) => {
    const tolerated = toleratesLint && results[0]?.status === "failed" ? ["lint"] : [];
    const failed = results.filter(
      ({ check: name, status }) => status === "failed" && !tolerated.includes(name),
    );
    const isFine = results.some(({ status }) => status === "passed") || tolerated.length > 0;
    return sampleResult(results, {
      tolerated,
      reason,
      stoppedBy: stoppedBy as VerificationResult["stoppedBy"],
      success: failed.length === 0 && isFine && stoppedBy === null,
      findingsBaseline: isCompared ? { commitHash: null, timestamp: "2026-11-14T16:20:00.000Z" } : null,
      upstream: [{ file: "src/a.ts", dependents }],
      recovery: Array.from({ length: recovered }, (_, index) =>
        sampleAction({ check: NAMES[index + 1] ?? "lint", filesTouched: [HOSTILE, "src/a.ts"] }),
      ),
    });
  });

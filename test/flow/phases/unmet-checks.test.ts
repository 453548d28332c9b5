import { expect, test } from "vitest";
import { explainUnmet, findUnmet } from "../../../src/flow/phases/unmet-checks.ts";
import type { CheckResult } from "../../../src/vocabulary/verdict/result.ts";

type Kind = "passed" | "failed" | NonNullable<CheckResult["skippedReason"]>;

function result(check: string, kind: Kind): CheckResult {
  const hasRun = kind === "passed" || kind === "failed";
  return {
    check,
    description: "",
    type: "test",
    status: hasRun ? kind : "skipped",
    passed: kind === "passed",
    cached: false,
    critical: false,
    duration: 0,
    exitCode: null,
    retryCount: 0,
    filesVerified: 0,
    cacheHits: 0,
    observed: 0,
    predicted: 0,
    ...(hasRun ? {} : { skippedReason: kind, why: "a reason" }),
    command: [],
    errors: [],
    stdout: "",
    stderr: "",
    timestamp: 0,
  };
}

test.each<[string, Readonly<Record<string, Kind>>, readonly string[], readonly string[]]>([
  ["all pass", { a: "passed", b: "passed", c: "filtered" }, ["a", "b"], []],
  ["one fails", { a: "passed", b: "failed" }, ["a", "b"], ["b"]],
  ["what another depends on fails", { a: "dependency-failed", b: "failed" }, ["a"], ["a", "b"]],
  ["one is disabled", { a: "passed", b: "disabled" }, ["a", "b"], ["b"]],
  ["one that is not named is disabled", { a: "passed", b: "disabled" }, ["a"], []],
  ["one is cut short", { a: "passed", b: "overall-timeout", c: "fail-fast" }, ["a", "b", "c"], ["b", "c"]],
  ["one has no files beside one that passes", { a: "passed", b: "no-files" }, ["a", "b"], []],
  ["one has no files beside one that fails", { a: "failed", b: "no-files" }, ["a", "b"], ["a"]],
  ["one has no files beside one that is disabled", { a: "disabled", b: "no-files" }, ["a", "b"], ["a"]],
  ["none has files", { a: "no-files", b: "no-files" }, ["a", "b"], ["a", "b"]],
  ["none that is named has files", { a: "no-files", b: "passed" }, ["a"], ["a"]],
  ["none that is named has files, and another is filtered", { a: "no-files", b: "filtered" }, ["a"], ["a"]],
])("a gate names its unmet checks where %s", (_, kinds, named, expected) => {
  const results = Object.entries(kinds).map(([check, kind]) => result(check, kind));
  expect(findUnmet(results, named).map(({ check }) => check)).toEqual(expected);
});

test("what was not run is explained, and what failed is left to its findings", () => {
  expect(explainUnmet(result("a", "failed"))).toEqual([]);
  expect(explainUnmet(result("a", "disabled"))).toEqual([
    "a is disabled, so it cannot pass. Enable it, or remove it from the gate.",
  ]);
  expect(explainUnmet(result("a", "dependency-failed"))).toEqual(["a was not run: a reason."]);
});

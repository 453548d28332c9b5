import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan/plan.ts";
import { type AnswerOptions, answerPlan } from "../../src/run/answer-plan.ts";
import type { CachedVerdicts } from "../../src/run/judge.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { CheckResult } from "../../src/vocabulary/verdict/result.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";

const PASSED: CachedVerdicts = { count: 2, notable: [] };
const FAILED = {
  count: 1,
  notable: [
    {
      target: "a.ts",
      status: "failed",
      exitCode: 1,
      findings: [],
      runId: "1",
      createdAt: 0,
      stdout: "no",
      stderr: "",
    },
  ],
} as unknown as CachedVerdicts;

interface Given {
  readonly decision: object;
  readonly cached?: CachedVerdicts;
  readonly dependsOn?: readonly string[];
}

function answer(
  given: Readonly<Record<string, Given>>,
  {
    failFast = false,
    tolerates,
  }: { readonly failFast?: boolean; readonly tolerates?: (result: CheckResult) => boolean } = {},
): Promise<readonly CheckResult[] | null> {
  const checks: readonly Check[] = Object.entries(given).map(([name, { dependsOn = [] }]) =>
    declaredCheck({ name, command: "secret", args: [], dependsOn }),
  );
  const planned = checks.map(({ name, dependsOn }) => ({ check: name, dependsOn, ...given[name]?.decision }));
  return answerPlan({
    plan: { schemaVersion: 1, mode: "incremental", checks: planned } as unknown as Plan,
    checks,
    execution: { failFast, continueOnWarning: true } as AnswerOptions["execution"],
    cached: (name) => given[name]?.cached ?? PASSED,
    redact: (text) => text.replaceAll("secret", "***"),
    ...(tolerates === undefined ? {} : { tolerates }),
  });
}

const CACHED = { decision: "stand", units: [] };
const brief = (results: readonly CheckResult[] | null): readonly string[] | undefined =>
  results?.map(({ check, status, skippedReason }) => `${check} ${skippedReason ?? status}`);

describe("the results of a plan in which nothing has to run", () => {
  it("are those of the cached verdicts, without secrets", async () => {
    const results = await answer({
      lint: { decision: CACHED },
      test: { decision: CACHED, cached: FAILED },
    });
    const [lint, test] = results ?? [];
    expect(lint).toMatchObject({
      check: "lint",
      status: "passed",
      cached: true,
      cacheHits: 2,
      command: ["***"],
    });
    expect(test).toMatchObject({ check: "test", status: "failed", cached: true, stdout: "no" });
  });

  it("are in the order of the plan, also where a check depends on a later one", async () => {
    const test = { decision: CACHED, dependsOn: ["build"] };
    expect(brief(await answer({ test, build: { decision: CACHED } }))).toEqual([
      "test passed",
      "build passed",
    ]);
    const build = { decision: CACHED, cached: FAILED };
    expect(brief(await answer({ test, build }))).toEqual(["test dependency-failed", "build failed"]);
    expect(brief(await answer({ test, build }, { tolerates: () => true }))).toEqual([
      "test passed",
      "build failed",
    ]);
  });

  it("say which checks have no files, and which cannot be started", async () => {
    const results = await answer({
      lint: { decision: { decision: "skip", reason: { type: "no-files" } } },
      test: { decision: { decision: "blocked", why: "it cannot be started" } },
    });
    expect(brief(results)).toEqual(["lint no-files", "test failed"]);
    expect(results?.[1]?.why).toBe("it cannot be started");
  });

  it("are unknown if something has to run, or if a failure stops the run", async () => {
    expect(await answer({ lint: { decision: { decision: "run", units: [], commands: [] } } })).toBeNull();
    const failed = { lint: { decision: CACHED, cached: FAILED }, test: { decision: CACHED } };
    expect(brief(await answer(failed))).toEqual(["lint failed", "test passed"]);
    expect(await answer(failed, { failFast: true })).toBeNull();
    expect(brief(await answer(failed, { failFast: true, tolerates: () => true }))).toEqual([
      "lint failed",
      "test passed",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { buildPlan, type BuildPlanOptions } from "../../src/plan/build-plan.ts";
import { computeScope } from "../../src/scope/compute-scope.ts";
import type { StoredVerdict } from "../../src/store/records/records.ts";
import type { Unit } from "../../src/units/unit.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";
import { sampleUnit, scopeOptions, verdictOf } from "../scope/scope-samples.ts";

const lint = declaredCheck();
const a = sampleUnit("lint", "src/a.ts");
const b = sampleUnit("lint", "src/b.ts");

interface Planned {
  readonly checks: readonly Check[];
  readonly units: readonly Unit[];
  readonly stored?: readonly StoredVerdict[];
}

function optionsFor({ checks, units, stored = [] }: Planned): BuildPlanOptions {
  return {
    checks,
    selection: new Map(checks.map(({ name }) => [name, null])),
    scope: computeScope(scopeOptions(checks, units, stored)),
    files: ["src/a.ts", "src/b.ts", "docs/a.md"] as RepoPath[],
    paths: [],
    mode: "incremental",
    group: (_, scoped) => {
      const files = scoped.flatMap(({ unit, decision }) =>
        decision === "run" ? [unit.target as RepoPath] : [],
      );
      return files.length === 0 ? [] : [{ files, depth: null }];
    },
  };
}

describe("a plan", () => {
  it("says of every check and every unit what becomes of it and why, as plain data", () => {
    const options = optionsFor({ checks: [lint], units: [a, b], stored: [verdictOf(a)] });
    expect(buildPlan(options).plan).toMatchInlineSnapshot(`
      {
        "checks": [
          {
            "check": "lint",
            "commands": [
              {
                "args": [
                  "src/b.ts",
                ],
                "command": "linter",
                "cwd": ".",
                "env": {},
                "files": [
                  "src/b.ts",
                ],
                "timeout": 0,
                "trace": null,
              },
            ],
            "decision": "run",
            "dependsOn": [],
            "units": [
              {
                "decision": "stand",
                "kind": "predicted",
                "reason": {
                  "runId": "run-1",
                  "since": 1000,
                  "status": "passed",
                  "type": "stands",
                  "worktree": null,
                },
                "target": "src/a.ts",
              },
              {
                "decision": "run",
                "kind": "predicted",
                "reason": {
                  "type": "never-verified",
                },
                "target": "src/b.ts",
              },
            ],
          },
        ],
        "mode": "incremental",
        "schemaVersion": 1,
      }
    `);
  });

  it("is the same for the same input, and survives as JSON", () => {
    const options = optionsFor({ checks: [lint], units: [a, b] });
    const { plan } = buildPlan(options);
    expect(buildPlan(options).plan).toEqual(plan);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });
});

describe("a check", () => {
  const decisionOf = (options: BuildPlanOptions, at = 0): unknown => buildPlan(options).plan.checks[at];

  it("a check that does not take part is skipped with its reason, and nobody waits for it", () => {
    const test = declaredCheck({ name: "test", dependsOn: ["lint"] });
    const options = optionsFor({ checks: [lint, test], units: [a, sampleUnit("test", "src/a.ts")] });
    const selection = new Map([
      ["lint", { type: "filtered" } as const],
      ["test", null],
    ]);
    expect(decisionOf({ ...options, selection })).toMatchObject({
      decision: "skip",
      reason: { type: "filtered" },
    });
    expect(decisionOf({ ...options, selection }, 1)).toMatchObject({ decision: "run", dependsOn: [] });
  });

  it("a check without files is skipped, not passed", () => {
    expect(decisionOf(optionsFor({ checks: [lint], units: [] }))).toMatchObject({
      decision: "skip",
      reason: { type: "no-files" },
    });
  });

  it("a check whose verdicts are all known starts nothing", () => {
    const options = optionsFor({ checks: [lint], units: [a], stored: [verdictOf(a)] });
    expect(decisionOf(options)).toMatchObject({ decision: "stand" });
    expect(decisionOf(options)).not.toHaveProperty("commands");
  });

  it("a check that lacks something is blocked, and says what", () => {
    const blocked = declaredCheck({ blockedBy: "{task} has no value" });
    expect(decisionOf(optionsFor({ checks: [blocked], units: [a] }))).toMatchObject({
      decision: "blocked",
      why: "{task} has no value",
    });
  });

  it("is blocked by a file whose name its tool would take for something else", () => {
    const vitest = declaredCheck({ command: "vitest", tool: { name: "vitest", via: null } });
    const options = optionsFor({ checks: [vitest], units: [sampleUnit("lint", "src/a:1")] });
    expect(decisionOf(options)).toMatchObject({ decision: "blocked" });
    expect(JSON.stringify(decisionOf(options))).toContain("rename it, or exclude it from files");
  });
});

describe("paths that were asked for", () => {
  it("narrow the files of a check, and skip a check that none of them concerns", () => {
    const docs = declaredCheck({ name: "docs", files: ["docs/**"], args: [] });
    const options = optionsFor({ checks: [lint, docs], units: [a, b, sampleUnit("docs", "")] });
    expect(buildPlan({ ...options, paths: ["src/b.ts" as RepoPath] }).plan.checks).toMatchObject([
      { decision: "run", commands: [{ files: ["src/b.ts"] }] },
      { decision: "skip", reason: { type: "no-files" } },
    ]);
  });

  it("do not narrow a check that makes something for a unit that runs", () => {
    const build = declaredCheck({ name: "build", type: "build", files: ["docs/**"], args: [] });
    const test = declaredCheck({ name: "lint", dependsOn: ["build"] });
    const options = optionsFor({ checks: [build, test], units: [sampleUnit("build", ""), a] });
    expect(buildPlan({ ...options, paths: ["src" as RepoPath] }).plan.checks).toMatchObject([
      { check: "build", decision: "run" },
      { check: "lint", decision: "run" },
    ]);
  });
});

import type { FailedCheck } from "../../src/recovery/match-strategy.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { Strategy } from "../../src/vocabulary/run/recovery.ts";
import type { Finding } from "../../src/vocabulary/verdict/finding.ts";
import { sampleCheck, sampleFinding } from "../report/sample-result.ts";

export function declaredCheck(fields: Partial<Check> = {}): Check {
  return {
    name: "lint",
    type: "lint",
    description: "",
    builtin: null,
    command: "linter",
    args: ["{files}"],
    tool: { name: "linter", via: null },
    cwd: ".",
    timeout: 0,
    critical: true,
    enabled: true,
    retries: 0,
    dependsOn: [],
    tags: [],
    category: "quality",
    files: ["src/**"],
    inputs: [],
    lister: null,
    listsWithin: false,
    targetInputs: [],
    besideTests: null,
    configuration: "auto",
    outputs: [],
    batch: null,
    trace: "off",
    env: {},
    follow: "none",
    declaresFollow: true,
    renames: "rerun",
    replayFailures: true,
    parse: "auto",
    ttlDays: null,
    blockedBy: null,
    origin: { file: ".verification.yml" },
    ...fields,
  };
}

export function strategy(fields: Partial<Strategy> = {}): Strategy {
  return {
    name: "repair",
    when: [{ check: "lint" }],
    needsExit: false,
    command: "mender",
    args: [],
    tool: { name: "mender", via: null },
    cwd: ".",
    env: {},
    timeout: 0,
    effect: "tree",
    ...fields,
  };
}

export function failedCheck(
  findings: readonly Partial<Finding>[],
  fields: { readonly check?: Partial<Check>; readonly result?: Partial<FailedCheck["result"]> } = {},
): FailedCheck {
  const check = declaredCheck(fields.check);
  return {
    check,
    result: sampleCheck({
      check: check.name,
      status: "failed",
      passed: false,
      exitCode: 1,
      ...fields.result,
    }),
    findings: findings.map((finding, index) =>
      sampleFinding({ id: `${check.name}-${index}`, check: check.name, ...finding }),
    ),
  };
}

/** A tree with these files, each with some content. */
export function treeOf(...paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(paths.map((path) => [path, "file 1"]));
}

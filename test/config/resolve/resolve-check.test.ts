import { expect, it } from "vitest";
import {
  DEFAULT_TIMEOUT,
  resolveCheck,
  type ResolveContext,
} from "../../../src/config/resolve/resolve-check.ts";
import type { CheckInput } from "../../../src/config/schema/schema.ts";
import type { Check } from "../../../src/vocabulary/check/check.ts";
import type { Failure } from "../../../src/vocabulary/failure.ts";
import { temporaryDirectory } from "../../detect/repository.ts";

const context: ResolveContext = {
  root: temporaryDirectory(),
  execution: {},
  templates: { workDir: "work", checkpointDir: "checkpoints", task: undefined, github: {} },
  ttlDays: null,
};

function resolve(fields: Partial<CheckInput>, over: Partial<ResolveContext> = {}): Check {
  const found = tryResolve(fields, over);
  if (!found.ok) throw new Error(found.failures[0]?.message);
  return found.value;
}

function tryResolve(
  fields: Partial<CheckInput>,
  over: Partial<ResolveContext> = {},
): ReturnType<typeof resolveCheck> {
  const at = (field?: string, index?: number): Failure["at"] & object => ({
    file: `.verification.yml${field === undefined ? "" : `#${field}${index === undefined ? "" : `.${index}`}`}`,
  });
  return resolveCheck(
    { fields: { name: "lint", command: "true", ...fields } as CheckInput, origin: at(), locate: at },
    { ...context, ...over },
  );
}

it("fills in every default, so that nothing has to look at what was written again", () => {
  expect(resolve({})).toMatchObject({
    name: "lint",
    type: "command",
    command: "true",
    args: [],
    cwd: ".",
    timeout: DEFAULT_TIMEOUT,
    critical: true,
    enabled: true,
    retries: 0,
    dependsOn: [],
    category: "quality",
    files: null,
    configuration: "auto",
    outputs: [],
    batch: null,
    trace: "auto",
    parse: "auto",
    ttlDays: null,
    blockedBy: null,
  });
  expect(Object.values(resolve({}))).not.toContain(undefined);
});

it("follows the structure of what a linter or a type check looks at, and the content of what others run", () => {
  const following = (type: Check["type"]): readonly [string, boolean] => {
    const { follow, replayFailures } = resolve({ type });
    return [follow, replayFailures];
  };
  expect(following("lint")).toEqual(["structure", true]);
  expect(following("type-check")).toEqual(["structure", true]);
  expect(following("test")).toEqual(["content", false]);
  expect(following("build")).toEqual(["content", false]);
  expect(resolve({ type: "test", follow: "none", replayFailures: true })).toMatchObject({
    follow: "none",
    replayFailures: true,
  });
});

it("puts what the command line says over what a check says of its time and its trace", () => {
  expect(resolve({ timeout: 5, trace: "off" }, { timeout: 7, trace: "full" })).toMatchObject({
    timeout: 7,
    trace: "full",
  });
});

it("a check names each dependency once", () => {
  expect(resolve({ dependsOn: ["build", "build"] }).dependsOn).toEqual(["build"]);
});

it("puts values into its words, and blocks a check whose template has none", () => {
  expect(resolve({ args: ["{{workDir}}/a"] }).args).toEqual(["work/a"]);
  expect(resolve({ args: ["{{task}}"] }).blockedBy).toContain("task");
});

it("refuses {files} without files, at the place of the arguments and with the way out", () => {
  expect(tryResolve({ args: ["{files}"] })).toMatchObject({
    ok: false,
    failures: [
      {
        kind: "config-invalid",
        message: 'The check "lint" has {files} in its arguments and no files.',
        at: { file: ".verification.yml#args" },
        expected: 'files: a list of globs, such as ["src/**/*.ts"]',
      },
    ],
  });
});

it("reports everything that is wrong with a check at once", () => {
  const found = tryResolve({ command: undefined as never, args: ["{files}"], cwd: "/elsewhere" });
  expect(found.ok ? [] : found.failures.map(({ message }) => message)).toHaveLength(3);
});

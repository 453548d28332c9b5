import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PRESETS } from "../../../src/config/presets/presets.ts";
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

it("a resolved check has every default, so that nothing reads the raw configuration again", () => {
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

it("linters and type checks follow the structure of what they look at, other checks follow content", () => {
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

it("the command line overrides the time limit and the tracing of a check", () => {
  expect(resolve({ timeout: 5, trace: "off" }, { timeout: 7, trace: "full" })).toMatchObject({
    timeout: 7,
    trace: "full",
  });
});

it("a check names each dependency once", () => {
  expect(resolve({ dependsOn: ["build", "build"] }).dependsOn).toEqual(["build"]);
});

it("templates in arguments are filled in, and a check without a value for its template is blocked", () => {
  expect(resolve({ args: ["{{workDir}}/a"] }).args).toEqual(["work/a"]);
  expect(resolve({ args: ["{{task}}"] }).blockedBy).toContain("task");
});

it("{files} without files is refused, with the place of the arguments and a way to fix it", () => {
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

it("everything that is wrong with a check is reported at once", () => {
  const found = tryResolve({ command: undefined as never, args: ["{files}"], cwd: "/elsewhere" });
  expect(found.ok ? [] : found.failures.map(({ message }) => message)).toHaveLength(3);
});

it("an option of oxlint that the installed version does not know yet is left out", () => {
  const root = temporaryDirectory();
  const argsWith = (version: string | null, cwd = "."): readonly string[] => {
    mkdirSync(join(root, "node_modules/oxlint"), { recursive: true });
    mkdirSync(join(root, "packages/a"), { recursive: true });
    writeFileSync(join(root, "node_modules/oxlint/package.json"), JSON.stringify({ version }));
    const { command, args, files } = PRESETS.oxlint;
    return resolve({ command, args, files: [...(files ?? [])], cwd }, { root }).args;
  };
  const old = ["--format", "json", "{files}"];
  expect(argsWith("1.59.0")).toEqual(old);
  expect(argsWith("0.16.3", "packages/a")).toEqual(old);
  for (const version of ["1.60.0", "2.0.0", null]) expect(argsWith(version)).toEqual(PRESETS.oxlint.args);
});

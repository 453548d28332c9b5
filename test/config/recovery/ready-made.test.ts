import { describe, expect, it } from "vitest";
import { PRESETS } from "../../../src/config/presets/presets.ts";
import { readyMadeFor } from "../../../src/config/recovery/ready-made.ts";
import type { Check } from "../../../src/vocabulary/check/check.ts";
import type { Strategy } from "../../../src/vocabulary/run/recovery.ts";
import { declaredCheck } from "../../recovery/recovery-samples.ts";
import { Rig } from "../../rig/rig.ts";

interface Repository {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly packageManager?: string;
}

function find(
  [command = "", ...args]: readonly string[],
  { manifest, files = [], check = {} }: FindOptions = {},
): readonly Strategy[] {
  const rig = new Rig({ git: false });
  if (manifest !== undefined) rig.write("package.json", JSON.stringify(manifest));
  for (const file of files) rig.write(file, "");
  return readyMadeFor(declaredCheck({ command, args, ...check }), rig.root);
}

interface FindOptions {
  readonly manifest?: Repository;
  readonly files?: readonly string[];
  readonly check?: Partial<Check>;
}

/** Names with their command lines. */
function lines(strategies: readonly Strategy[]): readonly string[] {
  return strategies.map(({ name, command, args }) =>
    [`${name}:`, command, ...args.filter((arg) => !arg.startsWith("for "))].join(" "),
  );
}

const words = (text: string): readonly string[] => text.split(" ");

describe("a fixer", () => {
  it.each([
    ["eslint --format json {files}", "eslint-fix: eslint --fix --format json {files}"],
    ["eslint . --max-warnings 0", "eslint-fix: eslint --fix . --max-warnings 0"],
    ["./node_modules/.bin/eslint .", "eslint-fix: ./node_modules/.bin/eslint --fix ."],
    ["npx --no-install eslint .", "eslint-fix: eslint --fix ."],
    ["pnpm exec eslint .", "eslint-fix: eslint --fix ."],
    ["oxlint --deny-warnings", "oxlint-fix: oxlint --fix --deny-warnings"],
    ["biome check src", "biome-fix: biome check --write src"],
    ["biome ci .", "biome-fix: biome check --write ."],
    ["prettier --check {files}", "prettier-write: prettier --write {files}"],
    ["prettier -l src --config x.json", "prettier-write: prettier --write src --config x.json"],
    ["oxfmt --check", "oxfmt-write: oxfmt --write"],
    ["ruff check src", "ruff-fix: ruff check --fix src"],
    ["ruff format --check src", "ruff-format: ruff format src"],
  ])("the fixer of %s is %s", (command, line) => expect(lines(find(words(command)))).toEqual([line]));

  it.each([
    "eslint --fix .",
    "eslint --fix-dry-run .",
    "biome check --write .",
    "prettier src",
    "ruff rule E1",
    "cat x",
  ])("is not made for %s", (command) => expect(find(words(command))).toEqual([]));

  it.each(["eslint", "oxlint", "biome", "prettier"] as const)("comes with the preset %s", (name) => {
    const { command, args } = PRESETS[name];
    const [fixer] = find([command, ...args]);
    expect(fixer).toMatchObject({ command, effect: "tree", needsExit: true, when: [{ check: "lint" }] });
    expect(fixer?.args).toContain("{files}");
  });

  it("is found behind a package script that is one plain command, with what is given to it", () => {
    const scripts = { lint: "npm run lint:js --", "lint:js": "eslint src", both: "eslint . && tsc" };
    const found = (text: string): readonly string[] => lines(find(words(text), { manifest: { scripts } }));
    expect(found("npm run lint -- --quiet")).toEqual(["eslint-fix: eslint --fix src --quiet"]);
    expect(found("yarn lint:js")).toEqual(["eslint-fix: eslint --fix src"]);
    expect(found("npm run both")).toEqual([]);
    expect(found("npm run nothing")).toEqual([]);
    expect(lines(find(["npm", "run", "a"], { manifest: { scripts: { a: "npm run a" } } }))).toEqual([]);
  });

  it("runs where the check runs, with its variables and its limit", () => {
    const check = { cwd: "web", env: { A: "1", B: null }, timeout: 7 };
    expect(find(["eslint", "."], { check })).toMatchObject([{ cwd: "web", env: { A: "1" }, timeout: 7 }]);
  });
});

describe("install-packages", () => {
  const manifest = { dependencies: { x: "1" } };

  it("uses the package manager of the repository, where it has packages", () => {
    const install = (options: FindOptions): readonly string[] => lines(find(["make"], options));
    expect(install({ manifest })).toEqual(["install-packages: npm install --no-audit --no-fund"]);
    expect(install({ manifest, files: ["pnpm-lock.yaml"] })).toEqual(["install-packages: pnpm install"]);
    expect(install({ manifest: { ...manifest, packageManager: "yarn@4.1.0" } })).toEqual([
      "install-packages: yarn install",
    ]);
    expect(install({ manifest: {} })).toEqual([]);
    expect(install({})).toEqual([]);
  });

  it("is for packages and commands that are missing, and not for files", () => {
    const [strategy] = find(["make"], { manifest });
    const pattern = new RegExp(strategy?.when[0]?.pattern ?? "", "m");
    for (const text of [
      "Error: Cannot find module 'left-pad'",
      "error TS2307: Cannot find module '@scope/x' or its corresponding type declarations.",
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x' imported from /r/a.js",
      "sh: 1: eslint: not found\nnpm error",
      "sh: eslint: command not found",
      "lint: The command eslint was not found. It is neither in node_modules/.bin nor on PATH.",
    ])
      expect(text).toMatch(pattern);
    for (const text of [
      "Error: Cannot find module './a.js'",
      "Cannot find module '/r/a.js'",
      "Cannot find module 'node:nothing'",
      "The command ./tool was not found.",
      "page not found",
    ])
      expect(text).not.toMatch(pattern);
  });
});

describe("what a tool keeps of its own", () => {
  it("is cleared where the check has it keep something, in the place that it names", () => {
    expect(lines(find(words("eslint --cache .")))).toEqual([
      "eslint-fix: eslint --fix --cache .",
      "clear-cache: node -e -- .eslintcache",
    ]);
    expect(lines(find(words("eslint --cache --cache-location=.cache/eslint .")))[1]).toBe(
      "clear-cache: node -e -- .cache/eslint",
    );
    expect(lines(find(words("prettier --check --cache .")))[1]).toBe(
      "clear-cache: node -e -- node_modules/.cache/prettier",
    );
    expect(lines(find(words("jest --ci")))).toEqual(["clear-cache: jest --clearCache"]);
  });

  it.each(["/tmp/x", "../x", ".", "..", "a/../..", "C:\\x"])("is left alone at %s", (place) =>
    expect(lines(find(["eslint", "--cache-location", place, "."]))).toHaveLength(1),
  );

  it("is refreshed where a build trusts it", () => {
    expect(lines(find(words("tsc --build packages")))).toEqual([
      "refresh-build-info: tsc --build --force packages",
    ]);
    expect(lines(find(words("tsc -p ."), { files: ["tsconfig.tsbuildinfo", "a.ts"] }))).toEqual([
      "refresh-build-info: node -e -- tsconfig.tsbuildinfo",
    ]);
    expect(lines(find(words("tsc --tsBuildInfoFile .cache/info")))).toEqual([
      "refresh-build-info: node -e -- .cache/info",
    ]);
    expect(find(words("tsc -p ."))).toEqual([]);
    expect(find(words("tsc -b --force"))).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { checksFrom, inferFrom, manifest, type Files } from "./rig.ts";

const LINT: Files = { "eslint.config.js": "export default [];", "src/a.ts": "" };
const names = async (scripts: Record<string, unknown>, more: Files = LINT): Promise<readonly string[]> =>
  Object.entries(await checksFrom({ ...more, "package.json": manifest(scripts) })).map(
    ([name, { uses, args, command }]: [string, { uses?: string; args?: string[]; command?: string }]) =>
      `${name}: ${uses ?? [command, ...(args ?? [])].join(" ")}`,
  );

describe("scripts", () => {
  it("are split, and looked through", async () => {
    expect(await names({ lint: "eslint . && prettier -c src", test: "npm run lint && vitest run" })).toEqual([
      "lint: eslint",
      "format: prettier",
      "test: vitest",
    ]);
  });

  it.each([
    ["npm run a && npm run b"],
    ["npm run a; npm run b"],
    ["run-s a b"],
    ["run-p a b"],
    ["npm-run-all --parallel a b"],
    ["pnpm a && pnpm run b"],
    ["yarn a && yarn run b"],
    ["yarn eslint . && pnpm exec vitest run"],
    ["npx eslint . && npm exec -- vitest run"],
    ["nr a && bun run b"],
    [`pnpm run "/^[ab]$/"`],
  ])("a script becomes its checks: %s", async (test) => {
    const found = await names({ test, a: "eslint .", b: "vitest" });
    expect(found).toEqual(["lint: eslint", "test: vitest"]);
  });

  it("are found by patterns, of which a star does not go over a colon", async () => {
    const scripts = {
      lint: "run-s lint:*",
      "lint:js": "eslint .",
      "lint:css:all": "oxlint",
      "lint:format": "prettier -c src",
    };
    expect(await names(scripts)).toEqual(["lint: eslint", "format: prettier", "lint:css:all: oxlint"]);
  });

  it("are given what stands after their name", async () => {
    const scripts = { test: "npm run unit -- --project main", unit: "vitest run" };
    const checks = await checksFrom({ "package.json": manifest(scripts) });
    expect(checks["test"]).toMatchObject({ args: expect.arrayContaining(["--project", "main"]) });
  });

  it("a test script that writes the build out runs the build, and what comes after it waits for that", async () => {
    const scripts = { test: "eslint . && del-cli dist && tsc && tsd", build: "del-cli dist && tsc" };
    const files = { ...LINT, "package.json": manifest(scripts), "tsconfig.json": "{}" };
    expect(await names(scripts, files)).toEqual(["lint: eslint", "build: npm run build", "test: tsd"]);
    expect((await checksFrom(files))["test"]).toMatchObject({ dependsOn: ["build"] });
  });

  it.each([
    ["its build has a hook", { build: "del-cli dist && tsc", prebuild: "node make.js" }],
    ["its build does more", { build: "del-cli dist && tsc && node bundle.js" }],
  ])("a test script runs its own commands where %s", async (_, more) => {
    const found = await names({ test: "del-cli dist && tsc && tsd", ...more });
    expect(found).toContain("test:del-cli: del-cli dist");
  });

  it("a script with hooks is run without its package manager, which would run the hooks once more", async () => {
    const scripts = { test: "tap", pretest: "node prepare.js", posttest: "npm run lint", lint: "eslint ." };
    expect(await names(scripts)).toEqual(["lint: eslint", "pretest: npm run pretest", "test: tap"]);
  });

  it("a script that builds, called in two ways, is never run twice at once, nor under what waits for it", async () => {
    const scripts = {
      compile: "rimraf build && tsc",
      prepare: "npm run compile",
      pretest: "npm run compile -- -p tsconfig.test.json",
      test: "mocha test/*.mjs",
    };
    const checks = await checksFrom({ "package.json": manifest(scripts), "test/a.mjs": "" });
    expect(checks).toMatchObject({
      build: { args: ["run", "compile", "--", "-p", "tsconfig.test.json"], dependsOn: ["compile"] },
      compile: { args: ["run", "compile"] },
      test: { dependsOn: ["build"] },
    });
    expect(checks["compile"]).not.toHaveProperty("dependsOn");
  });

  it.skipIf(process.platform === "win32")(
    "a command with a pattern for a tool that is not known is started by a shell, and what stands before it is a check of its own",
    async () => {
      const scripts = {
        build: "node build.js",
        test: "standard && npm run build && A=b cross-env C=d tape  'x y' test/**/*.js",
      };
      const checks = await checksFrom({ "package.json": manifest(scripts), "test/a.js": "", "build.js": "" });
      expect(checks).toMatchObject({
        lint: { uses: "standard" },
        build: { command: "npm", args: ["run", "build"] },
        test: {
          command: "sh",
          args: ["-c", "A=b cross-env C=d tape  'x y' test/**/*.js"],
          dependsOn: ["build"],
        },
      });
      expect(checks["test"]).not.toHaveProperty("env");
      const given = { unit: "tape test/*.js", test: "npm run build && npm run unit -- --bail", build: "x" };
      const whole = await checksFrom({ "package.json": manifest(given), "test/a.js": "" });
      expect(whole["unit"] ?? whole["test"]).toMatchObject({ command: "npm" });
    },
  );

  it.each(["kcd-scripts test", "react-scripts test"])("are told that nobody watches: %s", async (test) => {
    expect(await checksFrom({ "package.json": manifest({ test }) })).toMatchObject({
      test: { command: "npm", args: ["run", "test"], env: { CI: "true" } },
    });
  });

  describe("tests of a whole package wait for its build", () => {
    const scripts = { build: "esbuild lib/a.js --outfile=index.js", test: "c8 --100 --check-coverage mocha" };
    const dependsOn = async (
      test: string,
      more: object,
      files: Record<string, string> = {},
    ): Promise<unknown> => {
      const all = { "package.json": manifest(scripts, more), "test/a.js": test, "lib/a.js": "", ...files };
      return ((await checksFrom(all))["test"] as { dependsOn?: unknown }).dependsOn;
    };

    it.each([
      ["its entry", `import "../index.js";`, { main: "./index.js" }],
      [
        "a file beside its entry",
        `require("../dist/cjs/b.js");`,
        { exports: { ".": { import: "./dist/index.js" } } },
      ],
    ])("tests that load what the build makes wait for it: %s", async (_, test, more) => {
      expect(await dependsOn(test, more)).toEqual(["build"]);
    });

    it("tests that load sources, or an entry that is no product, wait for no build", async () => {
      expect(await dependsOn(`import "../lib/a.js";`, { main: "index.js" })).toBeUndefined();
      expect(
        await dependsOn(`import "../index.js";`, { main: "index.js" }, { "index.js": "" }),
      ).toBeUndefined();
    });
  });

  it("scripts that call each other in a circle end, and are no check", async () => {
    const { checks, notes } = await inferFrom({
      "package.json": manifest({ test: "npm run a", a: "npm test" }),
    });
    expect(checks).toEqual([]);
    expect(notes).toEqual(['The script "test" calls itself.']);
  });

  it("scripts that are not strings, or are called like what objects have, are passed over", async () => {
    expect(await names({ test: 7, lint: ["eslint"], toString: "x", build: { a: 1 } })).toEqual([]);
    expect(await names({ test: "npm run constructor" })).toEqual(["test: npm run test"]);
    const { checks } = await inferFrom({ "package.json": '{ "scripts": "none", "workspaces": 5 }' });
    expect(checks).toEqual([]);
  });

  it("run what goes before and after them", async () => {
    expect(await names({ pretest: "eslint .", test: "vitest run" })).toEqual([
      "lint: eslint",
      "test: vitest",
    ]);
  });

  it("wait for what builds before them, and builds are run as they are", async () => {
    const files = {
      ...LINT,
      "package.json": manifest({
        test: "eslint . && npm run build && vitest run",
        build: "rm -rf dist && tsc",
      }),
    };
    expect(await checksFrom(files)).toEqual({
      lint: expect.not.objectContaining({ dependsOn: expect.anything() }) as object,
      build: { command: "npm", args: ["run", "build"] },
      test: { uses: "vitest", dependsOn: ["build"] },
    });
  });

  it("wait for a command in the middle that nobody knows", async () => {
    const checks = await checksFrom({ "package.json": manifest({ test: "node make.js && vitest run" }) });
    expect(Object.entries(checks)).toEqual([
      ["test:node", { command: "node", args: ["make.js"] }],
      ["test", { uses: "vitest", dependsOn: ["test:node"] }],
    ]);
  });

  it("work in the directory that they change to", async () => {
    const checks = await checksFrom({
      "package.json": manifest({ test: "cd site && vitest run" }),
      "site/a.test.ts": "",
    });
    expect(checks["test"]).toMatchObject({
      uses: "vitest",
      cwd: "site",
      files: [expect.stringMatching(/^site\//)],
    });
    expect(await names({ test: "cd ../out && vitest run" })).toEqual(["test: npm run test"]);
  });

  it("scripts of one kind get names of their own", async () => {
    const scripts = {
      test: "npm run test:a && npm run test:b && npm run test:c",
      "test:a": "vitest run",
      "test:b": "node b.js",
      "test:c": "node c.js",
    };
    expect(await names(scripts)).toEqual([
      "test: vitest",
      "test:b: npm run test:b",
      "test:c: npm run test:c",
    ]);
  });

  it("scripts that gather others add only what these do not do", async () => {
    const scripts = { check: "npm run lint && knip && npm run test", lint: "eslint .", test: "vitest run" };
    expect(await names(scripts)).toEqual(["lint: eslint", "test: vitest", "unused: knip"]);
    expect(await names({ check: "npm run lint | cat", lint: "eslint ." })).toEqual(["lint: eslint"]);
  });

  it("scripts that gather others add another project, other files and other test runners of a tool that is used already", async () => {
    const project = '{ "compilerOptions": { "noEmit": true } }';
    const files = { ...LINT, "tsconfig.json": project, "tsconfig.js.json": project, "tools/a.ts": "" };
    const scripts = { typecheck: "tsc", lint: "eslint src", test: "vitest run" };
    const check = "tsc -p tsconfig.js.json && eslint tools && jest";
    expect(await names({ ...scripts, check }, files)).toEqual([
      "type-check: tsc",
      "lint: eslint",
      "test: vitest",
      "check: tsc",
      "lint:eslint: eslint",
      "test:jest: jest",
    ]);
    const again = "tsc --noEmit -p . && tsc --project ./tsconfig.json && eslint src/*.ts && vitest run";
    const known = ["type-check: tsc", "lint: eslint", "test: vitest"];
    expect(await names({ ...scripts, check: again }, files)).toEqual(known);
    const counted = { ...scripts, test: "vitest run --coverage.thresholds.lines=90", check: "vitest run" };
    expect(await names(counted, files)).toEqual([...known.slice(0, 2), "test: npm run test"]);
  });
});

describe("workspaces", () => {
  const ROOT = { workspaces: ["packages/*", "!packages/old"] };
  const member = (name: string, scripts: Record<string, string>, more: object = {}): Files => ({
    [`packages/${name.replace(/.*\//, "")}/package.json`]: JSON.stringify({ name, scripts, ...more }),
    [`packages/${name.replace(/.*\//, "")}/src/a.test.ts`]: "",
  });
  const inferred = async (files: Files) =>
    Object.entries(await checksFrom(files)).map(
      ([name, { uses, cwd, command, args }]: [
        string,
        { uses?: string; cwd?: string; command?: string; args?: string[] },
      ]) =>
        `${name}: ${uses ?? [command, ...(args ?? [])].join(" ")}${cwd === undefined ? "" : ` in ${cwd}`}`,
    );

  it("workspaces have their own checks", async () => {
    const files = {
      "package.json": manifest({}, ROOT),
      ...member("@x/a", { test: "vitest run" }),
      ...member("b", { test: "jest" }),
      ...member("old", { test: "jest" }),
    };
    expect(await inferred(files)).toEqual(["x/a:test: vitest in packages/a", "b:test: jest in packages/b"]);
    expect((await checksFrom(files))["x/a:test"]).toMatchObject({
      files: [expect.stringMatching(/^packages\/a\//)],
    });
  });

  it("workspaces of pnpm are found too, and a file that is no YAML has none", async () => {
    const files = { "package.json": manifest({}), ...member("a", { test: "vitest run" }) };
    expect(await inferred({ ...files, "pnpm-workspace.yaml": "packages:\n  - packages/*\n" })).toEqual([
      "a:test: vitest in packages/a",
    ]);
    expect(await inferred({ ...files, "pnpm-workspace.yaml": "packages: [" })).toEqual([]);
  });

  it.each([
    "pnpm -r test",
    "pnpm -r --parallel run test",
    "npm run test --workspaces --if-present",
    "npm test -ws",
    "yarn workspaces run test",
    "yarn workspaces foreach -A run test",
    "lerna run test",
    "turbo run test",
    "turbo test",
  ])("%s in the root becomes the checks of the packages", async (test) => {
    const files = {
      "package.json": manifest({ test }, ROOT),
      "turbo.json": '{ "tasks": { "test": {} } }',
      ...member("a", { test: "vitest run" }),
    };
    expect(await inferred(files)).toEqual(["a:test: vitest in packages/a"]);
  });

  it.each([
    ["turbo run test", '{ "tasks": { "test": { "dependsOn": ["^build"] } } }'],
    ["turbo run test --filter=...x", '{ "tasks": { "test": {} } }'],
    ["turbo run test", "{ nonsense"],
    ["nx run-many -t test", "{}"],
    ["pnpm -r --filter ...a test", "{}"],
  ])("%s with %s stays as it is, and nothing runs twice", async (test, turbo) => {
    const files = {
      "package.json": manifest({ test }, ROOT),
      "turbo.json": turbo,
      ...member("a", { test: "vitest run" }),
    };
    expect(await inferred(files)).toEqual(["test: npm run test"]);
  });

  it("are named one by one", async () => {
    const test = "yarn workspace a test && pnpm --filter b test";
    const files = {
      "package.json": manifest({ test }, ROOT),
      ...member("a", { test: "vitest run" }),
      ...member("b", { test: "jest" }),
      ...member("c", {}),
    };
    expect(await inferred(files)).toEqual(["a:test: vitest in packages/a", "b:test: jest in packages/b"]);
  });

  it("are not looked at again by a tool that the root starts over everything", async () => {
    const files = {
      "package.json": manifest({ test: "vitest run", lint: "eslint ." }, ROOT),
      "eslint.config.js": "export default []",
      ...member("a", { test: "vitest run", lint: "eslint src", typecheck: "tsc --noEmit" }),
    };
    expect(await inferred(files)).toEqual([
      "lint: eslint",
      "test: vitest",
      "a:type-check: tsc in packages/a",
    ]);
  });

  it("are built in the order of their dependencies, and in any order where these form a circle", async () => {
    const deps = (...names: readonly string[]) => ({
      dependencies: Object.fromEntries(names.map((name) => [name, "*"])),
    });
    const files = {
      "package.json": manifest({}, ROOT),
      ...member("a", { build: "make" }, deps("b", "c")),
      ...member("b", { build: "make" }, deps("react")),
      ...member("c", { build: "make" }, deps("a")),
    };
    const checks = await checksFrom(files);
    expect(checks).toMatchObject({ "a:build": { dependsOn: ["b:build"] } });
    expect(checks["b:build"]).not.toHaveProperty("dependsOn");
    expect(checks["c:build"]).not.toHaveProperty("dependsOn");
    const built = { ...files, "package.json": manifest({ build: "pnpm -r build" }, ROOT) };
    expect(Object.keys(await checksFrom(built))).toEqual(["build"]);
  });

  it("are looked at where the root leaves them out", async () => {
    const files = {
      "package.json": manifest({ test: "vitest run site" }, ROOT),
      "site/a.test.ts": "",
      ...member("a", { test: "vitest run" }),
    };
    expect(await inferred(files)).toEqual(["test: vitest", "a:test: vitest in packages/a"]);
  });
});

import { describe, expect, it } from "vitest";
import { PRESETS } from "../../../src/config/presets/presets.ts";
import { checksFrom, inferFrom, manifest, type Files } from "./rig.ts";

const PROJECT: Files = {
  "eslint.config.js": "export default [];",
  "src/a.ts": "",
  "src/deep/b.ts": "",
  "lib/deep/c.js": "",
  "test/a.test.ts": "",
  "test/b.js": "",
  "docs/a.md": "",
  "tsconfig.json": '{ "compilerOptions": { "noEmit": true } }',
  "tsconfig.spec.json": '{ "extends": "./tsconfig.json" }',
  "tsconfig.build.json": '{ "compilerOptions": { "outDir": "dist" } }',
};
const CODE = "js,cjs,mjs,jsx,ts,cts,mts,tsx";
const JSON_OUT = ["--no-warn-ignored", "--format", "json", "{files}"];
const VITEST = [
  "--passWithNoTests",
  "--coverage.enabled=false",
  "--reporter=json",
  "--reporter=default",
  "{files}",
];
const PRETTIER = ["--check", "--ignore-unknown", "{files}"];

const one = async (text: string, more: Files = {}): Promise<object | undefined> =>
  (await checksFrom({ ...PROJECT, ...more, "package.json": manifest({ test: text }) }))[
    Object.keys(await checksFrom({ ...PROJECT, ...more, "package.json": manifest({ test: text }) }))[0] ?? ""
  ];

describe("a known tool in a script becomes its preset", () => {
  it.each<[string, object]>([
    ["eslint .", { uses: "eslint", args: JSON_OUT }],
    ["eslint", { uses: "eslint", args: JSON_OUT }],
    [
      "eslint src test --max-warnings 0",
      {
        uses: "eslint",
        args: ["--max-warnings", "0", ...JSON_OUT],
        files: [`src/**/*.{${CODE}}`, `test/**/*.{${CODE}}`],
      },
    ],
    [`eslint "src/**/*.ts" --cache -f stylish`, { uses: "eslint", args: JSON_OUT, files: ["src/**/*.ts"] }],
    // A shell expands what no quotes protect, and for it `**` is `*`.
    ["eslint lib/**/*.js", { uses: "eslint", args: JSON_OUT, files: ["lib/*/*.js"] }],
    // It expands to directories too, into which a tool looks.
    [
      "eslint src/* li?",
      {
        uses: "eslint",
        args: JSON_OUT,
        files: ["src/*", `src/*/**/*.{${CODE}}`, `li?/**/*.{${CODE}}`],
      },
    ],
    ["npx --no-install eslint src", { uses: "eslint", args: JSON_OUT, files: [`src/**/*.{${CODE}}`] }],
    [
      "time node_modules/.bin/eslint src",
      { uses: "eslint", command: "node_modules/.bin/eslint", args: JSON_OUT, files: [`src/**/*.{${CODE}}`] },
    ],
    [
      "node --max-old-space-size=8192 node_modules/eslint/bin/eslint.js .",
      {
        uses: "eslint",
        command: "node",
        args: ["--max-old-space-size=8192", "node_modules/eslint/bin/eslint.js", ...JSON_OUT],
      },
    ],
    ["tsc", { uses: "tsc" }],
    ["tsc --noEmit --incremental", { uses: "tsc" }],
    [
      "tsc -p tsconfig.spec.json --noEmit",
      { uses: "tsc", args: ["-p", "tsconfig.spec.json", "--noEmit", "--pretty", "false"] },
    ],
    [
      "tsc -p tsconfig.spec.json",
      { uses: "tsc", args: ["-p", "tsconfig.spec.json", "--noEmit", "--pretty", "false"] },
    ],
    ["vitest", { uses: "vitest" }],
    ["vitest run", { uses: "vitest" }],
    ["vitest --watch", { uses: "vitest" }],
    ["vitest run --coverage --reporter=dot", { uses: "vitest" }],
    ["vitest --run --project main", { uses: "vitest", args: ["run", "--project", "main", ...VITEST] }],
    ["vitest run test", { uses: "vitest", files: [`test/**/*.{test,spec}.{${CODE}}`] }],
    ["cross-env NODE_ENV=test TZ=UTC vitest run", { uses: "vitest", env: { NODE_ENV: "test", TZ: "UTC" } }],
    ["NODE_OPTIONS=--no-warnings vitest run", { uses: "vitest", env: { NODE_OPTIONS: "--no-warnings" } }],
    ["env A=b vitest run", { uses: "vitest", env: { A: "b" } }],
    [
      "dotenv -e .env.test -- vitest run",
      { uses: "vitest", command: "dotenv", args: ["-e", ".env.test", "--", "vitest", "run", ...VITEST] },
    ],
    ["c8 -r html vitest run", { uses: "vitest" }],
    ["jest --coverage", { uses: "jest" }],
    [
      "jest --ci -i",
      {
        uses: "jest",
        args: [
          "--ci",
          "-i",
          "--json",
          "--passWithNoTests",
          "--coverage=false",
          "--runTestsByPath",
          "{files}",
        ],
      },
    ],
    [
      "mocha --require x --reporter dot test/**/*.js",
      { uses: "mocha", args: ["--require", "x", "--reporter", "json", "{files}"], files: ["test/**/*.js"] },
    ],
    ["nyc mocha", { uses: "mocha" }],
    ["ava", { uses: "ava" }],
    ["node --test test/", { uses: "node-test", files: ["test/**/*.{js,cjs,mjs}"] }],
    [
      `node --import tsx --test "test/*.test.ts"`,
      {
        uses: "node-test",
        args: ["--import", "tsx", "--test", "--test-reporter=tap", "{files}"],
        files: ["test/*.test.ts"],
      },
    ],
    [`prettier --check "src/**/*.ts" docs/a.md`, { uses: "prettier", files: ["src/**/*.ts", "docs/a.md"] }],
    [
      "prettier -l --no-semi src",
      { uses: "prettier", args: ["--no-semi", ...PRETTIER], files: ["src/**", expect.stringMatching(/^!/)] },
    ],
    ["biome check", { uses: "biome" }],
    [
      "biome lint src",
      {
        uses: "biome",
        args: expect.arrayContaining(["lint", "--reporter=json"]),
        files: [`src/**/*.{${CODE},json,jsonc,css,graphql,gql}`],
      },
    ],
    [
      "oxlint --deny-warnings",
      { uses: "oxlint", args: expect.arrayContaining(["--deny-warnings", "{files}"]) },
    ],
    ["xo", { uses: "xo" }],
    ["standard", { uses: "standard" }],
    [
      `markdownlint docs`,
      { uses: "markdownlint", files: ["docs/**/*.{md,markdown}", "!**/.*", "!**/.*/**"] },
    ],
    [
      `markdownlint-cli2 "**/*.md" "#node_modules"`,
      { uses: "markdownlint-cli2", files: ["**/*.md", "!node_modules"] },
    ],
  ])("a known tool in a script becomes its preset: %s", async (text, fields) =>
    expect(await one(text)).toEqual(fields),
  );

  it.each([
    "module.exports = { testRegex: 'x' }",
    "module.exports = { rootDir: 'a', testMatch: ['x'] }",
    "module.exports = { testMatch: f() }",
  ])("jest is asked for its files where %s", async (config) => {
    const files = { ...PROJECT, "jest.config.js": config, "package.json": manifest({ test: "jest" }) };
    expect(await checksFrom(files)).toEqual({ test: { uses: "jest" } });
  });

  it("a known tool in a script becomes its preset without the flag that edits, where nothing else looks", async () => {
    const checks = async (scripts: object) =>
      checksFrom({ ...PROJECT, "package.json": manifest(scripts as Record<string, string>) });
    expect(await checks({ lint: "eslint --fix src" })).toEqual({
      lint: { uses: "eslint", args: JSON_OUT, files: [`src/**/*.{${CODE}}`] },
    });
    expect(await checks({ format: "prettier --write src" })).toMatchObject({ format: { uses: "prettier" } });
    expect(await checks({ fix: "eslint --fix src" })).toMatchObject({ lint: { uses: "eslint" } });
    expect(await checks({ lint: "biome lint --write .", "lint:check": "eslint src" })).toEqual({
      lint: { uses: "eslint", args: JSON_OUT, files: [`src/**/*.{${CODE}}`] },
    });
    const { checks: none, notes } = await inferFrom({
      ...PROJECT,
      "package.json": manifest({ lint: "eslint --fix --stdin" }),
    });
    expect(none).toEqual([]);
    expect(notes).toEqual(['The script "lint" edits files, so it is not a check.']);
  });
});

it("a formatter that is not known is no check, unless something says that it only looks", async () => {
  const scriptsOf = async (scripts: Record<string, string>): Promise<readonly string[]> =>
    (await inferFrom({ ...PROJECT, "package.json": manifest(scripts) })).checks.map(({ fields }) =>
      (fields.args ?? []).join(" "),
    );
  expect(await scriptsOf({ format: "kcd-scripts format" })).toEqual([]);
  expect(await scriptsOf({ fmt: "treefmt" })).toEqual([]);
  expect(await scriptsOf({ lint: "kcd-scripts lint --fix" })).toEqual([]);
  expect(await scriptsOf({ format: "treefmt --fail-on-change --check" })).toEqual(["run format"]);
  expect(await scriptsOf({ "format:check": "treefmt --ci" })).toEqual(["run format:check"]);
  expect(await scriptsOf({ lint: "kcd-scripts lint" })).toEqual(["run lint"]);
});

describe("where the settings of Vitest are code", () => {
  const files: Files = {
    ...PROJECT,
    "vitest.config.ts": "const include = x(); export default { test: { include } }",
    "package.json": manifest({ test: "vitest run" }),
  };
  const installed = (version: string): Files => ({
    "node_modules/vitest/package.json": JSON.stringify({ name: "vitest", version }),
  });

  it("Vitest is asked which files are tests", async () => {
    const checks = await checksFrom({ ...files, ...installed("3.0.0") });
    expect(checks).toEqual({ test: expect.objectContaining({ uses: "vitest" }) });
    expect(checks["test"]).not.toHaveProperty("files");
  });

  it("a version that cannot list its files is not asked for them", async () => {
    const usual = { ...PROJECT, "package.json": manifest({ test: "vitest run" }) };
    const listed = await checksFrom({ ...usual, ...installed("3.0.0") });
    expect(listed["test"]).not.toHaveProperty("files");
    const { test } = await checksFrom({ ...usual, ...installed("1.6.0") });
    expect(test).toMatchObject({ uses: "vitest", files: PRESETS.vitest.files });
  });

  it("a version that cannot list its files runs them all", async () => {
    const checks = await checksFrom({ ...files, ...installed("2.1.9") });
    expect(checks).toEqual({ test: expect.objectContaining({ command: "npm", args: ["run", "test"] }) });
  });
});

describe("what cannot be said file by file stays about the whole project, and says why", () => {
  it.each<[string, Files, RegExp]>([
    ["eslint . --max-warnings 5", {}, /--max-warnings 5 counts over all files/],
    ["eslint --unheard-of x .", {}, /option --unheard-of is not known/],
    ["eslint nowhere", {}, /nowhere does not exist/],
    [`eslint "nowhere/*.ts"`, {}, /nowhere\/\*\.ts matches no file/],
    ["eslint ../other", {}, /outside the repository/],
    ["vitest run --shard 1/2", {}, /--shard/],
    [
      "vitest run --coverage",
      { "vitest.config.ts": "export default { test: { coverage: { thresholds: { lines: 9 } } } }" },
      /threshold/,
    ],
    [
      "vitest run",
      {
        "vitest.config.ts":
          "export default { test: { coverage: { thresholds: { lines: 9 }, enabled: true } } }",
      },
      /threshold/,
    ],
    ["c8 --check-coverage vitest run", {}, /threshold/],
    ["nyc mocha", { ".nycrc.json": '{ "check-coverage": true }' }, /threshold/],
    [
      "vitest run",
      { "vitest.config.ts": "const include = x(); export default { test: { include } }" },
      /says in code/,
    ],
    [
      "vitest run",
      {
        "vitest.config.ts": "import b from './base'; export default b",
        "base.ts": "export default { test: { include: f() } }",
      },
      /says in code/,
    ],
    [
      "vitest run",
      { "vitest.config.ts": "export default { test: { browser: { enabled: true } } }" },
      /browser/,
    ],
    ["jest", { "jest.config.js": "module.exports = { runner: 'x' }" }, /run in its own way/],
    ["jest --coverage", { "jest.config.js": "module.exports = { coverageThreshold: {} }" }, /threshold/],
    ["mocha", { ".mocharc.json": '{ "spec": "x" }' }, /names the tests itself/],
    ["mocha", { "test/hooks.js": "beforeEach(() => {});\n" }, /test\/hooks\.js has hooks/],
    ["ava", { "ava.config.js": "export default {}" }, /configuration is code/],
    [
      "vitest run",
      { "vitest.config.ts": "export default { test: { dir: 'a', include: ['*.x.ts'] } }" },
      /says in code/,
    ],
    [
      "vitest run",
      { "vitest.config.ts": "import base from '@acme/vitest-preset'; export default base" },
      /takes its settings from @acme/,
    ],
    ["vitest run", { "vitest.config.ts": "export default { test: { include: ['../x.ts'] } }" }, /outside/],
    ["vitest run", { "vitest.config.ts": "export default { test: { include: ['/x.ts'] } }" }, /outside/],
    ["mocha", { "test/mocha.opts": "--recursive" }, /names the tests itself/],
    ["node --test", { "src/a.test.ts": "" }, /version of Node/],
    ["node --test src", {}, /version of Node/],
    ["stylelint src", {}, /directory/],
    ["xo", { "xo.config.js": "" }, /configuration is code/],
    ["tsc -p tsconfig.build.json", {}, /may write what it compiles/],
    ["tool --x", {}, /not known which files tool reads/],
    ["eslint . | cat", {}, /only a shell knows/],
    ["nx run-many -t test", {}, /nx decides/],
    ["wireit", {}, /wireit decides/],
    ["turbo run test", {}, /turbo\.json says/],
    ["npm run missing", {}, /does not exist/],
  ])(
    "what cannot be said file by file stays about the whole project, and says why: %s",
    async (text, more, why) => {
      const { checks } = await inferFrom({ ...PROJECT, ...more, "package.json": manifest({ test: text }) });
      expect(checks).toHaveLength(1);
      const [check] = checks;
      expect(check?.fields).toMatchObject({ command: "npm", args: ["run", "test"] });
      expect(check?.note).toMatch(why);
      expect(check?.fields.description).toMatch(why);
      expect(check?.cost).toBe("everything");
    },
  );

  it("what cannot be said file by file stays about the whole project, and says why, also for what ESLint before version 9 would have to be kept from", async () => {
    const legacy = async (config: string, script = "eslint .", more: Files = {}) => {
      const files = {
        "package.json": manifest({ lint: script }),
        "a.js": "",
        ".eslintrc.json": config,
        ...more,
      };
      return (await inferFrom(files)).checks[0];
    };
    expect((await legacy('{ "root": true }'))?.fields.files).toEqual(["**/*.js", "!**/.*", "!**/.*/**"]);
    expect((await legacy('{ "extends": ["x"] }', "eslint . --ext .ts,.js"))?.fields.files?.[0]).toBe(
      "**/*.{ts,js}",
    );
    const ignoring = await legacy("{}", "eslint .", { ".eslintignore": "# x\ncoverage\n/lib/a\n" });
    expect(ignoring?.fields.files).toEqual(expect.arrayContaining(["!**/coverage/**", "!lib/a/**"]));
    for (const config of ['{ "extends": ["x"] }', '{ "overrides": [] }', '{ "ignorePatterns": ["x"] }'])
      expect((await legacy(config))?.cost).toBe("everything");
    expect((await legacy("{}", "eslint .", { ".eslintignore": "x\n!y\n" }))?.cost).toBe("everything");
  });
});

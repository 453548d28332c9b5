import { beforeAll, describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { Rig } from "../rig/rig.ts";
import { installTools, linkTools } from "../tools/tools.mjs";

beforeAll(() => void installTools(), 600_000);

function rigWith(check: CheckInput, files: Readonly<Record<string, string>>): Rig {
  const rig = new Rig();
  rig.write(".gitignore", "node_modules\n.verification-baseline.json\ntest-results\n");
  rig.write("package.json", "{}\n");
  for (const [file, content] of Object.entries(files)) rig.write(file, content);
  linkTools(rig.root);
  rig.checks(check);
  return rig;
}

const FAULT = "debugger;\n";
const jestTest = (expected: number): string => `test("x", () => { expect(1).toBe(${expected}); });\n`;
const vitestTest = (expected: number): string =>
  `import { expect, it } from "vitest";\nit("x", () => { expect(1).toBe(${expected}); });\n`;
const playwrightTest = (expected: number): string =>
  `const { expect, test } = require("@playwright/test");\ntest("x", () => { expect(1).toBe(${expected}); });\n`;

interface Case {
  readonly name: string;
  readonly check: Omit<CheckInput, "name">;
  readonly file: string;
  readonly bad: string;
  readonly good: string;
  /** What the name could mean, and what the tool needs. */
  readonly beside?: Readonly<Record<string, string>>;
}

const CASES: readonly Case[] = [
  {
    name: "tsc, @: a list of arguments",
    check: { command: "tsc", args: ["--noEmit", "--pretty", "false", "{files}"], files: ["@*.ts"] },
    file: "@a.ts",
    bad: `export const a: number = "";\n`,
    good: "export const a = 1;\n",
    beside: { "a.ts": "--version\n" },
  },
  {
    name: "eslint, []: a pattern",
    check: { command: "eslint", args: ["{files}"], files: ["a*.js"] },
    file: "a[b].js",
    bad: FAULT,
    good: "",
    beside: { "ab.js": "", "eslint.config.js": `module.exports = [{ rules: { "no-debugger": 2 } }];\n` },
  },
  {
    name: "prettier, *: a pattern",
    check: { command: "prettier", args: ["--check", "{files}"], files: ["*.js"] },
    file: "a*b.js",
    bad: "a  =  1",
    good: "a = 1;\n",
    beside: { "aab.js": "a = 1;\n" },
  },
  {
    name: "oxlint, -: an option",
    check: { uses: "oxlint" },
    file: "-D.js",
    bad: FAULT,
    good: "",
    beside: { ".oxlintrc.json": `{ "rules": { "no-debugger": "error" } }` },
  },
  {
    name: "biome, {}: a pattern",
    check: { command: "biome", args: ["lint", "{files}"], files: ["*.js"] },
    file: "{a,b}.js",
    bad: FAULT,
    good: "",
    beside: { "a.js": "" },
  },
  {
    name: "vitest, []: a route",
    check: { uses: "vitest" },
    file: "routes/[id]/(group)/[...slug].test.ts",
    bad: vitestTest(2),
    good: vitestTest(1),
  },
  {
    name: "jest by path, []: a route",
    check: { uses: "jest" },
    file: "routes/[id].test.js",
    bad: jestTest(2),
    good: jestTest(1),
  },
  {
    name: "jest, []: a regular expression",
    check: {
      type: "test",
      command: "node_modules/.bin/jest",
      args: ["--passWithNoTests", "{files}"],
      files: ["**/*.test.js"],
    },
    file: "routes/[id].test.js",
    bad: jestTest(2),
    good: jestTest(1),
    beside: { "a.test.js": jestTest(1) },
  },
  {
    name: "playwright, (): a regular expression",
    check: { type: "test", command: "playwright", args: ["test", "{files}"], files: ["*.spec.js"] },
    file: "(a)+.spec.js",
    bad: playwrightTest(2),
    good: playwrightTest(1),
    beside: { "b.spec.js": playwrightTest(1) },
  },
];

describe("a target whose name means something to its tool is what the tool looks at:", () => {
  it.each(CASES)(
    "a target whose name means something to its tool is what the tool looks at: $name",
    async ({ check, file, bad, good, beside = {} }) => {
      const rig = rigWith({ name: "check", ...check }, { ...beside, [file]: bad });
      const { result } = await rig.json();
      expect(result.results[0]).toMatchObject({ status: "failed", exitCode: expect.any(Number) as number });
      rig.write(file, good);
      expect((await rig.json()).result.results[0]).toMatchObject({ status: "passed", cached: false });
    },
  );
});

describe("a target that would be taken for something else in every form", () => {
  it("is refused in one line, and never counts as verified", async () => {
    const test = `const { test } = require("node:test");\ntest("x", () => { throw new Error("bad"); });\n`;
    const rig = rigWith({ name: "test", uses: "node-test" }, { "[id].test.js": test, "i.test.js": "" });
    for (let run = 0; run < 2; run++) {
      const { status, result } = await rig.json();
      expect(status).toBe(1);
      expect(result.results[0]).toMatchObject({
        status: "failed",
        cached: false,
        why: '"[id].test.js" cannot be given to node --test, which would take the name for something else; rename it, or exclude it from files.',
      });
    }
    rig.checks({ name: "test", uses: "node-test", files: ["*.test.js", "!\\[id\\].test.js"] });
    expect((await rig.json()).status).toBe(0);
  });

  it("is not given to npx, which lets a shell make another name of it", async () => {
    const lint = { name: "lint", args: ["eslint", "{files}"], files: ["*.js"] };
    const rig = rigWith(
      { ...lint, command: "npx" },
      {
        "a[b].js": FAULT,
        "ab.js": "",
        "eslint.config.js": `module.exports = [{ rules: { "no-debugger": 2 } }];\n`,
      },
    );
    expect((await rig.json()).result.results[0]?.why).toBe(
      '"a[b].js" cannot be given to npx, which would take the name for something else; start the tool without npx, rename it, or exclude it from files.',
    );
  });
});

it("{files} within a text of shell is a mistake: only one file would be looked at", async () => {
  const rig = new Rig();
  rig.write("a.txt", "");
  rig.write("b.txt", "BAD");
  const check = { name: "all", command: "sh", files: ["*.txt"] };
  rig.checks({ ...check, args: ["-c", "! grep BAD {files}"] });
  const { status, stderr } = await rig.verification();
  expect(status).toBe(2);
  expect(stderr).toContain("have {files} inside a text");
  rig.checks({ ...check, args: ["-c", '! grep BAD "$@"', "sh", "{files}"] });
  expect((await rig.verification()).status).toBe(1);
});

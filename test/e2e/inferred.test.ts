import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";
import { installTools, linkTools } from "../tools/tools.mjs";

beforeAll(() => void installTools(), 600_000);

/** A repository with these scripts, the real tools and no configuration of ours. */
function rigWith(scripts: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>): Rig {
  const rig = new Rig();
  rig.write("package.json", `${JSON.stringify({ name: "x", type: "module", scripts }, null, 2)}\n`);
  rig.write(".gitignore", "node_modules\n.verification-baseline.json\n");
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  linkTools(rig.root);
  rig.commitAll();
  return rig;
}

/** Of each check, its status and how many units ran. */
async function verified(rig: Rig): Promise<Record<string, string>> {
  const { result } = await rig.json(["--trace", "off"]);
  return Object.fromEntries(
    result.results.map(({ check, status, filesVerified }) => [check, `${status} ${filesVerified}`]),
  );
}

const TEST = (name: string): string =>
  `import { expect, it } from "vitest";\nimport { ${name} } from "../src/${name}.js";\nit("is", () => expect(${name}).toBe(1));\n`;

describe("without a configuration", () => {
  it("an edit of one test runs that test, and looks at that file, and nothing else", async () => {
    const rig = rigWith(
      {
        lint: "eslint . --max-warnings 0 && prettier --check .",
        test: "npm run lint && vitest run --coverage",
      },
      {
        "eslint.config.js":
          'const ignored = { ignores: ["src/ignored.js"] };\nexport default [ignored, { rules: { "no-var": "warn" } }];\n',
        "src/a.js": "export const a = 1;\n",
        "src/b.js": "export const b = 1;\n",
        "src/ignored.js": "var c = 1;\n",
        "test/a.test.js": TEST("a"),
        "test/b.test.js": TEST("b"),
        "README.md": "# x\n",
        "picture.png": "no text",
      },
    );
    // Prettier refuses a link that is named, and passes over one that it finds.
    symlinkSync("README.md", join(rig.root, "LINK.md"));
    rig.commitAll();
    expect(await verified(rig)).toMatchObject({ lint: "passed 5", format: "passed 9", test: "passed 2" });
    rig.write("test/a.test.js", `${TEST("a")}// A comment.\n`);
    expect(await verified(rig)).toMatchObject({ lint: "passed 1", format: "passed 1", test: "passed 1" });
    rig.write("README.md", "# y\n");
    expect(await verified(rig)).toMatchObject({ lint: "passed 0", format: "passed 1", test: "passed 0" });
    rig.write("src/b.js", "export const b = 2;\n");
    expect(await verified(rig)).toMatchObject({ test: "failed 1" });
    rig.write("src/b.js", "var b = 1;\nexport { b };\n");
    expect((await verified(rig))["lint"]).toMatch(/^failed/);
  }, 120_000);

  it("a file that ESLint passes over is not linted, though its name could be one that is", async () => {
    const rig = rigWith(
      { lint: "eslint ." },
      {
        "eslint.config.js": 'import shared from "./shared.js";\nexport default shared;\n',
        "shared.js":
          'const own = { rules: { quiet: { create: () => ({}) } } };\nexport default [{ plugins: { own }, rules: { "own/quiet": "error", "no-var": "error" } }];\n',
        "src/a.js": "export const a = 1;\n",
        "README.md": "# x\n",
        "data.json": "{}\n",
      },
    );
    expect(await verified(rig)).toMatchObject({ lint: "passed 3" });
    rig.write("README.md", "# y\n");
    rig.write("data.json", "[]\n");
    expect(await verified(rig)).toMatchObject({ lint: "passed 0" });
    rig.write("src/a.js", "var a = 1;\nexport { a };\n");
    expect(await verified(rig)).toMatchObject({ lint: "failed 1" });
  });

  it("a file that Vitest leaves out is no test, though it is named like one", async () => {
    const rig = rigWith(
      { test: "vitest run" },
      {
        "vitest.config.js": 'export default { test: { exclude: ["**/*.case.test.js"] } };\n',
        "src/a.js": "export const a = 1;\n",
        "test/a.test.js": TEST("a"),
        "test/cases.case.test.js": 'throw new Error("this is no test");\n',
      },
    );
    expect(await verified(rig)).toMatchObject({ test: "passed 1" });
    rig.write("test/cases.case.test.js", 'throw new Error("nor is this");\n');
    expect(await verified(rig)).toMatchObject({ test: "passed 0" });
  });

  it("tests run without coverage where only settings of Vitest switch it on", async () => {
    const rig = rigWith(
      { test: "vitest run" },
      {
        "vitest.config.js": 'export default { test: { coverage: { enabled: true, provider: "v8" } } };\n',
        "src/a.js": "export const a = 1;\n",
        "test/a.test.js": TEST("a"),
      },
    );
    expect(await verified(rig)).toMatchObject({ test: "passed 1" });
    expect(rig.git("status", "--porcelain", "--ignored")).not.toContain("coverage");
  });

  it.each([
    ["dir", "export default { test: { dir: 'tests' } };\n", "tests/a.test.js"],
    ["root", "export default { root: 'tests' };\n", "tests/a.test.js"],
    ["include", "export default { test: { include: ['tests/*.js'] } };\n", "tests/a.js"],
    ["projects", "export default { test: { projects: ['packages/*'] } };\n", "packages/p/tests/a.test.js"],
  ])("a test that vitest finds by its %s fails where it fails", async (_, config, test) => {
    const rig = rigWith(
      { test: "vitest run" },
      {
        "vitest.config.js": config,
        "packages/p/package.json": "{}",
        "packages/p/vitest.config.js": "export default {};\n",
        [test]: 'import { expect, it } from "vitest";\nit("is", () => expect(1).toBe(2));\n',
        "other.test.js": 'import { it } from "vitest";\nit("is", () => {});\n',
      },
    );
    expect((await verified(rig))["test"]).toMatch(/^failed/);
    rig.write(test, 'import { it } from "vitest";\nit("is", () => {});\n');
    expect((await verified(rig))["test"]).toMatch(/^passed/);
  });

  it("mocha keeps the verdict of each file of a batch that failed, and is started with its own arguments", async () => {
    const failing = 'it("fails", () => { throw new Error("no " + globalThis.word); });\n';
    const rig = rigWith(
      { test: "mocha --require ./support/setup.cjs --reporter dot test/" },
      {
        "support/setup.cjs": 'globalThis.word = "way";\n',
        "test/a.js": 'it("passes", () => {});\n',
        "test/b.js": failing,
        "test/d.js": `${failing}it("passes", () => {});\n`,
        "test/deep/c.js": 'it("is not looked at", () => { throw new Error("c"); });\n',
      },
    );
    const { result } = await rig.json(["--trace", "off", "--check", "test"]);
    expect(result.findings).toMatchObject([
      { file: "test/b.js", line: 1, message: "fails: no way" },
      { file: "test/d.js", line: 1, message: "fails: no way" },
    ]);
    expect(result.results[0]).toMatchObject({ status: "failed", exitCode: 2, filesVerified: 3 });
    rig.write("test/d.js", 'it("passes", () => {});\n');
    // What passed stands; a failed test is run again whatever happens.
    expect(await verified(rig)).toMatchObject({ test: "failed 2" });
    rig.write("test/b.js", 'it("passes", () => {});\n');
    expect(await verified(rig)).toMatchObject({ test: "passed 1" });
  });

  it("mocha: an error outside of all tests leaves no file of the batch with a verdict", async () => {
    const rig = rigWith(
      { test: "mocha" },
      {
        "test/a.js": 'it("passes", () => {});\n',
        "test/b.js":
          'setTimeout(() => { throw new Error("late"); }, 0);\nit("passes", (done) => setTimeout(done, 50));\n',
      },
    );
    expect(await verified(rig)).toMatchObject({ test: "failed 2" });
    rig.write("test/b.js", 'it("passes", () => {});\n');
    expect((await verified(rig))["test"]).toMatch(/^passed/);
  });

  it("what a workspace runs is its own check, in its own directory", async () => {
    const rig = rigWith(
      { test: "npm run test --workspaces" },
      {
        "packages/a/package.json": '{ "name": "a", "type": "module", "scripts": { "test": "mocha" } }\n',
        "packages/a/test/a.js": 'it("passes", () => {});\n',
        "packages/b/package.json":
          '{ "name": "@x/b", "type": "module", "scripts": { "test": "node --test" } }\n',
        "packages/b/b.test.js": 'import "node:test";\nthrow new Error("b");\n',
      },
    );
    const manifest = {
      name: "x",
      workspaces: ["packages/*"],
      scripts: { test: "npm run test --workspaces" },
    };
    rig.write("package.json", `${JSON.stringify(manifest)}\n`);
    expect(await verified(rig)).toMatchObject({ "a:test": "passed 1", "x/b:test": "failed 1" });
    rig.write("packages/b/b.test.js", 'import "node:test";\n');
    expect(await verified(rig)).toMatchObject({ "a:test": "passed 0", "x/b:test": "passed 1" });
  });

  it("tests of a whole project run again for code, data, fixtures, and documents that code names, not for documents for people", async () => {
    const rig = rigWith(
      { test: "mocha --exit" },
      {
        ".mocharc.json": '{ "spec": ["spec/*.js"] }\n',
        "spec/a.js":
          'import { equal } from "node:assert";\nimport { readFileSync } from "node:fs";\nit("reads", () => equal(readFileSync("docs/read.md", "utf8"), "# Read\\n"));\n',
        "docs/read.md": "# Read\n",
        "docs/other.md": "# Other\n",
        "README.md": "# x\n",
        "spec/data.yml": "a: 1\n",
        "spec/fixture.md": "# Fixture\n",
      },
    );
    expect(await verified(rig)).toMatchObject({ test: "passed 1" });
    for (const path of ["README.md", "docs/other.md"]) rig.write(path, "b: 2\n");
    expect(await verified(rig)).toMatchObject({ test: "passed 0" });
    for (const path of ["spec/data.yml", "spec/fixture.md"]) {
      rig.write(path, "b: 2\n");
      expect(await verified(rig)).toMatchObject({ test: "passed 1" });
    }
    rig.write("docs/read.md", "# Changed\n");
    expect(await verified(rig)).toMatchObject({ test: "failed 1" });
    rig.write("docs/read.md", "# Read\n");
    rig.write("spec/b.js", 'it("is new", () => { throw new Error("b"); });\n');
    expect(await verified(rig)).toMatchObject({ test: "failed 1" });
    rig.write(".mocharc.json", '{ "spec": ["spec/a.js"] }\n');
    expect(await verified(rig)).toMatchObject({ test: "passed 1" });
  }, 120_000);

  it("tests of a whole project run again for every document if their settings say something about documents", async () => {
    const rig = rigWith(
      { test: "mocha --exit" },
      {
        ".mocharc.json": '{ "spec": ["spec/*.js"], "require": ["./spec/markdown.cjs"] }\n',
        "spec/markdown.cjs": "",
        "spec/a.js": 'it("passes", () => {});\n',
        "README.md": "# x\n",
      },
    );
    expect(await verified(rig)).toMatchObject({ test: "passed 1" });
    rig.write("README.md", "# y\n");
    expect(await verified(rig)).toMatchObject({ test: "passed 1" });
  }, 120_000);

  it("a glob that matches nothing fails as the script does", async () => {
    const rig = rigWith({ lint: 'eslint "src/**/*.ts"' }, { "eslint.config.js": "export default [];\n" });
    expect(await verified(rig)).toMatchObject({ lint: "failed 1" });
  });

  it("init writes what runs without it: the verdicts hold", async () => {
    const rig = rigWith(
      { lint: "eslint src", test: "mocha" },
      {
        "eslint.config.js": "export default [];\n",
        "src/a.js": "export {};\n",
        "test/a.js": 'it("passes", () => {});\n',
      },
    );
    await verified(rig);
    expect((await rig.verification(["init"])).status).toBe(0);
    expect(await verified(rig)).toMatchObject({ lint: "passed 0", test: "passed 0" });
  });
});

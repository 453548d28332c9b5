import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { after, CHECKS, project } from "../rig/fake-tools.ts";
import { ran, verified } from "../rig/incremental.ts";

const LOADS = "export const load = (name) => import(name);\n";
const NAMES = ["five", "four", "one", "three", "two"];
const TESTS = NAMES.map((name) => `test/${name}.test.js`);
const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "a", "version": "1.0.0" }',
  "src/load.js": LOADS,
  "src/other.js": "1;\n",
  ...Object.fromEntries(TESTS.map((path) => [path, 'import "../src/load.js";\n'])),
};

describe("without a tracer, a test that loads modules by names that are made at run time", () => {
  it("does not depend on other tests, nor on the version of its package, which nothing names", async () => {
    const rig = await project(FILES, "test");
    expect(await after(rig, "test/one.test.js", `${FILES["test/one.test.js"]}2;\n`)).toEqual([
      "test/one.test.js",
    ]);
    expect(await after(rig, "test/six.test.js", "1;\n")).toEqual(["test/six.test.js"]);
    expect(await after(rig, "package.json", '{ "name": "a", "version": "2.0.0" }')).toEqual([]);
    expect(await after(rig, "src/other.js", "2;\n")).toEqual(TESTS);
  });

  it.each([
    [
      "something that it runs lists directories",
      { "src/load.js": `import { readdirSync } from "node:fs";\n${LOADS}readdirSync(".");\n` },
    ],
    ["it makes such a name itself", { "test/two.test.js": `import "../src/load.js";\n${LOADS}` }],
    [
      "it names them",
      { "test/two.test.js": 'import { load } from "../src/load.js";\nload("../test/one.test.js");\n' },
    ],
  ])("depends on other tests where %s", async (_, files) => {
    const rig = await project({ ...FILES, ...files }, "test");
    const run = await after(rig, "test/one.test.js", `${FILES["test/one.test.js"]}2;\n`);
    expect(run).toContain("test/one.test.js");
    expect(run).toContain("test/two.test.js");
  });

  it("is told which line of the configuration says where they lead, and that line means what it says", async () => {
    const rig = await project(FILES, "test");
    rig.write("src/other.js", "2;\n");
    const { stdout } = await rig.verification();
    ran(rig);
    expect(stdout).toContain(
      "test ran 5 of 5 files again: src/other.js changed, and an import in src/load.js:1 that only running the code can resolve may lead there\n" +
        '  → edges: [{ from: "src/load.js", to: [] }], with what it loads of this repository under to, narrows that\n',
    );
    rig.config({ checks: [CHECKS["test"] as CheckInput], edges: [{ from: "src/load.js", to: [] }] });
    expect((await rig.verification()).stderr).not.toContain("no file matches");
    ran(rig);
    expect(await after(rig, "src/other.js", "3;\n")).toEqual([]);
    rig.write("src/load.js", `${LOADS}2;\n`);
    await verified(rig);
    expect(ran(rig)).toEqual(TESTS);
  });
});

describe("without a tracer, a test that names a program in a language that is not read", () => {
  const names = (program: string): Readonly<Record<string, string>> => ({
    "package.json": '{ "name": "a" }',
    "test/a.test.js": 'import { readFileSync } from "node:fs";\nreadFileSync("src/run.coffee");\n',
    "src/run.coffee": program,
    "src/helper.coffee": "1\n",
    "docs/page.md": "# Page\n",
  });

  it("depends on other programs, but not on documents or the version if the program opens nothing", async () => {
    const rig = await project(names("export hello = 'world'\n"), "test");
    expect(await after(rig, "docs/page.md", "# Other\n")).toEqual([]);
    expect(await after(rig, "package.json", '{ "name": "a", "version": "2.0.0" }')).toEqual([]);
    expect(await after(rig, "src/helper.coffee", "2\n")).toEqual(["test/a.test.js"]);
    expect(await after(rig, "src/run.coffee", "readFileSync = 1\n")).toEqual(["test/a.test.js"]);
    expect(await after(rig, "docs/page.md", "# Third\n")).toEqual(["test/a.test.js"]);
  });

  it.each([
    "fs.readFileSync name + '.md'\n",
    "x = process.argv[2]\n",
    "puts Dir['docs/*']\n",
    "`cat $1`\n",
    "page = require './page'\n",
    "print while <>\n",
    "puts gets\n",
    "",
  ])("depends on documents if the program says %j", async (program) => {
    const rig = await project(names(program), "test");
    expect(await after(rig, "docs/page.md", "# Other\n")).toEqual(["test/a.test.js"]);
  });

  it("depends on documents if it imports a file that a plugin makes a module of", async () => {
    const files = {
      ...names("1\n"),
      "test/a.test.js": 'import "../src/page.made";\n',
      "src/page.made": "page\n",
    };
    const rig = await project(files, "test");
    expect(await after(rig, "docs/page.md", "# Other\n")).toEqual(["test/a.test.js"]);
  });
});

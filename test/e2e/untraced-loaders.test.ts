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

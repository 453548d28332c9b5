import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { after, bring, install, project } from "../rig/fake-tools.ts";
import { ran, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

const FILES = {
  "src/a.js": "1;\n",
  "tests/setup-env.js": 'require("./more");\n',
  "tests/more.js": "1;\n",
  "lib/index.js": 'require("./more");\n',
  "tests/index.js": "1;\n",
  "lib/more.js": "1;\n",
  "tools/build.js": "1;\n",
  "README.md": "# a\n",
  ".prettierrc": "{}\n",
  ".release": "1\n",
};
const CONFIG = `const { existsSync } = require("fs");
const path = require("path");
const { at } = require("../at");
module.exports = { setupFiles: ["tests/setup-env.js", path.join("tests", "late.js"), "src/setup"].filter(at) };
`;
const AT = `exports.at = (one) => require("fs").existsSync(one);
exports.others = ["lib/index.js", "tests/index.js", "package.json", "README.md", ".prettierrc", ".release"];
`;

/** A package of settings, as other people share them, which is named by a check of Jest. */
async function shared(
  settings: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<Rig> {
  const rig = await project({ "package.json": '{ "version": "1.0.0" }', ...FILES, ...settings }, "mapped");
  bring(rig, "any-scripts", "1.0.0");
  const all = {
    "jest.js": 'module.exports = require("./dist/config/jest");\n',
    "dist/config/jest.js": CONFIG,
    "dist/at.js": AT,
    "dist/build.js": 'exports.input = "tools/build.js";\n',
    ...more,
  };
  for (const [path, text] of Object.entries(all)) rig.write(`node_modules/any-scripts/${path}`, text);
  await verified(rig);
  ran(rig);
  return rig;
}

/** What runs once a file is gone. */
async function without(rig: Rig, path: string): Promise<readonly string[]> {
  rmSync(join(rig.root, path));
  await verified(rig);
  return ran(rig);
}

const NAMED = { "jest.config.js": 'module.exports = { ...require("any-scripts/jest") };\n' };

describe("without a tracer, a file of the repository that settings in a package look for", () => {
  it.each<[what: string, settings: Readonly<Record<string, string>>]>([
    ["counts where code loads these settings", NAMED],
    ["counts where a field names them", { "package.json": '{ "jest": { "preset": "any-scripts/jest" } }' }],
    [
      "counts where a field names them by their place",
      { "package.json": '{ "jest": { "preset": "./node_modules/any-scripts/jest.js" } }' },
    ],
  ])("a file that settings in a package look for %s", async (_, settings) => {
    const rig = await shared(settings);
    expect(await after(rig, "tests/setup-env.js", "2;\n")).toEqual(["src/a.js"]);
  });

  it("counts with what it imports, once it comes and once it is gone, by all names that it can have", async () => {
    const rig = await shared(NAMED);
    expect(await after(rig, "tests/more.js", "2;\n")).toEqual(["src/a.js"]);
    expect(await after(rig, "tests/late.js", "1;\n")).toEqual(["src/a.js"]);
    expect(await without(rig, "tests/late.js")).toEqual([]);
    expect(await after(rig, "tests/other.js", "1;\n")).toEqual([]);
    expect(await without(rig, "tests/setup-env.js")).toEqual(["src/a.js"]);
    expect(await after(rig, "src/setup.ts", "1;\n")).toContain("src/a.js");
  });

  it("counts through a package of settings that others are built from", async () => {
    const rig = await shared(NAMED, { "jest.js": 'module.exports = require("@any/jest-preset");\n' });
    expect(await after(rig, "tests/setup-env.js", "2;\n")).toEqual([]);
    bring(rig, "@any/jest-preset", "1.0.0");
    rig.write("node_modules/@any/jest-preset/index.js", CONFIG);
    await verified(rig);
    ran(rig);
    expect(await after(rig, "tests/setup-env.js", "3;\n")).toEqual(["src/a.js"]);
  });

  it("counts if it is data, and only by being there if it is a document or belongs to another tool", async () => {
    const rig = await shared(NAMED);
    expect(await after(rig, ".release", "2\n")).toEqual(["src/a.js"]);
    expect(await after(rig, "README.md", "# b\n")).toEqual([]);
    expect(await after(rig, ".prettierrc", '{ "semi": false }\n')).toEqual([]);
    expect(await after(rig, "package.json", '{ "version": "2.0.0" }')).toEqual([]);
    expect(await without(rig, ".prettierrc")).toEqual(["src/a.js"]);
  });

  it("counts only by being there if a package starts with it, and not if only other code of the package names it", async () => {
    const rig = await shared(NAMED);
    expect(await after(rig, "lib/index.js", "2;\n")).toEqual([]);
    expect(await after(rig, "lib/more.js", "2;\n")).toEqual([]);
    expect(await after(rig, "tools/build.js", "2;\n")).toEqual([]);
    expect(await after(rig, "tests/index.js", "2;\n")).toEqual(["src/a.js"]);
    expect(await without(rig, "lib/index.js")).toEqual(["src/a.js"]);
  });
});

describe("without a tracer, a program that wraps tools", () => {
  it("counts with the settings that it looks for, and with what these load", async () => {
    const rig = rigWith({
      name: "wrapped",
      type: "test",
      command: "any-scripts",
      args: ["{files}"],
      files: ["src/**"],
      follow: "content",
    });
    install(rig, "any-scripts");
    rig.write(
      "node_modules/any-scripts/run.js",
      'exports.looks = ["jest.config.js", "tests/setup-env.js"];\n',
    );
    const files = {
      ...FILES,
      "jest.config.js": 'module.exports = { preset: "./own.js" };\n',
      "own.js": "1;\n",
    };
    for (const [path, text] of Object.entries(files)) rig.write(path, text);
    rig.commitAll();
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.js"]);
    expect(await after(rig, "tests/setup-env.js", "2;\n")).toEqual(["src/a.js"]);
    expect(await after(rig, "own.js", "2;\n")).toEqual(["src/a.js"]);
    expect(await after(rig, ".prettierrc", '{ "semi": false }\n')).toEqual([]);
  });
});

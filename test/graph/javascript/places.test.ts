import { describe, expect, test } from "vitest";
import { edges, graphOf } from "../repository.ts";

const FILES = {
  "package.json":
    '{ "scripts": { "start": "node bin/cli.js --a", "lint": "sh scripts/lint.sh && node bin/other.js" } }',
  "data/a.json": "{}",
  "data/b.json": "{}",
  "bin/cli.js": "",
  "bin/other.js": "",
  "scripts/lint.sh": "",
  "migrations/1.sql": "",
  "migrations/2.sql": "",
  "schema/a.graphql": "",
  "test/paths.js":
    'import path from "node:path";\nexport const ROOT = path.resolve(import.meta.dirname, "..");\nexport const DATA = `${ROOT}/data`;\n',
  "test/old.cjs":
    'const { resolve } = require("path");\nconst ROOT = resolve(__dirname, "..");\nmodule.exports = { ROOT };\n',
};

async function led(text: string): Promise<readonly string[]> {
  const { graph } = await graphOf({ files: { ...FILES, "test/a.test.js": text } });
  return edges(graph, "test/a.test.js").filter((path) => !/^test\/(?:paths|old)/.test(path));
}

describe("a name that is put together leads to its file:", () => {
  const root = 'const ROOT = path.resolve(__dirname, "..");\n';
  test.each<[what: string, text: string]>([
    ["joined to a constant", `${root}read(path.join(ROOT, "data", "a.json"))`],
    [
      "in two steps",
      `${root}const DATA = path.join(ROOT, "data");\nread(join(DATA, "a.json"))`.replace(
        "join(ROOT",
        "join(ROOT",
      ),
    ],
    ["in a template", `${root}read(\`\${ROOT}/data/a.json\`)`],
    ["by a sum", `${root}read(ROOT + "/data/a.json")`],
    ["by a helper", `${root}const at = (name) => path.join(ROOT, "data", name);\nread(at("a.json"))`],
    ["from an address", 'const base = new URL("../data/", import.meta.url);\nread(new URL("a.json", base))'],
    ["from where it is started", 'const CWD = process.cwd();\nread(path.join(CWD, "data", "a.json"))'],
    ["by constants alone", 'const DIR = "data";\nread(path.join(DIR, "a.json"))'],
    [
      "from an imported constant",
      'import { ROOT } from "./paths.js";\nread(path.join(ROOT, "data", "a.json"))',
    ],
    ["from another imported constant", 'import { DATA as HERE } from "./paths.js";\nread(`${HERE}/a.json`)'],
    [
      "from a required constant",
      'const { ROOT } = require("./old.cjs");\nread(path.join(ROOT, "data/a.json"))',
    ],
  ])("a name that is put together leads to its file: %s", async (_, text) => {
    expect(await led(text)).toContain("data/a.json");
  });

  test("a name that is put together leads to its file, and to no other where the constant has one value", async () => {
    expect(await led('import { ROOT } from "./paths.js";\nread(path.join(ROOT, "data", "a.json"))')).toEqual([
      "data/a.json",
    ]);
  });

  test.each<[what: string, text: string]>([
    ["where it is only compared", `${root}if (file.startsWith(path.join(ROOT, "data"))) ignore()`],
    ["where it is equal or not", `${root}file === path.join(ROOT, "data", "a.json")`],
    [
      "where a constant is",
      `${root}const DATA = path.join(ROOT, "data");\nif (file.includes(DATA)) ignore()`,
    ],
  ])("a name that is put together does not lead to its file: %s", async (_, text) => {
    expect(await led(text)).toEqual([]);
  });

  test.each<[what: string, text: string]>([
    [
      "is compared and used",
      `${root}const DATA = path.join(ROOT, "data");\nfile.includes(DATA);\nread(DATA)`,
    ],
    ["is exported", `${root}export const DATA = path.join(ROOT, "data");\nfile.includes(DATA)`],
    ["is resolved", 'export const DATA = resolve("./data")'],
    [
      "is given away",
      `${root}const DATA = path.join(ROOT, "data");\nfile === DATA;\nmodule.exports = { DATA }`,
    ],
  ])("a name that is put together leads to its file, also where a constant %s", async (_, text) => {
    expect(await led(text)).toEqual(["data/a.json", "data/b.json"]);
  });

  test("a name that has two values leads to no file", async () => {
    expect(await led('let DIR = "data";\nDIR = "other";\nread(path.join(DIR, "a.json"))')).toEqual([]);
  });
});

describe("a program that is started leads to its file:", () => {
  const from = 'import { execSync, spawn, fork } from "node:child_process";\n';
  test.each<[what: string, text: string, expected: readonly string[]]>([
    ["by a line", 'execSync("node bin/cli.js --x")', ["bin/cli.js"]],
    ["by a line without an ending", 'execSync("node bin/cli")', ["bin/cli.js"]],
    ["by a template", 'const CLI = "bin/cli.js";\nexecSync(`node ${CLI} ${other}`)', ["bin/cli.js"]],
    [
      "by a template from here",
      'const CLI = path.resolve(__dirname, "../bin/cli.js");\nexecSync(`node "${CLI}" --x`)',
      ["bin/cli.js"],
    ],
    ["by words", 'spawn("node", ["bin/cli"])', ["bin/cli.js"]],
    ["as a process of Node", 'fork("bin/cli")', ["bin/cli.js"]],
    ["by a tag", 'import { $ } from "zx";\nawait $`node bin/cli`', ["bin/cli.js"]],
    ["by a script", 'execSync("npm start")', ["package.json", "bin/cli.js"]],
    [
      "by a script of several commands",
      'execSync("npm run lint -- --x")',
      ["package.json", "scripts/lint.sh", "bin/other.js"],
    ],
    ["by no script that is not there", 'execSync("npm install")', []],
  ])("a program that is started leads to its file: %s", async (_, text, expected) => {
    expect(await led(from + text)).toEqual(expected);
  });
});

describe("files that are listed count, also new ones:", () => {
  test.each<[what: string, text: string, expected: readonly string[]]>([
    ["by a glob", 'fg.sync("data/*.json")', ["data/a.json", "data/b.json"]],
    [
      "by a list of globs",
      'await glob(["data/*.json", "!x", "schema/*"])',
      ["data/a.json", "data/b.json", "schema/a.graphql"],
    ],
    ["by a glob of schemas", 'loadSchemaSync("schema/*.graphql")', ["schema/a.graphql"]],
    [
      "by a directory",
      'knex({ migrations: { directory: "./migrations" } })',
      ["migrations/1.sql", "migrations/2.sql"],
    ],
    [
      "by a directory that is copied",
      'import { cp } from "node:fs/promises"; await cp("migrations", to);',
      ["migrations/1.sql", "migrations/2.sql"],
    ],
    ["by a directory that is read", 'readdirSync("migrations")', ["migrations/1.sql", "migrations/2.sql"]],
    ["not by a glob that is only selected with", 'export default { include: ["data/*.json"] }', []],
  ])("files that are listed count, also new ones: %s", async (_, text, expected) => {
    expect(await led(text)).toEqual(expected);
  });
});

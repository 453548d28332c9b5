import { describe, expect, it } from "vitest";
import { findFaults, type Untraced } from "../rig/untraced.ts";

const READS =
  'import fs from "node:fs";\nimport path from "node:path";\nimport { execSync, spawnSync } from "node:child_process";\n';
const HERE = 'const ROOT = path.resolve(import.meta.dirname, "..");\n';

/** A test that passes while `data/a.json` holds a 3. */
function reading(text: string): Untraced {
  return {
    files: {
      "test/a.test.mjs": `${READS}const check = (file) => process.exit(fs.readFileSync(file, "utf8").trim() === "3" ? 0 : 1);\n${text}\n`,
      "test/paths.mjs": `${READS}export const ROOT = path.resolve(import.meta.dirname, "..");\n`,
      "test/here.mjs": `${READS}export const above = (url) => path.dirname(new URL(url).pathname);\nexport function root(at = import.meta.dirname) {\n  return fs.existsSync(path.join(at, "package.json")) ? at : root(path.dirname(at));\n}\n`,
      "test/text.mjs": 'export const DATA = "./data";\n',
      "test/settings.mjs": 'export const settings = { places: { data: "./data" } };\n',
      "test/default.mjs": 'const settings = { data: "./data" };\nexport default settings;\n',
      "test/old.cjs": 'module.exports = { data: "./data" };\n',
      "test/older.cjs": 'exports.data = "./data";\n',
      "package.json": "{}\n",
      "data/a.json": "3\n",
      "data/b.json": "3\n",
    },
    breaks: { "data/a.json": "4\n" },
    unrelated: { "data/b.json": "5\n" },
  };
}

/** A test that passes while `bin/cli.js` does. */
function starting(text: string): Untraced {
  return {
    files: {
      "package.json": '{ "scripts": { "start": "node bin/cli.js" } }',
      "test/a.test.mjs": `${READS}${text}\n`,
      "bin/cli.js": "process.exit(0);\n",
      "bin/other.js": "process.exit(0);\n",
    },
    breaks: { "bin/cli.js": "process.exit(1);\n" },
    unrelated: { "bin/other.js": "process.exit(1);\n" },
  };
}

/** A test that fails when a third file is in `list`. */
function listing(text: string, installed: Untraced["installed"] = {}): Untraced {
  return {
    files: {
      "package.json": '{ "devDependencies": { "lists": "1" } }',
      "test/a.test.mjs": `${READS}import { createRequire } from "node:module";\nconst lists = createRequire(import.meta.url)("lists");\n${text}\n`,
      "list/a.js": "",
      "list/b.js": "",
      "other/a.js": "",
    },
    installed: {
      "node_modules/lists/package.json": '{ "name": "lists", "main": "index.cjs" }',
      "node_modules/lists/index.cjs": `const fs = require("fs");
exports.sync = (glob) => fs.readdirSync(glob.replace(/\\/[^/]*[*].*$/, ""));
exports.open = ({ directory }) => fs.readdirSync(directory);`,
      ...installed,
    },
    breaks: { "list/c.js": "" },
    unrelated: { "other/b.js": "" },
  };
}

describe("without a tracer, nothing is cached that code names", () => {
  it.each<[what: string, project: Untraced]>([
    ["by parts that start at a constant", reading(`${HERE}check(path.join(ROOT, "data", "a.json"));`)],
    [
      "by parts that start at an imported constant",
      reading('import { ROOT } from "./paths.mjs";\ncheck(path.join(ROOT, "data", "a.json"));'),
    ],
    ...[
      ['import { DATA } from "./text.mjs";', "DATA"],
      ['import * as text from "./text.mjs";', "text.DATA"],
      ['import { settings } from "./settings.mjs";', "settings.places.data"],
      ['import settings from "./default.mjs";', "settings.data"],
      ['import old from "./old.cjs";', "old.data"],
      [
        'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\nconst older = require("./older.cjs");',
        "older.data",
      ],
    ].map(([imports, place]): [string, Untraced] => [
      `in what another module exports as ${place}`,
      reading(`${imports}\ncheck(path.join(${place}, "a.json"));`),
    ]),
    [
      "from where a function of another module says that the file is",
      reading(
        'import { above } from "./here.mjs";\nconst here = above(import.meta.url);\ncheck(path.join(here, "../data/a.json"));',
      ),
    ],
    [
      "from a place that a function of another module finds",
      reading('import { root } from "./here.mjs";\ncheck(path.join(root(), "data/a.json"));'),
    ],
    ["in a template", reading(`${HERE}check(\`\${ROOT}/data/a.json\`);`)],
    ["by a sum", reading('check("data/" + "a.json");')],
    ["by parts of a list", reading('const PARTS = ["data", "a.json"];\ncheck(PARTS.join("/"));')],
    [
      "by parts of a list that is spread out",
      reading(`${HERE}const PARTS = ["data", "a.json"];\ncheck(path.join(ROOT, ...PARTS));`),
    ],
    [
      "only to see whether it is there",
      {
        files: {
          "test/a.test.mjs": `${READS}process.exit(fs.existsSync("FORBIDDEN") ? 1 : 0);\n`,
          "other/a.txt": "",
        },
        breaks: { FORBIDDEN: "" },
        unrelated: { "other/a.txt": "1" },
      },
    ],
    [
      "by its own directory, and is new",
      {
        files: {
          "test/a.test.mjs": `${READS}process.exit(fs.readdirSync(import.meta.dirname).length === 1 ? 0 : 1);\n`,
          "other/a.txt": "",
        },
        breaks: { "test/helper.mjs": "" },
        unrelated: { "other/a.txt": "1" },
      },
    ],
    ["in a line of shell", starting('execSync("node bin/cli");')],
    ["in a line with a constant in it", starting('const CLI = "bin/cli";\nexecSync(`node ${CLI} --x`);')],
    ["as a word", starting('process.exit(spawnSync("node", ["bin/cli"]).status);')],
    ["in a script of package.json", starting('execSync("npm start");')],
    [
      "by a glob, and is new",
      listing('const fg = lists;\nprocess.exit(fg.sync("list/*.js").length === 2 ? 0 : 1);'),
    ],
    [
      "by a directory, and is new",
      listing('process.exit(lists.open({ directory: "./list" }).length === 2 ? 0 : 1);'),
    ],
    [
      "by a directory that is read, and is new",
      listing('process.exit(fs.readdirSync("list").length === 2 ? 0 : 1);'),
    ],
  ])("without a tracer, nothing is cached that code names %s", async (_, project) => {
    expect(await findFaults(project)).toEqual([]);
  });
});

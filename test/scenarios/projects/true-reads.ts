import type { CheckInput } from "../../../src/index.ts";
import { type Files, vitestCase } from "../scenario.ts";

/** A project with a real tool, and how to run that tool by hand. */
export interface ReadingProject {
  readonly name: string;
  readonly tools: readonly string[];
  readonly files: Files;
  readonly check: CheckInput;
  /** The command of one unit, to be watched from outside; the target is empty for the whole project. */
  readonly command: (target: string) => string;
  readonly targets: readonly string[];
  /** What it opens of every project, whatever its targets are, it opens here, unwatched. */
  readonly before?: string;
}

const MANIFEST = { "package.json": `{ "name": "app", "version": "1.0.0", "private": true }\n` };
const TSCONFIG = { strict: true, target: "es2022", module: "esnext", moduleResolution: "bundler", types: [] };

/** One of each kind of reading: computed names, mocks, plugins of the repository, references, templates, sourced scripts. */
export const READING_PROJECTS: readonly ReadingProject[] = [
  {
    name: "vitest with fixtures whose names are computed",
    tools: ["vitest"],
    files: {
      ...MANIFEST,
      "vitest.config.ts": `import { defaults } from "./config/defaults";\nexport default { test: { ...defaults, setupFiles: ["./test/setup"] } };\n`,
      "config/defaults.ts": `export const defaults = { include: ["test/**/*.test.ts"] };\n`,
      "test/setup.ts": `import "../src/polyfill";\n`,
      "src/polyfill.ts": "export {};\n",
      "src/price.ts": `import { tax } from "./tax";\nexport const price = (net: number): number => net + tax(net);\n`,
      "src/tax.ts": "export const tax = (net: number): number => net * 0.5;\n",
      "fixtures/en/net.json": "2\n",
      "fixtures/en/gross.json": "3\n",
      "test/price.test.ts": vitestCase(
        `import { readFileSync } from "node:fs";\nimport { price } from "../src/price";\nconst read = (name: string): number => Number(readFileSync(["fixtures", "en", name + ".json"].join("/"), "utf8"));`,
        `price(read("net")) === read("gross")`,
      ),
      "test/tax.test.ts": vitestCase(`import { tax } from "../src/tax";`, "tax(2) === 1"),
    },
    check: { name: "test", uses: "vitest" },
    command: (target) => `vitest run ${target}`,
    targets: ["test/price.test.ts", "test/tax.test.ts"],
  },
  {
    name: "jest with mocks and a mapper",
    tools: ["jest"],
    files: {
      ...MANIFEST,
      "jest.config.js": `module.exports = { moduleNameMapper: { "^@/(.*)$": "<rootDir>/src/$1" }, setupFiles: ["./test/setup.js"] };\n`,
      "test/setup.js": `global.currency = require("../data/currency.json").name;\n`,
      "data/currency.json": `{ "name": "EUR" }\n`,
      "src/api.js": `exports.load = () => "real";\n`,
      "src/__mocks__/api.js": `exports.load = () => require("../answer").answer;\n`,
      "src/answer.js": `exports.answer = "mock";\n`,
      "test/api.test.js": `jest.mock("@/api");\nconst { load } = require("@/api");\ntest("mock", () => expect(load() + currency).toBe("mockEUR"));\n`,
      "test/two.test.js": `const { two } = require("../src/two");\ntest("two", () => expect(two).toBe(2));\n`,
      "src/two.js": "exports.two = 2;\n",
    },
    check: { name: "test", uses: "jest" },
    // The first run looks into every module for a map of names.
    before: "jest --cacheDirectory ../jest",
    command: (target) => `jest --cacheDirectory ../jest --runTestsByPath ${target}`,
    targets: ["test/api.test.js", "test/two.test.js"],
  },
  {
    name: "eslint with a plugin of the repository",
    tools: ["eslint"],
    files: {
      ...MANIFEST,
      "eslint.config.mjs": `import plugin from "./lint/plugin.mjs";\nexport default [{ files: ["src/**/*.js"], plugins: { own: plugin }, rules: { "own/words": "error" } }];\n`,
      "lint/plugin.mjs": `import { readFileSync } from "node:fs";\nimport { check } from "./check.mjs";\nconst words = JSON.parse(readFileSync(new URL(["words", "json"].join("."), import.meta.url), "utf8"));\nexport default { rules: { words: { create: (context) => ({ Identifier: (node) => check(node, words) && context.report({ node, message: "no" }) }) } } };\n`,
      "lint/check.mjs": "export const check = (node, words) => words.includes(node.name);\n",
      "lint/words.json": `["forbidden"]\n`,
      "src/a.js": "export const allowed = 1;\n",
      "src/b.js": `import { allowed } from "./a.js";\nexport const b = allowed;\n`,
    },
    check: { name: "lint", uses: "eslint", files: ["src/**/*.js"] },
    command: (target) => `eslint ${target}`,
    targets: ["src/a.js", "src/b.js"],
  },
  {
    name: "tsc with a configuration that extends another and a package of its own",
    tools: ["typescript"],
    files: {
      ...MANIFEST,
      "tsconfig.json": `{ "extends": "./config/base.json", "include": ["src"] }\n`,
      "config/base.json": `${JSON.stringify({ compilerOptions: { ...TSCONFIG, paths: { "@lib/*": ["../lib/*"] } } })}\n`,
      "src/main.ts": `import { size } from "@lib/size";\nimport data from "./data.json";\nexport const all: number = size(data.list) + LIMIT;\n`,
      "src/data.json": `{ "list": [1] }\n`,
      "src/globals.d.ts": "declare const LIMIT: number;\n",
      "lib/size.ts": `import type { List } from "./types";\nexport const size = (list: List): number => list.length;\n`,
      "lib/types.d.ts": "export type List = readonly number[];\n",
    },
    check: { name: "types", uses: "tsc" },
    command: () => "tsc --noEmit",
    targets: [""],
  },
  {
    name: "tsc with project references",
    tools: ["typescript"],
    files: {
      ...MANIFEST,
      ".gitignore": "out/\n",
      "tsconfig.json": `{ "files": [], "references": [{ "path": "./app" }, { "path": "./lib" }] }\n`,
      "config/base.json": `${JSON.stringify({ compilerOptions: { ...TSCONFIG, composite: true, outDir: "../out", rootDir: ".." } })}\n`,
      "app/tsconfig.json": `{ "extends": "../config/base.json", "include": ["."], "references": [{ "path": "../lib" }] }\n`,
      "app/main.ts": `import { size } from "../lib/size";\nexport const main: number = size([1]);\n`,
      "lib/tsconfig.json": `{ "extends": "../config/base.json", "include": ["."] }\n`,
      "lib/size.ts": "export const size = (list: readonly number[]): number => list.length;\n",
    },
    check: { name: "types", type: "type-check", command: "tsc", args: ["-b"] },
    command: () => "tsc -b --force",
    targets: [""],
  },
  {
    name: "mocha in CommonJS with templates",
    tools: ["mocha"],
    files: {
      ...MANIFEST,
      ".mocharc.json": `{ "require": ["./test/support/env"] }\n`,
      "test/support/env.js": `process.env.VIEWS = require("./places").views;\n`,
      "test/support/places.js": `exports.views = "views";\n`,
      "lib/view.js": `const fs = require("fs");\nconst path = require("path");\nmodule.exports = (name) => fs.readFileSync(path.resolve(process.env.VIEWS, name + ".html"), "utf8");\n`,
      "lib/add.js": "module.exports = (a, b) => a + b;\n",
      "views/home.html": "<h1>Home</h1>\n",
      "test/view.js": `const assert = require("assert");\nconst view = require("../lib/view");\nit("renders", () => assert.match(view("home"), /Home/));\n`,
      "test/add.js": `const assert = require("assert");\nconst add = require("../lib/add");\nit("adds", () => assert.equal(add(1, 1), 2));\n`,
    },
    check: { name: "test", uses: "mocha", files: ["test/*.js"] },
    command: (target) => `mocha ${target}`,
    targets: ["test/view.js", "test/add.js"],
  },
  {
    name: "pytest with a conftest and data",
    tools: [],
    files: {
      ".gitignore": "__pycache__/\n.pytest_cache/\n",
      "pytest.ini": "[pytest]\naddopts = -p no:cacheprovider\n",
      "conftest.py": `import os\nimport pytest\n\n@pytest.fixture\ndef word():\n    with open(os.path.join("data", "word" + ".txt")) as file:\n        return file.read().strip()\n`,
      "data/word.txt": "good\n",
      "app/__init__.py": "",
      "app/price.py": "from app.tax import tax\n\ndef price(net):\n    return net + tax(net)\n",
      "app/tax.py": "def tax(net):\n    return net\n",
      "tests/test_price.py": `from app.price import price\n\ndef test_price(word):\n    assert price(1) == 2 and word == "good"\n`,
    },
    check: {
      name: "pytest",
      type: "test",
      command: "python3",
      args: ["-m", "pytest", "-q"],
      env: { PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONDONTWRITEBYTECODE: "1" },
    },
    command: () => "env PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTHONDONTWRITEBYTECODE=1 python3 -m pytest -q",
    targets: [""],
  },
  {
    name: "a shell script that sources another",
    tools: [],
    files: {
      "bin/check.sh": `#!/bin/sh\nset -e\n. "$(dirname "$0")/$(printf lib)/words.sh"\nfor name in $names; do grep -q ok "data/$name"; done\n`,
      "bin/lib/words.sh": `. bin/lib/more.sh\nnames="a $more"\n`,
      "bin/lib/more.sh": `more=b\n`,
      "data/a": "ok\n",
      "data/b": "ok\n",
      "data/c": "nobody reads this\n",
    },
    check: { name: "check", type: "test", command: "sh", args: ["bin/check.sh"] },
    command: () => "sh bin/check.sh",
    targets: [""],
  },
];

import { describe, expect, it } from "vitest";
import { findFaults, type Untraced } from "../rig/untraced.ts";

const EQUAL = 'import assert from "node:assert";\n';

/** A tool that makes a module of a file, as a bundler's plugin does, and is given what the file refers to. */
const LOADER = {
  "node_modules/loader/package.json": '{ "name": "loader", "main": "index.cjs" }',
  "node_modules/loader/index.cjs": `const fs = require("fs"), path = require("path");
function load(file) {
  const text = fs.readFileSync(file, "utf8");
  const named = [...text.matchAll(/(?:from|import|src=)\\s*"([^"]+)"/g)].map((match) => match[1]);
  return text + named.map((name) => load(path.resolve(path.dirname(file), name))).join("\\n");
}
module.exports = load;
`,
};
const LOADS =
  'import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url)("loader");\n';

function through(name: string, text: string, then: string): Untraced {
  return {
    files: {
      "package.json": '{ "devDependencies": { "loader": "1" } }',
      "test/a.test.mjs": `${EQUAL}${LOADS}assert(load("src/${name}").includes("RIGHT"));\n`,
      [`src/${name}`]: text,
      [`src/${then}`]: "RIGHT",
      "src/other.txt": "other",
    },
    installed: LOADER,
    breaks: { [`src/${then}`]: "WRONG" },
    unrelated: { "src/other.txt": "another" },
  };
}

describe("without a tracer, nothing is cached that a file hides behind", () => {
  it.each<[what: string, project: Untraced]>([
    [
      "a component of Vue",
      through("Cart.vue", '<script setup lang="ts">\nimport p from "./price.js"\n</script>', "price.js"),
    ],
    [
      "a component of Svelte",
      through("Cart.svelte", '<script>\nimport p from "./price.js"\n</script>', "price.js"),
    ],
    ["a component of Astro", through("Cart.astro", '---\nimport p from "./price.js"\n---\n<p/>', "price.js")],
    ["a picture in a template", through("Cart.vue", '<template><img src="./a.svg"></template>', "a.svg")],
    ["a page", through("page.html", '<script src="./main.js"></script>', "main.js")],
    ["a document of GraphQL", through("q.graphql", '#import "./t.graphql"\nquery { a }', "t.graphql")],
    [
      "a language that is not read",
      { ...through("a.mdx", 'import p from "./b.mdx"', "b.mdx"), unrelated: {} },
    ],
  ])("without a tracer, nothing is cached that a file hides behind %s", async (_, project) => {
    expect(await findFaults(project)).toEqual([]);
  });

  it.each<[what: string, project: Untraced]>([
    [
      "a script of shell that a test starts",
      {
        files: {
          "test/a.test.mjs":
            'import { execFileSync } from "node:child_process";\nexecFileSync("sh", ["scripts/run.sh"]);\n',
          "scripts/run.sh": '#!/bin/sh\nset -e\n. "$(dirname "$0")/lib.sh"\nnode scripts/tool.js\n',
          "scripts/lib.sh": "set -u\n",
          "scripts/tool.js": "process.exit(0);\n",
          "scripts/other.sh": "exit 0\n",
        },
        breaks: { "scripts/tool.js": "process.exit(1);\n" },
        unrelated: { "scripts/other.sh": "exit 1\n" },
      },
    ],
    [
      "a script of shell that sources what it is told to",
      {
        files: {
          "test/a.test.mjs":
            'import { execFileSync } from "node:child_process";\nexecFileSync("sh", ["scripts/run.sh"]);\n',
          "scripts/run.sh": 'for each in a b; do\n  . "scripts/lib-$each.sh"\ndone\n',
          "scripts/lib-a.sh": "set -u\n",
          "scripts/lib-b.sh": "set -u\n",
        },
        breaks: { "scripts/lib-b.sh": "exit 1\n" },
      },
    ],
    [
      "modules of Python",
      {
        files: {
          "tests/test_a.py": "import sys\nfrom app import price\nassert price.total() == 3\n",
          "app/__init__.py": "",
          "app/price.py": "from .rate import RATE\ndef total():\n    return RATE\n",
          "app/rate.py": "RATE = 3\n",
          "app/other.py": "X = 1\n",
        },
        check: {
          name: "test",
          type: "test",
          command: "sh",
          args: ["-c", 'for each in "$@"; do PYTHONPATH=. python3 "$each" || exit 1; done', "sh", "{files}"],
          files: ["tests/test_*.py"],
        },
        // Python tells by second and size whether it may go by what it compiled before.
        breaks: { "app/rate.py": "RATE = 40\n" },
        unrelated: { "app/other.py": "X = 2\n" },
      },
    ],
    [
      "modules of Python that are loaded by any name",
      {
        files: {
          "tests/test_a.py":
            "import importlib\nfor name in ['one', 'two']:\n    importlib.import_module('plugins.p_' + name)\n",
          "plugins/p_one.py": "",
          "plugins/p_two.py": "",
        },
        check: {
          name: "test",
          type: "test",
          command: "sh",
          args: ["-c", 'for each in "$@"; do PYTHONPATH=. python3 "$each" || exit 1; done', "sh", "{files}"],
          files: ["tests/test_*.py"],
        },
        breaks: { "plugins/p_two.py": "raise SystemExit(1)\n" },
      },
    ],
  ])("without a tracer, nothing is cached that a file hides behind %s", async (_, project) => {
    expect(await findFaults(project)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { findFaults, type Untraced } from "../rig/untraced.ts";

/** A runner that finds modules by a rule of the configuration, as those do that have aliases: `rule` makes a path of a name. */
function runner(rule: string): Readonly<Record<string, string>> {
  return {
    "node_modules/runner/package.json": '{ "name": "runner", "main": "index.cjs" }',
    "node_modules/runner/index.cjs": `const Module = require("module"), path = require("path"), root = process.cwd();
const find = Module._resolveFilename, rule = ${rule};
Module._resolveFilename = (name, ...others) => { const to = rule(name); return find.call(Module, to ? path.join(root, to) : name, ...others); };`,
  };
}

function project(configuration: Readonly<Record<string, string>>, specifier: string, rule: string): Untraced {
  return {
    files: {
      ...configuration,
      "test/a.test.cjs": `require("runner");\nif (require("${specifier}") !== 3) process.exit(1);\n`,
      "src/price.js": "module.exports = 3;\n",
      "src/other.js": "module.exports = 1;\n",
      "README.md": "# Project\n",
    },
    installed: runner(rule),
    breaks: { "src/price.js": "module.exports = 4;\n" },
    unrelated: { "README.md": "# Described\n", "src/other.js": "module.exports = 2;\n" },
  };
}

const AT = '(name) => name.startsWith("@/") && "src" + name.slice(1)';
const DECLARED = { "package.json": '{ "devDependencies": { "runner": "1" } }' };

describe("without a tracer, nothing is cached that an import leads to by an alias", () => {
  it.each<[what: string, project: Untraced]>([
    [
      "of Vite, from the root",
      project(
        { ...DECLARED, "vite.config.mjs": 'export default { resolve: { alias: { "@": "/src" } } };' },
        "@/price",
        AT,
      ),
    ],
    [
      "of Vite, by a helper of another module",
      project(
        {
          ...DECLARED,
          "support/paths.mjs":
            'import path from "node:path";\nimport { fileURLToPath } from "node:url";\nconst ROOT = new URL("../", import.meta.url);\nexport function fromRoot(...paths) {\n  return fileURLToPath(new URL(path.join(...paths), ROOT));\n}\n',
          "vite.config.mjs":
            'import { fromRoot } from "./support/paths.mjs";\nexport default { resolve: { alias: { "@": fromRoot("src") } }, test: { globals: true } };',
        },
        "@/price",
        AT,
      ),
    ],
    [
      "of Vite, by a constant of another module",
      project(
        {
          ...DECLARED,
          "support/paths.mjs":
            'import path from "node:path";\nexport const SOURCE = path.join(import.meta.dirname, "..", "src");\n',
          "vite.config.mjs":
            'import { SOURCE } from "./support/paths.mjs";\nexport default { resolve: { alias: { "@": SOURCE } } };',
        },
        "@/price",
        AT,
      ),
    ],
    [
      "of Vite, by a helper",
      project(
        {
          ...DECLARED,
          "vite.config.mjs":
            'import path from "node:path";\nconst r = (to) => path.resolve(import.meta.dirname, to);\nexport default { resolve: { alias: { "@": r("src") } } };',
        },
        "@/price",
        AT,
      ),
    ],
    [
      "of Vitest, by an expression",
      project(
        {
          ...DECLARED,
          "vitest.config.mjs":
            'import path from "node:path";\nexport default { test: { alias: [{ find: /^@\\//, replacement: path.join(process.cwd(), "src") + "/" }] } };',
        },
        "@/price",
        AT,
      ),
    ],
    [
      "of Nuxt",
      project(
        { ...DECLARED, "nuxt.config.ts": "export default {};" },
        "~/src/price",
        '(name) => name.startsWith("~/") && name.slice(2)',
      ),
    ],
    [
      "of Kit",
      {
        ...project(
          { ...DECLARED, "svelte.config.js": 'export default { kit: { files: { lib: "src" } } };' },
          "$lib/price",
          '(name) => name.startsWith("$lib/") && "src" + name.slice(4)',
        ),
      },
    ],
    [
      "of Jest",
      project(
        {
          "package.json":
            '{ "jest": { "moduleNameMapper": { "^@/(.*)$": "<rootDir>/src/$1" } }, "devDependencies": { "runner": "1" } }',
        },
        "@/price",
        AT,
      ),
    ],
    [
      "of Jest, by the directories of modules",
      project(
        { ...DECLARED, "jest.config.js": 'module.exports = { moduleDirectories: ["node_modules", "src"] };' },
        "price",
        '(name) => name === "price" && "src/price"',
      ),
    ],
    [
      "of Babel",
      project(
        { ...DECLARED, ".babelrc": '{ "plugins": [["module-resolver", { "alias": { "@": "./src" } }]] }' },
        "@/price",
        AT,
      ),
    ],
    [
      "of webpack",
      project(
        {
          ...DECLARED,
          "webpack.config.js":
            'const path = require("path");\nmodule.exports = { resolve: { alias: { "@": path.resolve(__dirname, "src") } } };',
        },
        "@/price",
        AT,
      ),
    ],
    [
      "that only running the configuration tells",
      {
        ...project(
          {
            ...DECLARED,
            "vite.config.mjs":
              'import { find } from "./find.mjs";\nexport default { resolve: { alias: { "@": find() } } };',
            "find.mjs": 'export const find = () => process.env.X ?? "/src";',
          },
          "@/price",
          AT,
        ),
        unrelated: {},
      },
    ],
    ["that nothing says", { ...project(DECLARED, "@/price", AT), unrelated: {} }],
  ])("without a tracer, nothing is cached that an import leads to by an alias %s", async (_, each) => {
    expect(await findFaults(each)).toEqual([]);
  });

  it("without a tracer, nothing is cached that an import leads to by an alias of a package that gives browsers something else", async () => {
    const project: Untraced = {
      files: {
        "package.json":
          '{ "name": "own", "exports": { ".": { "browser": "./src/browser.js", "default": "./src/node.js" } } }',
        "src/browser.js": "module.exports = 3;\n",
        "src/node.js": "module.exports = 3;\n",
        "src/other.js": "",
        "test/a.test.cjs": 'if (require("own") !== 3) process.exit(1);\n',
      },
      check: {
        name: "test",
        type: "test",
        command: "sh",
        args: [
          "-c",
          'for each in "$@"; do node --conditions=browser "$each" || exit 1; done',
          "sh",
          "{files}",
        ],
        files: ["test/**/*.test.cjs"],
      },
      breaks: { "src/browser.js": "module.exports = 4;\n" },
      unrelated: { "src/other.js": "module.exports = 4;\n" },
    };
    expect(await findFaults(project)).toEqual([]);
  });
});

import type { CheckInput } from "../../../src/index.ts";
import { type Files, type Mutation, type Scenario, vitestCase } from "../scenario.ts";

const LINT: CheckInput = { name: "lint", uses: "eslint", files: ["src/**/*.js"] };
const VITEST: CheckInput = { name: "test", uses: "vitest", files: ["test/*.test.ts"] };
const MOCHA: CheckInput = {
  name: "test",
  type: "test",
  command: "mocha",
  args: ["{files}"],
  files: ["test/*.js"],
};

const MANIFEST = {
  name: "app",
  version: "1.0.0",
  description: "An app",
  type: "module",
  scripts: { start: "node index.js" },
};

function manifest(fields: object = {}): Files {
  return { "package.json": `${JSON.stringify({ ...MANIFEST, ...fields }, null, 2)}\n` };
}

/** What no tool goes by. */
const DESCRIBED: Mutation = {
  name: "what only describes it edited",
  steps: [
    {
      write: manifest({
        version: "1.0.1",
        description: "The app",
        scripts: { start: "node .", release: "release" },
        devDependencies: { other: "1.0.0" },
      }),
    },
  ],
  runs: [],
  keeps: "others",
  fails: false,
};

function released(runs: readonly string[]): Mutation {
  return {
    name: "the version edited",
    steps: [{ write: manifest({ version: "2.0.0" }) }],
    runs,
    keeps: "others",
  };
}

/** Reports every file where the version is none of the first. */
const VERSION_RULE = `{ create: (context) => ({ Program(node) { if (!version.startsWith("1.")) context.report({ node, message: "not the first" }); } }) }`;

function rules(version: string): string {
  return `${version}\nexport default [{ plugins: { local: { rules: { first: ${VERSION_RULE} } } }, rules: { "local/first": "error" } }];\n`;
}

const SOURCES = { "src/a.js": "export const a = 1;\n", "src/b.js": "export const b = 2;\n" };
const LINTED = ["lint src/a.js", "lint src/b.js"];

/** A plugin with a rule that goes by the version, for comments with this word. */
function waiting(word: string): Files {
  return {
    "node_modules/eslint-plugin-unicorn/package.json": `{ "name": "eslint-plugin-unicorn", "version": "1.0.0", "type": "module", "main": "index.js" }\n`,
    "node_modules/eslint-plugin-unicorn/index.js": `import { readFileSync } from "node:fs";\nconst { version } = JSON.parse(readFileSync("package.json", "utf8"));\nexport default { rules: { "expiring-todo-comments": { create: (context) => ({ Program() { for (const node of context.sourceCode.getAllComments()) if (/${word} \\[>1\\.0\\.0\\]/i.test(node.value) && version !== "1.0.0") context.report({ node, message: "it is time" }); } }) } } };\n`,
  };
}

/** Who reads a package.json, and how much of it counts. */
export const PACKAGE_JSON: readonly Scenario[] = [
  {
    name: "a linter that reads package.json",
    kind: "package.json: eslint",
    tools: ["eslint"],
    alone: true,
    files: { ...manifest(), "eslint.config.js": "export default [];\n", ...SOURCES },
    checks: [LINT],
    mutations: [
      DESCRIBED,
      {
        name: "the kind of modules edited",
        steps: [{ write: manifest({ type: "commonjs" }) }],
        runs: LINTED,
      },
    ],
  },
  {
    name: "rules that import package.json",
    kind: "package.json: eslint, imported",
    tools: ["eslint"],
    alone: true,
    files: {
      ...manifest(),
      "eslint.config.js": rules(
        `import { createRequire } from "node:module";\nconst { version } = createRequire(import.meta.url)("./package.json");`,
      ),
      ...SOURCES,
    },
    checks: [LINT],
    mutations: [released(LINTED)],
  },
  {
    name: "rules that read package.json",
    kind: "package.json: eslint, read",
    tools: ["eslint"],
    alone: true,
    files: {
      ...manifest(),
      "eslint.config.js": rules(
        `import { readFileSync } from "node:fs";\nconst { version } = JSON.parse(readFileSync(["package", "json"].join("."), "utf8"));`,
      ),
      ...SOURCES,
    },
    checks: [LINT],
    mutations: [released(LINTED)],
  },
  {
    name: "rules of a package that read package.json",
    kind: "package.json: eslint, plugin",
    tools: ["eslint"],
    alone: true,
    files: {
      ...manifest(),
      "node_modules/eslint-plugin-first/package.json": `{ "name": "eslint-plugin-first", "version": "1.0.0", "type": "module", "main": "index.js" }\n`,
      "node_modules/eslint-plugin-first/index.js": `import { readFileSync } from "node:fs";\nconst { version } = JSON.parse(readFileSync("package.json", "utf8"));\nexport default { rules: { first: ${VERSION_RULE} } };\n`,
      "eslint.config.js": `import first from "eslint-plugin-first";\nexport default [{ plugins: { first }, rules: { "first/first": "error" } }];\n`,
      ...SOURCES,
    },
    checks: [LINT],
    mutations: [released(LINTED)],
  },
  {
    name: "comments that wait for a version",
    kind: "package.json: eslint, comments",
    tools: ["eslint"],
    alone: true,
    files: {
      ...manifest(),
      ...waiting("todo"),
      "shared.js": `import unicorn from "eslint-plugin-unicorn";\nexport default [{ plugins: { unicorn }, rules: { ["unicorn/" + ["expiring", "todo", "comments"].join("-")]: "error" } }];\n`,
      "eslint.config.js": `export { default } from "./shared.js";\n`,
      "src/a.js": "// TODO [>1.0.0]: remove it.\nexport const a = 1;\n",
      "src/b.js": "export const b = 2;\n",
    },
    checks: [LINT],
    mutations: [released(["lint src/a.js"])],
  },
  {
    name: "comments that wait for a version, by a word of the settings",
    kind: "package.json: eslint, own words",
    tools: ["eslint"],
    alone: true,
    files: {
      ...manifest(),
      ...waiting("later"),
      "shared.js": `import unicorn from "eslint-plugin-unicorn";\nexport default [{ plugins: { unicorn }, rules: { "unicorn/expiring-todo-comments": ["error"] } }];\n`,
      "eslint.config.js": `export { default } from "./shared.js";\n`,
      "src/a.js": "// Later [>1.0.0]: remove it.\nexport const a = 1;\n",
    },
    checks: [LINT],
    mutations: [released(["lint src/a.js"])],
  },
  {
    name: "comments that wait for a version, by a word of shared settings in a package",
    kind: "package.json: eslint, words of a package",
    tools: ["eslint"],
    alone: true,
    files: {
      ...manifest(),
      ...waiting("later"),
      "node_modules/eslint-config-own/package.json": `{ "name": "eslint-config-own", "version": "1.0.0", "type": "module", "main": "index.js", "peerDependencies": { "eslint-plugin-unicorn": "*" } }\n`,
      "node_modules/eslint-config-own/index.js": `import unicorn from "eslint-plugin-unicorn";\nexport default [{ plugins: { unicorn }, rules: { "unicorn/expiring-todo-comments": ["error"] } }];\n`,
      "eslint.config.js": `export { default } from "eslint-config-own";\n`,
      "src/a.js": "// Later [>1.0.0]: remove it.\nexport const a = 1;\n",
    },
    checks: [LINT],
    mutations: [released(["lint src/a.js"])],
  },
  {
    name: "tests that import package.json, read it, and do neither",
    kind: "package.json: vitest",
    tools: ["vitest"],
    alone: true,
    files: {
      ...manifest(),
      "src/two.ts": "export const two = 2;\n",
      "test/plain.test.ts": vitestCase(`import { two } from "../src/two";`, "two === 2"),
      "test/other.test.ts": vitestCase(`import { two } from "../src/two";`, "two > 1"),
      "test/imports.test.ts": vitestCase(
        `import { version } from "../package.json";`,
        `version.startsWith("1.")`,
      ),
      "test/reads.test.ts": vitestCase(
        `import { readFileSync } from "node:fs";`,
        `JSON.parse(readFileSync(["package", "json"].join("."), "utf8")).version.startsWith("1.")`,
      ),
    },
    checks: [VITEST],
    mutations: [
      released(["test test/imports.test.ts", "test test/reads.test.ts"]),
      {
        name: "a field that leads imports edited",
        steps: [{ write: manifest({ imports: { "#two": "./src/two.ts" } }) }],
        runs: ["test test/plain.test.ts"],
        fails: false,
      },
    ],
  },
  {
    name: "a test whose package reads package.json",
    kind: "package.json: vitest, package",
    tools: ["vitest"],
    alone: true,
    files: {
      ...manifest(),
      "node_modules/own-version/package.json": `{ "name": "own-version", "version": "1.0.0", "type": "module", "main": "index.js" }\n`,
      "node_modules/own-version/index.js": `import { readFileSync } from "node:fs";\nexport const { version } = JSON.parse(readFileSync("package.json", "utf8"));\n`,
      "test/version.test.ts": vitestCase(
        `import { version } from "own-version";`,
        `version.startsWith("1.")`,
      ),
    },
    checks: [VITEST],
    mutations: [released(["test test/version.test.ts"])],
  },
  {
    name: "tests in CommonJS, one of which requires package.json",
    kind: "package.json: mocha",
    tools: ["mocha"],
    alone: true,
    files: {
      ...manifest({ type: "commonjs" }),
      "lib/two.js": "module.exports = 2;\n",
      "test/plain.js": `const assert = require("assert");\nconst two = require("../lib/two");\nit("holds", () => assert.equal(two, 2));\n`,
      "test/other.js": `const assert = require("assert");\nconst two = require("../lib/two");\nit("holds too", () => assert.ok(two > 1));\n`,
      "test/requires.js": `const assert = require("assert");\nconst { version } = require("../package.json");\nit("is the first", () => assert.ok(version.startsWith("1.")));\n`,
    },
    checks: [MOCHA],
    mutations: [
      {
        name: "the version edited",
        steps: [{ write: manifest({ type: "commonjs", version: "2.0.0" }) }],
        runs: ["test test/requires.js"],
        keeps: "others",
      },
      {
        name: "what mocha goes by edited",
        steps: [{ write: manifest({ type: "commonjs", mocha: { require: ["./none.js"] } }) }],
        runs: ["test test/plain.js"],
      },
    ],
  },
  {
    name: "a formatter that reads package.json",
    kind: "package.json: prettier",
    tools: ["prettier"],
    alone: true,
    files: { ...manifest(), ...SOURCES },
    checks: [{ name: "format", uses: "prettier", files: ["src/**/*.js"] }],
    mutations: [
      DESCRIBED,
      {
        name: "its settings edited",
        steps: [{ write: manifest({ prettier: { semi: false } }) }],
        runs: ["format src/a.js", "format src/b.js"],
      },
    ],
  },
  {
    name: "a compiler that reads package.json",
    kind: "package.json: tsc",
    tools: ["typescript"],
    alone: true,
    files: {
      ...manifest({ imports: { "#two": "./src/two.ts" } }),
      "tsconfig.json": `{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "target": "es2022", "types": [], "allowImportingTsExtensions": true }, "include": ["src"] }\n`,
      "src/two.ts": "export const two = 2;\n",
      "src/index.ts": `import { two } from "#two";\nexport const four: number = two * two;\n`,
    },
    checks: [{ name: "types", uses: "tsc" }],
    mutations: [
      {
        name: "the version edited",
        steps: [{ write: manifest({ version: "2.0.0", imports: { "#two": "./src/two.ts" } }) }],
        runs: [],
        keeps: "others",
        fails: false,
      },
      {
        name: "where an import leads edited",
        steps: [{ write: manifest({ imports: { "#two": "./src/three.ts" } }) }],
        runs: ["types"],
      },
    ],
  },
];

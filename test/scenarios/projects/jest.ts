import type { CheckInput } from "../../../src/index.ts";
import type { Scenario } from "../scenario.ts";

const JEST: CheckInput = { name: "test", uses: "jest", files: ["**/*.test.js"] };
const TOOLS = ["babel-plugin-module-resolver", "jest"];
const CLOSED = {
  "package.json": `{ "name": "app", "version": "1.0.0" }\n`,
  "closed.test.js": `const { two } = require("./two");\ntest("two", () => expect(two).toBe(2));\n`,
  "two.js": "exports.two = 2;\n",
};

/** Projects that jest tests. */
export const JEST_PROJECTS: readonly Scenario[] = [
  {
    name: "moduleNameMapper",
    kind: "jest: aliases",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "jest.config.js": `module.exports = { moduleNameMapper: { "^@/(.*)$": "<rootDir>/src/$1" } };\n`,
      "src/tax.js": "exports.tax = 19;\n",
      "src/unused.js": "exports.unused = 1;\n",
      "old/tax.js": "exports.tax = 16;\n",
      "test/tax.test.js": `const { tax } = require("@/tax");\ntest("tax", () => expect(tax).toBe(19));\n`,
    },
    checks: [JEST],
    mutations: [
      {
        name: "what it leads to edited",
        steps: [{ write: { "src/tax.js": "exports.tax = 20;\n" } }],
        runs: ["test test/tax.test.js"],
        keeps: "others",
      },
      {
        name: "it leads elsewhere",
        steps: [{ replace: ["jest.config.js", "/src/", "/old/"] }],
        runs: ["test test/tax.test.js"],
      },
    ],
    idle: [{ write: { "src/unused.js": "exports.unused = 2;\n" } }],
  },
  {
    name: "Babel's module-resolver",
    kind: "jest: aliases",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "babel.config.js": `module.exports = { plugins: [["module-resolver", { root: [__dirname], alias: { "lib": "./library" } }]] };\n`,
      "library/tax.js": "exports.tax = 19;\n",
      "test/tax.test.js": `const { tax } = require("lib/tax");\ntest("tax", () => expect(tax).toBe(19));\n`,
    },
    checks: [JEST],
    mutations: [
      {
        name: "what it leads to edited",
        steps: [{ write: { "library/tax.js": "exports.tax = 20;\n" } }],
        runs: ["test test/tax.test.js"],
        keeps: "others",
      },
    ],
  },
  {
    name: "__mocks__ of a module and of a package",
    kind: "jest: __mocks__",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "src/api.js": "exports.load = () => 0;\n",
      "src/__mocks__/api.js": "exports.load = () => 1;\n",
      "__mocks__/semver.js": "exports.valid = () => 'mocked';\n",
      "test/api.test.js": `jest.mock("../src/api");\nconst { load } = require("../src/api");\ntest("api", () => expect(load()).toBe(1));\n`,
      "test/package.test.js": `const { valid } = require("semver");\ntest("semver", () => expect(valid("x")).toBe("mocked"));\n`,
    },
    checks: [JEST],
    mutations: [
      {
        name: "the mock of the module edited",
        steps: [{ write: { "src/__mocks__/api.js": "exports.load = () => 2;\n" } }],
        runs: ["test test/api.test.js"],
        keeps: ["test closed.test.js"],
      },
      {
        name: "the mock of the package edited",
        steps: [{ write: { "__mocks__/semver.js": "exports.valid = () => 'other';\n" } }],
        runs: ["test test/package.test.js"],
        keeps: ["test closed.test.js"],
      },
    ],
  },
  {
    name: "setup files without extension, and a local environment",
    kind: "jest: setup files",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "jest.config.js": `module.exports = { setupFiles: ["<rootDir>/test/setup"], testEnvironment: "./test/environment" };\n`,
      "test/setup.js": `global.level = require("./level.json").level;\n`,
      "test/level.json": `{ "level": 1 }\n`,
      "test/environment.js": `const { TestEnvironment } = require("jest-environment-node");\nmodule.exports = class extends TestEnvironment { async setup() { await super.setup(); this.global.place = "here"; } };\n`,
      "test/level.test.js": `test("level", () => expect([level, place]).toEqual([1, "here"]));\n`,
    },
    checks: [JEST],
    mutations: [
      {
        name: "what the setup reads edited",
        steps: [{ write: { "test/level.json": `{ "level": 2 }\n` } }],
        runs: ["test test/level.test.js"],
      },
      {
        name: "the environment edited",
        steps: [{ replace: ["test/environment.js", `"here"`, `"there"`] }],
        runs: ["test test/level.test.js"],
      },
    ],
  },
  {
    name: "a snapshot runs its own test only",
    kind: "jest: snapshots",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "a.test.js": `test("a", () => expect("one").toMatchSnapshot());\n`,
      "b.test.js": `test("b", () => expect("two").toMatchSnapshot());\n`,
      "__snapshots__/a.test.js.snap":
        '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`a 1`] = `"one"`;\n',
      "__snapshots__/b.test.js.snap":
        '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`b 1`] = `"two"`;\n',
    },
    checks: [JEST],
    mutations: [
      {
        name: "a snapshot edited",
        steps: [{ replace: ["__snapshots__/a.test.js.snap", "one", "uno"] }],
        runs: ["test a.test.js"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a transform of the project",
    kind: "jest: transform",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "jest.config.js": `module.exports = { transform: { "\\\\.txt$": "<rootDir>/tools/text.js" } };\n`,
      "tools/text.js": `exports.process = (text) => ({ code: "module.exports = " + JSON.stringify(text.trim()) + ";" });\nexports.getCacheKey = (text) => text + require("fs").readFileSync(__filename, "utf8");\n`,
      "src/hello.txt": "hello\n",
      "src/hello.test.js": `test("text", () => expect(require("./hello.txt")).toBe("hello"));\n`,
    },
    checks: [JEST],
    mutations: [
      {
        name: "the text edited",
        // The transform reads a file: it may read this one for all.
        steps: [{ write: { "src/hello.txt": "bye\n" } }],
        runs: ["test src/hello.test.js"],
      },
      {
        name: "the transform edited",
        steps: [{ replace: ["tools/text.js", "text.trim()", "text"] }],
        runs: ["test src/hello.test.js"],
      },
    ],
  },
  {
    name: "fixtures by computed names",
    kind: "jest: fixtures",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "test/cases.test.js": `const fs = require("fs");\nconst path = require("path");\nconst all = fs.readdirSync(path.join(__dirname, "cases"));\ntest.each(all)("%s", (name) => expect(JSON.parse(fs.readFileSync(path.join(__dirname, "cases", name), "utf8")).ok).toBe(true));\n`,
      "test/cases/one.json": `{ "ok": true }\n`,
    },
    checks: [JEST],
    mutations: [
      {
        name: "a case edited",
        steps: [{ write: { "test/cases/one.json": `{ "ok": false }\n` } }],
        runs: ["test test/cases.test.js"],
        keeps: "others",
      },
      {
        name: "a case added",
        steps: [{ write: { "test/cases/two.json": `{ "ok": false }\n` } }],
        runs: ["test test/cases.test.js"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a mock of a package appears",
    kind: "jest: __mocks__",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "__mocks__/other.js": "exports.other = 1;\n",
      "test/package.test.js": `const { valid } = require("semver");\ntest("semver", () => expect(valid("x")).toBe(null));\n`,
    },
    checks: [JEST],
    mutations: [
      {
        name: "it appears",
        steps: [{ write: { "__mocks__/semver.js": "exports.valid = () => 'mocked';\n" } }],
        runs: ["test test/package.test.js"],
      },
    ],
  },
];

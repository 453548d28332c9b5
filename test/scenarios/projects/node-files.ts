import { nodeCase, nodeTest, type Scenario } from "../scenario.ts";

const FS = `import { readFileSync, existsSync, readdirSync, statSync } from "node:fs";`;
/** A test that has nothing to do with the change. */
const CLOSED = {
  "closed.test.mjs": nodeCase(`import { two } from "./two.mjs";`, "two === 2"),
  "two.mjs": "export const two = 2;\n",
};

/** Tests of `node --test` that read files of the project by other ways than imports. */
export const NODE_FILES: readonly Scenario[] = [
  {
    name: "fixtures by computed names",
    kind: "node: fixtures",
    files: {
      ...CLOSED,
      "test/cases.test.mjs": nodeCase(
        `${FS}\nconst read = (name) => JSON.parse(readFileSync(["test", "fixtures", name + ".json"].join("/"), "utf8"));`,
        `["one", "two"].every((name) => read(name).ok)`,
      ),
      "test/fixtures/one.json": `{ "ok": true }\n`,
      "test/fixtures/two.json": `{ "ok": true }\n`,
      "test/fixtures/three.json": `{ "ok": true }\n`,
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a fixture edited",
        steps: [{ write: { "test/fixtures/two.json": `{ "ok": false }\n` } }],
        runs: ["test test/cases.test.mjs"],
        keeps: "others",
      },
      {
        name: "a fixture deleted",
        steps: [{ delete: "test/fixtures/one.json" }],
        runs: ["test test/cases.test.mjs"],
        keeps: "others",
      },
      {
        name: "a fixture renamed",
        steps: [{ rename: ["test/fixtures/one.json", "test/fixtures/uno.json"] }],
        runs: ["test test/cases.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "test/fixtures/three.json": `{ "ok": null }\n`, "test/fixtures/four.json": "{}\n" } }],
  },
  {
    name: "JSON beside the module by URL",
    kind: "node: new URL",
    files: {
      ...CLOSED,
      "src/price.mjs": `${FS}\nconst place = new URL("./data/prices.json", import.meta.url);\nexport const prices = JSON.parse(readFileSync(place, "utf8"));\n`,
      "src/data/prices.json": `{ "tea": 3 }\n`,
      "src/data/other.json": `{}\n`,
      "src/price.test.mjs": nodeCase(`import { prices } from "./price.mjs";`, "prices.tea === 3"),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "the data edited",
        steps: [{ write: { "src/data/prices.json": `{ "tea": 4 }\n` } }],
        runs: ["test src/price.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "src/data/other.json": `{ "a": 1 }\n` } }],
  },
  {
    name: "require.resolve, then read",
    kind: "node: require.resolve",
    files: {
      ...CLOSED,
      "lib/template.txt": "Hello NAME\n",
      "lib/render.cjs": `const fs = require("fs");\nconst place = require.resolve("./template.txt");\nmodule.exports = (name) => fs.readFileSync(place, "utf8").replace("NAME", name);\n`,
      "lib/render.test.cjs": `const test = require("node:test");\nconst assert = require("assert");\nconst render = require("./render.cjs");\ntest("greets", () => assert.equal(render("Ann"), "Hello Ann\\n"));\n`,
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "the template edited",
        steps: [{ write: { "lib/template.txt": "Goodbye NAME\n" } }],
        runs: ["test lib/render.test.cjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "createRequire loads JSON",
    kind: "node: createRequire",
    files: {
      ...CLOSED,
      "settings/base.json": `{ "port": 80 }\n`,
      "settings.test.mjs": nodeCase(
        `import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url);`,
        `load("./settings/" + "base" + ".json").port === 80`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "the JSON edited",
        steps: [{ write: { "settings/base.json": `{ "port": 81 }\n` } }],
        runs: ["test settings.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "WebAssembly read at run time",
    kind: "node: wasm",
    files: {
      ...CLOSED,
      "module.test.mjs": nodeCase(
        `${FS}\nconst bytes = Buffer.from(readFileSync("lib/module.wasm", "latin1"), "latin1");`,
        "WebAssembly.validate(bytes)",
      ),
      "lib/module.wasm": "\0asm\u0001\0\0\0",
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "the module broken",
        steps: [{ write: { "lib/module.wasm": "\0asm\u0009\0\0\0" } }],
        runs: ["test module.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "paths joined from a root constant",
    kind: "node: root constant",
    files: {
      ...CLOSED,
      "src/root.mjs": `import { join } from "node:path";\nexport const ROOT = join(import.meta.dirname, "..");\n`,
      "src/schema.mjs": `import { join } from "node:path";\n${FS}\nimport { ROOT } from "./root.mjs";\nconst PARTS = ["config", "schema"];\nexport const schema = JSON.parse(readFileSync(join(ROOT, ...PARTS, "user.json"), "utf8"));\n`,
      "config/schema/user.json": `{ "required": ["name"] }\n`,
      "test/schema.test.mjs": nodeCase(
        `import { schema } from "../src/schema.mjs";`,
        `schema.required.includes("name")`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "the schema edited",
        steps: [{ write: { "config/schema/user.json": `{ "required": [] }\n` } }],
        runs: ["test test/schema.test.mjs"],
        keeps: "others",
      },
      {
        name: "the closed test's source edited",
        steps: [{ write: { "two.mjs": "export const two = 3;\n" } }],
        runs: ["test closed.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "migrations by directory",
    kind: "node: readdir",
    files: {
      ...CLOSED,
      "src/migrate.mjs": `${FS}\nexport const names = () => readdirSync("migrations").sort();\nexport const isOrdered = () => names().every((name, i) => name.startsWith(String(i + 1).padStart(3, "0")));\n`,
      "migrations/001-users.sql": "create table users;\n",
      "migrations/002-posts.sql": "create table posts;\n",
      "src/migrate.test.mjs": nodeCase(`import { isOrdered } from "./migrate.mjs";`, "isOrdered()"),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a migration out of order added",
        steps: [{ write: { "migrations/005-late.sql": "create table late;\n" } }],
        runs: ["test src/migrate.test.mjs"],
        keeps: "others",
      },
      {
        name: "a migration deleted",
        steps: [{ delete: "migrations/001-users.sql" }],
        runs: ["test src/migrate.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "migrations/002-posts.sql": "create table articles;\n" } }],
  },
  {
    name: "locales by directory",
    kind: "node: locales",
    files: {
      ...CLOSED,
      "locales/en.json": `{ "hello": "Hello", "bye": "Bye" }\n`,
      "locales/de.json": `{ "hello": "Hallo", "bye": "Tschüss" }\n`,
      "locales.test.mjs": nodeCase(
        `${FS}\nconst all = readdirSync("locales").map((file) => Object.keys(JSON.parse(readFileSync("locales/" + file, "utf8"))).sort().join());`,
        "new Set(all).size === 1",
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a key missing in one",
        steps: [{ write: { "locales/de.json": `{ "hello": "Hallo" }\n` } }],
        runs: ["test locales.test.mjs"],
        keeps: "others",
      },
      {
        name: "an unfinished locale added",
        steps: [{ write: { "locales/fr.json": `{ "hello": "Salut" }\n` } }],
        runs: ["test locales.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a test that lists its own directory",
    kind: "node: own directory",
    files: {
      ...CLOSED,
      "test/every.test.mjs": nodeCase(
        FS,
        `readdirSync(import.meta.dirname).every((name) => name.endsWith(".test.mjs"))`,
      ),
      "test/other.test.mjs": nodeCase("", "1 + 1 === 2"),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a stray file added",
        steps: [{ write: { "test/helper.mjs": "export const x = 1;\n" } }],
        runs: ["test test/every.test.mjs"],
        keeps: ["test test/other.test.mjs", "test closed.test.mjs"],
      },
      {
        name: "another test edited",
        steps: [{ write: { "test/other.test.mjs": nodeCase("", "1 + 1 === 3") } }],
        runs: ["test test/other.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file that is not there appears",
    kind: "node: absent files",
    files: {
      ...CLOSED,
      "src/options.mjs": `${FS}\nexport const load = () => { try { return JSON.parse(readFileSync("options.local.json", "utf8")); } catch { return { safe: true }; } };\n`,
      "src/options.test.mjs": nodeCase(`import { load } from "./options.mjs";`, "load().safe"),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "the options appear",
        steps: [{ write: { "options.local.json": `{ "safe": false }\n` } }],
        runs: ["test src/options.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file that existsSync looks for appears",
    kind: "node: absent files",
    files: { ...CLOSED, "guard.test.mjs": nodeCase(FS, `!existsSync("FORBIDDEN")`) },
    checks: [nodeTest()],
    mutations: [
      {
        name: "it appears",
        steps: [{ write: { FORBIDDEN: "" } }],
        runs: ["test guard.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file that statSync looks for appears",
    kind: "node: absent files",
    files: {
      ...CLOSED,
      "guard.test.mjs": nodeCase(FS, `statSync("lib/" + "legacy", { throwIfNoEntry: false }) === undefined`),
      "lib/new.mjs": "export {};\n",
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "it appears",
        steps: [{ write: { "lib/legacy": "" } }],
        runs: ["test guard.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file whose size is asked and which is never opened",
    kind: "node: stat only",
    files: {
      ...CLOSED,
      "size.test.mjs": nodeCase(FS, `statSync("assets/" + "logo.svg").size < 100`),
      "assets/logo.svg": "<svg/>\n",
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "the file grows",
        steps: [{ write: { "assets/logo.svg": `<svg>${" ".repeat(200)}</svg>\n` } }],
        runs: ["test size.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "configuration found upwards",
    kind: "node: upwards",
    files: {
      ...CLOSED,
      "tool.rc": "strict=no\n",
      "packages/app/src/find.mjs": `import { dirname, join } from "node:path";\n${FS}\nexport function find(from) { for (let at = from; ; at = dirname(at)) { try { return readFileSync(join(at, "tool.rc"), "utf8"); } catch { if (at === dirname(at)) throw new Error("none"); } } }\n`,
      "packages/app/src/find.test.mjs": nodeCase(
        `import { find } from "./find.mjs";`,
        `find(import.meta.dirname).includes("strict=no")`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a nearer one appears",
        steps: [{ write: { "packages/app/tool.rc": "strict=yes\n" } }],
        runs: ["test packages/app/src/find.test.mjs"],
        keeps: "others",
      },
      {
        name: "the one at the root edited",
        steps: [{ write: { "tool.rc": "strict=yes\n" } }],
        runs: ["test packages/app/src/find.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a large file read as a stream",
    kind: "node: streams",
    files: {
      ...CLOSED,
      "data/log.csv": "a,b\n1,2\n",
      "stream.test.mjs": nodeCase(
        `import { createReadStream } from "node:fs";\nconst lines = async () => { let text = ""; for await (const part of createReadStream(["data", "log.csv"].join("/"))) text += part; return text.trim().split("\\n"); };`,
        `(await lines()).length === 2`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a line added",
        steps: [{ write: { "data/log.csv": "a,b\n1,2\n3,4\n" } }],
        runs: ["test stream.test.mjs"],
        keeps: "others",
      },
    ],
  },
];

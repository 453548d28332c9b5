import type { CheckInput } from "../../../src/index.ts";
import type { Files, Scenario } from "../scenario.ts";

const MOCHA: CheckInput = {
  name: "test",
  type: "test",
  command: "mocha",
  args: ["{files}"],
  files: ["test/*.js"],
};
const TOOLS = ["mocha"];
const MANIFEST = { "package.json": `{ "name": "app", "version": "1.0.0" }\n` };

const ROUTES = ["get", "post", "put", "patch", "head", "all", "param", "route"];

/** A small web framework whose core reads templates, so that hardly any of its tests can do without the file system. */
function framework(): Files {
  return {
    ...MANIFEST,
    "index.js": `module.exports = require("./lib/application");\n`,
    "lib/application.js": `const View = require("./view");\nmodule.exports = () => { const routes = new Map(); return { on: (name, handler) => routes.set(name, handler), call: (name) => routes.get(name)?.(), render: (name) => new View(name).render() }; };\n`,
    "lib/view.js": `const fs = require("fs");\nconst path = require("path");\nmodule.exports = class View { constructor(name) { this.path = path.join(__dirname, "..", "test", "views", name + ".html"); } render() { return fs.readFileSync(this.path, "utf8"); } };\n`,
    "test/views/home.html": "<h1>Home</h1>\n",
    "test/render.js": `const assert = require("assert");\nconst app = require("..")();\nit("renders", () => assert.equal(app.render("home"), "<h1>Home</h1>\\n"));\n`,
    ...Object.fromEntries(
      ROUTES.map((name) => [
        `test/${name}.js`,
        `const assert = require("assert");\nconst app = require("..")();\nit("${name}", () => { app.on("${name}", () => 1); assert.equal(app.call("${name}"), 1); });\n`,
      ]),
    ),
  };
}

/** Projects in CommonJS that mocha tests. */
export const MOCHA_PROJECTS: readonly Scenario[] = [
  {
    name: "a test reads another, and a setup file lists a directory",
    kind: "mocha: setup",
    tools: TOOLS,
    files: {
      ...MANIFEST,
      "support/setup.js": `const fs = require("fs");\nconst place = ["data", "locales"].join("/");\nglobal.words = fs.readdirSync(place).map((name) => JSON.parse(fs.readFileSync(place + "/" + name, "utf8")).word);\n`,
      "data/locales/en.json": `{ "word": "good" }\n`,
      "test/a.js": `const assert = require("assert");\nconst fs = require("fs");\nconst path = require("path");\nit("reads", () => assert.ok(fs.readFileSync(path.join(__dirname, ["b", "js"].join(".")), "utf8").includes("MARK")));\n`,
      "test/b.js": `// MARK\nconst assert = require("assert");\nit("words", () => assert.ok(global.words.every((word) => word === "good")));\n`,
    },
    checks: [{ ...MOCHA, args: ["--require", "./support/setup.js", "{files}"] }],
    mutations: [
      {
        name: "the other test edited",
        steps: [{ replace: ["test/b.js", "// MARK", "// none"] }],
        runs: ["test test/a.js", "test test/b.js"],
      },
      {
        name: "a file added to what the setup lists",
        steps: [{ write: { "data/locales/fr.json": `{ "word": "BAD" }\n` } }],
        runs: ["test test/b.js"],
      },
    ],
  },
  {
    name: "a web framework in CommonJS",
    kind: "mocha: framework",
    tools: TOOLS,
    files: framework(),
    checks: [MOCHA],
    mutations: [
      {
        name: "one test edited",
        steps: [{ replace: ["test/put.js", `app.call("put"), 1`, `app.call("put"), 2`] }],
        runs: ["test test/put.js"],
        keeps: "others",
      },
      {
        name: "a template edited",
        steps: [{ write: { "test/views/home.html": "<h1>Hut</h1>\n" } }],
        runs: ["test test/render.js"],
      },
      {
        name: "the core edited",
        steps: [{ replace: ["lib/application.js", "routes.get(name)?.()", "null"] }],
        runs: ROUTES.map((name) => `test test/${name}.js`),
      },
    ],
  },
  {
    name: "a computed require",
    kind: "mocha: computed require",
    tools: TOOLS,
    files: {
      ...MANIFEST,
      "lib/drivers/memory.js": "module.exports = () => 'ok';\n",
      "lib/drivers/disk.js": "module.exports = () => 'ok';\n",
      "lib/load.js": `module.exports = (name) => require("./drivers/" + name);\n`,
      "lib/plain.js": "exports.one = 1;\n",
      "test/drivers.js": `const assert = require("assert");\nconst load = require("../lib/load");\nfor (const name of ["memory", "disk"]) it(name, () => assert.equal(load(name)(), "ok"));\n`,
      "test/plain.js": `const assert = require("assert");\nit("one", () => assert.equal(require("../lib/plain").one, 1));\n`,
    },
    checks: [MOCHA],
    mutations: [
      {
        name: "a driver edited",
        steps: [{ write: { "lib/drivers/disk.js": "module.exports = () => 'no';\n" } }],
        runs: ["test test/drivers.js"],
        keeps: "others",
      },
      {
        name: "what the other test requires edited",
        steps: [{ write: { "lib/plain.js": "exports.one = 2;\n" } }],
        runs: ["test test/plain.js"],
      },
    ],
  },
  {
    name: ".mocharc with a setup file",
    kind: "mocha: configuration",
    slow: true,
    tools: TOOLS,
    files: {
      ...MANIFEST,
      ".mocharc.json": `{ "require": ["./support/setup"] }\n`,
      "support/setup.js": `global.base = require("./base").base;\n`,
      "support/base.js": "exports.base = 1;\n",
      "test/base.js": `const assert = require("assert");\nit("base", () => assert.equal(global.base, 1));\n`,
    },
    checks: [MOCHA],
    mutations: [
      {
        name: "what the setup requires edited",
        steps: [{ write: { "support/base.js": "exports.base = 2;\n" } }],
        runs: ["test test/base.js"],
      },
      {
        name: "a configuration that is taken before it appears",
        steps: [{ write: { ".mocharc.js": "module.exports = {};\n" } }],
        runs: ["test test/base.js"],
      },
    ],
  },
  {
    name: "one command for all tests, which ask for a file",
    kind: "mocha: asked by a whole run",
    tools: TOOLS,
    files: {
      ...MANIFEST,
      "settings/README.txt": "Settings.\n",
      "test/a.js": `const assert = require("assert");\nconst fs = require("fs");\nit("asks", () => assert.equal(fs.statSync("settings/local.txt", { throwIfNoEntry: false }), undefined));\n`,
    },
    checks: [{ name: "test", type: "test", command: "mocha", args: ["test"] }],
    mutations: [{ name: "it appears", steps: [{ write: { "settings/local.txt": "" } }], runs: ["test"] }],
  },
];

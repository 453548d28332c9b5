import { nodeCase, nodeTest, type Scenario } from "../scenario.ts";

const CLOSED = {
  "closed.test.mjs": nodeCase(`import { two } from "./two.mjs";`, "two === 2"),
  "two.mjs": "export const two = 2;\n",
};

function installed(name: string, version: string, value: number): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: `${JSON.stringify({ name, version, main: "index.js" })}\n`,
    [`node_modules/${name}/index.js`]: `exports.value = ${value};\n`,
  };
}

/** What an install of one more version of a package does to the records. */
function bump(name: string, from: string, to: string): { replace: [string, string, string] }[] {
  const paths = [
    "package.json",
    "package-lock.json",
    "node_modules/.package-lock.json",
    `node_modules/${name}/package.json`,
  ];
  return paths.map((path) => ({
    replace: path.endsWith("-lock.json")
      ? [
          path,
          `"version": "${from}",\n      "resolved": "https://registry.npmjs.org/node_modules/${name}-${from}.tgz"`,
          `"version": "${to}",\n      "resolved": "https://registry.npmjs.org/node_modules/${name}-${to}.tgz"`,
        ]
      : path === "package.json"
        ? [path, `"${name}": "${from}"`, `"${name}": "${to}"`]
        : [path, `"version":"${from}"`, `"version":"${to}"`],
  }));
}

const USES_RATE = nodeCase(`import rate from "rate";`, "rate.value === 1");
const USES_OTHER = nodeCase(`import other from "other";`, "other.value === 1");

/** How imports lead to files: through package.json, by computed names, past files that appear, into packages. */
export const NODE_MODULES: readonly Scenario[] = [
  {
    name: "package imports",
    kind: "modules: package imports",
    files: {
      ...CLOSED,
      "package.json": `${JSON.stringify({ name: "app", version: "1.0.0", type: "module", imports: { "#lib/*": "./lib/*.mjs" } }, null, 2)}\n`,
      "lib/sum.mjs": "export const sum = (a, b) => a + b;\n",
      "old/sum.mjs": "export const sum = () => 0;\n",
      "sum.test.mjs": nodeCase(`import { sum } from "#lib/sum";`, "sum(1, 2) === 3"),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what it leads to edited",
        steps: [{ write: { "lib/sum.mjs": "export const sum = (a, b) => a - b;\n" } }],
        runs: ["test sum.test.mjs"],
        keeps: "others",
      },
      {
        name: "it leads elsewhere",
        steps: [{ replace: ["package.json", "./lib/*.mjs", "./old/*.mjs"] }],
        runs: ["test sum.test.mjs"],
      },
    ],
    idle: [
      { replace: ["package.json", "1.0.0", "1.0.1"] },
      { write: { "old/sum.mjs": "export const sum = 0;\n" } },
    ],
  },
  {
    name: "a module by computed name",
    kind: "modules: computed import",
    files: {
      ...CLOSED,
      "plugins/a.mjs": "export const ok = true;\n",
      "plugins/b.mjs": "export const ok = true;\n",
      "plugins/unused.txt": "\n",
      "plugins.test.mjs": nodeCase(
        `const load = (name) => import("./" + ["plugins", name + ".mjs"].join("/"));`,
        `(await load("a")).ok && (await load("b")).ok`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a plugin edited",
        steps: [{ write: { "plugins/b.mjs": "export const ok = false;\n" } }],
        runs: ["test plugins.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "plugins/unused.txt": "x\n", "plugins/new.mjs": "export const ok = false;\n" } }],
  },
  {
    name: "a file that shadows a directory",
    kind: "modules: shadowing",
    files: {
      ...CLOSED,
      "lib/util/index.js": "exports.one = 1;\n",
      "lib/main.js": `exports.one = require("./util").one;\n`,
      "lib/main.test.cjs": `const test = require("node:test");\nconst assert = require("assert");\ntest("one", () => assert.equal(require("./main").one, 1));\n`,
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "util.js appears beside util/",
        steps: [{ write: { "lib/util.js": "exports.one = 2;\n" } }],
        runs: ["test lib/main.test.cjs"],
        keeps: "others",
      },
      {
        name: "a package.json in the directory leads elsewhere",
        steps: [
          {
            write: {
              "lib/util/package.json": `{ "main": "other.js" }\n`,
              "lib/util/other.js": "exports.one = 3;\n",
            },
          },
        ],
        runs: ["test lib/main.test.cjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a nearer package.json changes the kind of module",
    kind: "modules: shadowing",
    files: {
      ...CLOSED,
      "lib/main.js": "module.exports = 1;\n",
      "lib/main.test.cjs": `const test = require("node:test");\nconst assert = require("assert");\ntest("one", () => assert.equal(require("./main.js"), 1));\n`,
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "package.json with type: module appears",
        steps: [{ write: { "lib/package.json": `{ "type": "module" }\n` } }],
        runs: ["test lib/main.test.cjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a workspace package through its link",
    kind: "modules: workspaces",
    files: {
      ...CLOSED,
      "package.json": `{ "name": "root", "private": true, "workspaces": ["packages/*"] }\n`,
      "packages/lib/package.json": `{ "name": "@acme/lib", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n`,
      "packages/lib/index.js": `export { value } from "./value.js";\n`,
      "packages/lib/value.js": "export const value = 1;\n",
      "packages/app/package.json": `{ "name": "@acme/app", "version": "1.0.0", "type": "module" }\n`,
      "packages/app/app.test.js": nodeCase(`import { value } from "@acme/lib";`, "value === 1"),
    },
    before: [{ link: ["node_modules/@acme/lib", "../../packages/lib"] }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "a module of the package edited",
        steps: [{ write: { "packages/lib/value.js": "export const value = 2;\n" } }],
        runs: ["test packages/app/app.test.js"],
        keeps: "others",
      },
      {
        name: "its exports lead elsewhere",
        steps: [
          { replace: ["packages/lib/package.json", "./index.js", "./other.js"] },
          { write: { "packages/lib/other.js": "export const value = 3;\n" } },
        ],
        runs: ["test packages/app/app.test.js"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a generated client in node_modules",
    kind: "packages: generated",
    files: {
      ...CLOSED,
      ...installed("rate", "1.0.0", 1),
      "client.test.mjs": nodeCase(`import client from "generated-client";`, "client.users === 1"),
      "rate.test.mjs": USES_RATE,
    },
    before: [
      {
        write: {
          "node_modules/generated-client/package.json": `{ "name": "generated-client", "version": "0.0.0", "main": "client.js" }\n`,
          "node_modules/generated-client/client.js": "exports.users = 1;\n",
        },
      },
    ],
    checks: [nodeTest()],
    mutations: [
      {
        name: "generated again",
        steps: [{ write: { "node_modules/generated-client/client.js": "exports.users = 2;\n" } }],
        runs: ["test client.test.mjs"],
        keeps: "others",
      },
      {
        name: "generated nothing",
        steps: [{ delete: "node_modules/generated-client" }],
        runs: ["test client.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a client generated into an installed package",
    kind: "packages: generated",
    files: {
      ...CLOSED,
      "node_modules/@orm/client/package.json": `{ "name": "@orm/client", "version": "5.0.0", "main": "index.js" }\n`,
      "node_modules/@orm/client/index.js": `module.exports = require("../../.orm/client");\n`,
      "client.test.mjs": nodeCase(`import client from "@orm/client";`, "client.users === 1"),
    },
    before: [{ write: { "node_modules/.orm/client/index.js": "exports.users = 1;\n" } }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "generated again",
        steps: [{ write: { "node_modules/.orm/client/index.js": "exports.users = 2;\n" } }],
        runs: ["test client.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file of an installed package edited in place",
    kind: "packages: edited",
    files: {
      ...CLOSED,
      ...installed("rate", "1.0.0", 1),
      ...installed("other", "1.0.0", 1),
      "rate.test.mjs": USES_RATE,
      "other.test.mjs": USES_OTHER,
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "edited for debugging",
        steps: [{ write: { "node_modules/rate/index.js": "exports.value = 7;\n" } }],
        runs: ["test rate.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a patch applied to a package",
    kind: "packages: patched",
    files: {
      ...CLOSED,
      ...installed("rate", "1.0.0", 0),
      ...installed("other", "1.0.0", 1),
      "patches/rate+1.0.0.patch": "-exports.value = 0;\n+exports.value = 1;\n",
      "rate.test.mjs": USES_RATE,
      "other.test.mjs": USES_OTHER,
    },
    before: [{ write: { "node_modules/rate/index.js": "exports.value = 1;\n" } }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "another patch applied",
        steps: [
          { write: { "patches/rate+1.0.0.patch": "-exports.value = 0;\n+exports.value = 2;\n" } },
          { write: { "node_modules/rate/index.js": "exports.value = 2;\n" } },
        ],
        runs: ["test rate.test.mjs"],
        keeps: "others",
      },
      {
        name: "the patch is gone",
        steps: [{ write: { "node_modules/rate/index.js": "exports.value = 0;\n" } }],
        runs: ["test rate.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a package bumped",
    kind: "packages: bumped",
    files: {
      ...CLOSED,
      ...installed("rate", "1.0.0", 1),
      ...installed("other", "1.0.0", 1),
      "rate.test.mjs": USES_RATE,
      "other.test.mjs": USES_OTHER,
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "to a version that behaves otherwise",
        steps: [
          { write: { "node_modules/rate/index.js": "exports.value = 2;\n" } },
          ...bump("rate", "1.0.0", "2.0.0"),
        ],
        runs: ["test rate.test.mjs"],
        keeps: ["test other.test.mjs", "test closed.test.mjs"],
      },
      {
        name: "and not yet written to the lockfile",
        steps: [
          { write: { "node_modules/rate/index.js": "exports.value = 3;\n" } },
          ...bump("rate", "1.0.0", "3.0.0").slice(2),
        ],
        runs: ["test rate.test.mjs"],
        keeps: ["test other.test.mjs", "test closed.test.mjs"],
      },
    ],
  },
  {
    name: "a package that a package needs bumped",
    kind: "packages: bumped",
    files: {
      ...CLOSED,
      "node_modules/rate/package.json": `{"name":"rate","version":"1.0.0","main":"index.js","dependencies":{"deep":"^1.0.0"}}\n`,
      "node_modules/rate/index.js": `exports.value = require("deep").value;\n`,
      ...installed("deep", "1.0.0", 1),
      ...installed("other", "1.0.0", 1),
      "rate.test.mjs": USES_RATE,
      "other.test.mjs": USES_OTHER,
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "to a version that behaves otherwise",
        steps: [
          { write: { "node_modules/deep/index.js": "exports.value = 2;\n" } },
          ...bump("deep", "1.0.0", "1.1.0"),
        ],
        runs: ["test rate.test.mjs"],
        keeps: ["test other.test.mjs", "test closed.test.mjs"],
      },
    ],
  },
  {
    name: "a missing package appears nearer",
    kind: "packages: shadowed",
    files: {
      ...CLOSED,
      ...installed("rate", "1.0.0", 1),
      "packages/app/rate.test.mjs": USES_RATE,
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "another version installed beside the test",
        steps: [
          {
            write: {
              "packages/app/node_modules/rate/package.json": `{"name":"rate","version":"2.0.0","main":"index.js"}\n`,
              "packages/app/node_modules/rate/index.js": "exports.value = 2;\n",
            },
          },
        ],
        runs: ["test packages/app/rate.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a package linked from beside the repository",
    kind: "packages: linked",
    files: {
      ...CLOSED,
      "../linked/package.json": `{"name":"linked","version":"1.0.0","main":"index.js"}\n`,
      "../linked/index.js": `exports.value = require("./value");\n`,
      "../linked/value.js": "module.exports = 1;\n",
      "linked.test.mjs": nodeCase(`import linked from "linked";`, "linked.value === 1"),
    },
    before: [{ link: ["node_modules/linked", "../../linked"] }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "it is edited",
        steps: [{ write: { "../linked/value.js": "module.exports = 2;\n" } }],
        runs: ["test linked.test.mjs"],
        keeps: "others",
      },
    ],
  },
];

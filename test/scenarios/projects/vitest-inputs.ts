import type { CheckInput } from "../../../src/index.ts";
import { type Files, type Scenario, vitestCase } from "../scenario.ts";

const VITEST: CheckInput = { name: "test", uses: "vitest", files: ["**/*.test.ts"] };
const TOOLS = ["vitest"];
const CLOSED = {
  "closed.test.ts": vitestCase(`import { two } from "./two";`, "two === 2"),
  "two.ts": "export const two = 2;\n",
};
const FS = `import { readFileSync, readdirSync, statSync } from "node:fs";`;

function snapshot(name: string, value: string): string {
  return `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`${name} 1\`] = \`"${value}"\`;\n`;
}

function sixtyTests(): Files {
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  return Object.fromEntries(
    numbers.flatMap((n) => [
      [`src/m${n}.ts`, `export const value = ${n};\n`],
      [`test/m${n}.test.ts`, vitestCase(`import { value } from "../src/m${n}";`, `value === ${n}`)],
    ]),
  );
}

/** What tests in vitest read beside their imports. */
export const VITEST_INPUTS: readonly Scenario[] = [
  {
    name: "import.meta.glob",
    kind: "vitest: import.meta.glob",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "src/modules/a.ts": "export const ok = true;\n",
      "src/all.ts": `export const all = Object.values(import.meta.glob("./modules/*.ts", { eager: true })) as { ok: boolean }[];\n`,
      "src/all.test.ts": vitestCase(
        `import { all } from "./all";`,
        "all.length > 0 && all.every((each) => each.ok)",
      ),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "a module added",
        steps: [{ write: { "src/modules/b.ts": "export const ok = false;\n" } }],
        runs: ["test src/all.test.ts"],
        keeps: "others",
      },
      {
        name: "a module edited",
        steps: [{ write: { "src/modules/a.ts": "export const ok = false;\n" } }],
        runs: ["test src/all.test.ts"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a setup file without extension",
    kind: "vitest: setup files",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vitest.config.mjs": `export default { test: { setupFiles: ["./test/setup"] } };\n`,
      "test/setup.ts": `import { zone } from "./zone";\nObject.assign(globalThis, { zone });\n`,
      "test/zone.ts": `export const zone = "UTC";\n`,
      "src/zone.test.ts": vitestCase("", `(globalThis as { zone?: string }).zone === "UTC"`),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "the setup file edited",
        steps: [{ write: { "test/setup.ts": "export {};\n" } }],
        runs: ["test src/zone.test.ts"],
      },
      {
        name: "what the setup file imports edited",
        steps: [{ write: { "test/zone.ts": `export const zone = "CET";\n` } }],
        runs: ["test src/zone.test.ts"],
      },
    ],
  },
  {
    name: "a setup file that imports what one test imports too",
    kind: "vitest: setup files and tests",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vitest.config.mjs": `export default { test: { setupFiles: ["./test/setup.ts"] } };\n`,
      "test/setup.ts": `import { zone } from "../src/zone";\nObject.assign(globalThis, { zone });\n`,
      "src/zone.ts": `export const zone = "UTC";\n`,
      "src/imports.test.ts": vitestCase(`import { zone } from "./zone";`, `zone !== ""`),
      "src/global.test.ts": vitestCase("", `(globalThis as { zone?: string }).zone === "UTC"`),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "the module edited",
        steps: [{ write: { "src/zone.ts": `export const zone = "CET";\n` } }],
        runs: ["test src/imports.test.ts", "test src/global.test.ts", "test closed.test.ts"],
      },
    ],
  },
  {
    name: ".env files of Vite",
    kind: "vitest: .env",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      ".gitignore": ".env.local\n",
      ".env": "VITE_LIMIT=5\n",
      "src/limit.test.ts": vitestCase("", `import.meta.env.VITE_LIMIT === "5"`),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "an ignored .env.local appears",
        steps: [{ write: { ".env.local": "VITE_LIMIT=6\n" } }],
        runs: ["test src/limit.test.ts"],
      },
      {
        name: ".env edited",
        steps: [{ write: { ".env": "VITE_LIMIT=7\n" } }],
        runs: ["test src/limit.test.ts"],
      },
      {
        name: ".env.test appears",
        steps: [{ write: { ".env.test": "VITE_LIMIT=8\n" } }],
        runs: ["test src/limit.test.ts"],
      },
    ],
  },
  {
    name: "a snapshot runs its own test only",
    kind: "vitest: snapshots",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "a.test.ts": `import { expect, it } from "vitest";\nit("a", () => expect("one").toMatchSnapshot());\n`,
      "b.test.ts": `import { expect, it } from "vitest";\nit("b", () => expect("two").toMatchSnapshot());\n`,
      "__snapshots__/a.test.ts.snap": snapshot("a", "one"),
      "__snapshots__/b.test.ts.snap": snapshot("b", "two"),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "a snapshot edited",
        steps: [{ write: { "__snapshots__/a.test.ts.snap": snapshot("a", "uno") } }],
        runs: ["test a.test.ts"],
        keeps: "others",
      },
    ],
  },
  {
    name: "__mocks__ beside a module",
    kind: "vitest: __mocks__",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "src/api.ts": "export const load = () => { throw new Error('network'); };\n",
      "src/__mocks__/api.ts": "export const load = () => 1;\n",
      "src/api.test.ts": `import { expect, it, vi } from "vitest";\nimport { load } from "./api";\nvi.mock("./api");\nit("loads", () => expect(load()).toBe(1));\n`,
    },
    checks: [VITEST],
    mutations: [
      {
        name: "the mock edited",
        steps: [{ write: { "src/__mocks__/api.ts": "export const load = () => 2;\n" } }],
        runs: ["test src/api.test.ts"],
        keeps: "others",
      },
      {
        name: "the mock deleted",
        steps: [{ delete: "src/__mocks__" }],
        runs: ["test src/api.test.ts"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a mock appears",
    kind: "vitest: __mocks__",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "src/api.ts": "export const load = () => 1;\n",
      "src/api.test.ts": `import { expect, it, vi } from "vitest";\nimport { load } from "./api";\nvi.mock("./api");\nit("loads", () => expect(load()).toBe(undefined));\n`,
    },
    checks: [VITEST],
    mutations: [
      {
        name: "it appears",
        steps: [{ write: { "src/__mocks__/api.ts": "export const load = () => 3;\n" } }],
        runs: ["test src/api.test.ts"],
        keeps: "others",
      },
    ],
  },
  {
    name: "?raw imports and data of a global setup",
    kind: "vitest: raw imports",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vitest.config.mjs": `export default { test: { globalSetup: "./global.mjs" } };\n`,
      "global.mjs": `${FS}\nexport default () => { if (!JSON.parse(readFileSync(new URL("./seed.json", import.meta.url), "utf8")).ok) throw new Error("no seed"); };\n`,
      "seed.json": `{ "ok": true }\n`,
      "src/query.sql": "select 1;\n",
      "src/query.test.ts": vitestCase(`import query from "./query.sql?raw";`, `query === "select 1;\\n"`),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "the query edited",
        steps: [{ write: { "src/query.sql": "select 2;\n" } }],
        runs: ["test src/query.test.ts"],
        keeps: "others",
      },
      {
        name: "the data of the global setup edited",
        steps: [{ write: { "seed.json": `{ "ok": false }\n` } }],
        runs: ["test src/query.test.ts", "test closed.test.ts"],
      },
    ],
  },
  {
    name: "one imports what another reads",
    kind: "vitest: batches",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "src/schema.ts": "export const fields = ['name'];\n",
      "a.test.ts": vitestCase(`import { fields } from "./src/schema";`, `fields.includes("name")`),
      "b.test.ts": vitestCase(FS, `!readFileSync(["src", "schema.ts"].join("/"), "utf8").includes("any")`),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "what only the reader minds",
        steps: [{ write: { "src/schema.ts": "export const fields: any = ['name'];\n" } }],
        runs: ["test a.test.ts", "test b.test.ts"],
        keeps: "others",
      },
      {
        name: "what only the importer minds",
        steps: [{ write: { "src/schema.ts": "export const fields = ['title'];\n" } }],
        runs: ["test a.test.ts", "test b.test.ts"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file that a test only looks for",
    kind: "vitest: absent files",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "legacy.test.ts": vitestCase(
        FS,
        `statSync(["src", "legacy.ts"].join("/"), { throwIfNoEntry: false }) === undefined`,
      ),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "it appears",
        steps: [{ write: { "src/legacy.ts": "export {};\n" } }],
        runs: ["test legacy.test.ts"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a configuration that lists a directory",
    kind: "vitest: configuration",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vitest.config.mjs": `import { readdirSync } from "node:fs";\nexport default { test: { env: { PARTS: readdirSync(new URL("./parts", import.meta.url)).join() } } };\n`,
      "parts/one.ts": "export {};\n",
      "src/parts.test.ts": vitestCase("", `process.env.PARTS === "one.ts"`),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "a part added",
        steps: [{ write: { "parts/two.ts": "export {};\n" } }],
        runs: ["test src/parts.test.ts"],
      },
    ],
  },
  {
    name: "a nearer tsconfig",
    kind: "vitest: tsconfig",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "tsconfig.json": `{ "compilerOptions": { "target": "ESNext", "useDefineForClassFields": true } }\n`,
      "src/fields.test.ts": vitestCase(
        "let called = false;\nclass A { set x(value: number) { called = value > 0; } }\nclass B extends A { x = 1; }",
        "new B() && !called",
      ),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "it appears and says otherwise",
        steps: [
          {
            write: {
              "src/tsconfig.json": `{ "compilerOptions": { "target": "ES2020", "useDefineForClassFields": false } }\n`,
            },
          },
        ],
        runs: ["test src/fields.test.ts"],
      },
    ],
  },
  {
    name: "one reader of fixtures among sixty tests",
    kind: "vitest: sixty tests",
    tools: TOOLS,
    files: {
      ...sixtyTests(),
      "vitest.config.mjs": "export default { test: { isolate: false, pool: 'threads' } };\n",
      "test/reader.test.ts": vitestCase(
        FS,
        `readdirSync("fixtures").every((name) => readFileSync("fixtures/" + name, "utf8") === "ok\\n")`,
      ),
      "fixtures/a.txt": "ok\n",
      "fixtures/b.txt": "ok\n",
    },
    checks: [VITEST],
    mutations: [
      {
        name: "a fixture edited",
        steps: [{ write: { "fixtures/b.txt": "no\n" } }],
        runs: ["test test/reader.test.ts"],
        keeps: "others",
      },
      {
        name: "one test edited",
        steps: [{ replace: ["test/m7.test.ts", "=== 7", "=== 8"] }],
        runs: ["test test/m7.test.ts"],
        keeps: "others",
      },
      {
        name: "the source of one test edited",
        steps: [{ replace: ["src/m9.ts", "9", "10"] }],
        runs: ["test test/m9.test.ts"],
        keeps: "others",
      },
    ],
    slow: true,
  },
];

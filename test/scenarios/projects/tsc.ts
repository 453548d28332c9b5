import type { CheckInput } from "../../../src/index.ts";
import type { Scenario } from "../scenario.ts";

const TSC: CheckInput = { name: "types", uses: "tsc" };
const TOOLS = ["typescript"];

function config(
  fields: Readonly<Record<string, unknown>> = {},
  rest: Readonly<Record<string, unknown>> = {},
): string {
  const compilerOptions = {
    strict: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    skipLibCheck: true,
    ...fields,
  };
  return `${JSON.stringify({ compilerOptions, include: ["src"], ...rest }, null, 2)}\n`;
}

/** The compiler of TypeScript, which sees types wherever they come from. */
export const TSC_PROJECTS: readonly Scenario[] = [
  {
    name: "a configuration that extends another",
    kind: "tsc: extends",
    slow: true,
    tools: TOOLS,
    files: {
      "tsconfig.json": `{ "extends": "./config/base.json", "include": ["src"] }\n`,
      "config/base.json": `{ "extends": "./deep.json" }\n`,
      "config/deep.json": config({ strict: false }, { include: undefined }),
      "src/a.ts": "export function a(b) {\n  return b;\n}\n",
    },
    checks: [TSC],
    mutations: [
      {
        name: "the last in the chain edited",
        steps: [{ replace: ["config/deep.json", `"strict": false`, `"strict": true`] }],
        runs: ["types"],
      },
      {
        name: "the middle of the chain edited",
        steps: [
          {
            write: {
              "config/base.json": `{ "extends": "./deep.json", "compilerOptions": { "strict": true } }\n`,
            },
          },
        ],
        runs: ["types"],
      },
    ],
    idle: [{ write: { "config/other.json": "{}\n" } }],
  },
  {
    name: "patterns of include",
    kind: "tsc: include",
    tools: TOOLS,
    files: {
      "tsconfig.json": config({}, { include: ["src/**/*.ts"] }),
      "src/a.ts": "export const a: number = 1;\n",
      "docs/example.ts": "export const e: number = 1;\n",
    },
    checks: [TSC],
    mutations: [
      {
        name: "a wrong file added deep",
        steps: [{ write: { "src/deep/er/b.ts": `export const b: number = "b";\n` } }],
        runs: ["types"],
      },
      {
        name: "a wrong file added beside the others",
        steps: [{ write: { "src/b.ts": `export const b: number = "b";\n` } }],
        runs: ["types"],
      },
    ],
    idle: [{ write: { "docs/example.ts": `export const e: number = "e";\n`, "docs/more.ts": "x;\n" } }],
  },
  {
    name: "ambient declarations",
    kind: "tsc: ambient",
    slow: true,
    tools: TOOLS,
    files: {
      "tsconfig.json": config({}, { include: ["src", "types"] }),
      "types/global.d.ts": "declare const VERSION: string;\n",
      "src/a.ts": "export const a: string = VERSION;\n",
    },
    checks: [TSC],
    mutations: [
      {
        name: "a declaration edited",
        steps: [{ write: { "types/global.d.ts": "declare const VERSION: number;\n" } }],
        runs: ["types"],
      },
      { name: "the declarations deleted", steps: [{ delete: "types/global.d.ts" }], runs: ["types"] },
    ],
  },
  {
    name: "JSON modules",
    kind: "tsc: JSON",
    tools: TOOLS,
    files: {
      "tsconfig.json": config({ resolveJsonModule: true }),
      "data/settings.json": `{ "port": 80 }\n`,
      "data/other.json": `{ "port": 80 }\n`,
      "src/a.ts": `import settings from "../data/settings.json";\nexport const port: number = settings.port;\n`,
    },
    checks: [TSC],
    mutations: [
      {
        name: "another type",
        steps: [{ write: { "data/settings.json": `{ "port": "80" }\n` } }],
        runs: ["types"],
      },
    ],
    idle: [{ write: { "data/other.json": `{ "port": "80" }\n` } }],
  },
  {
    name: "typeRoots",
    kind: "tsc: typeRoots",
    slow: true,
    tools: TOOLS,
    files: {
      "tsconfig.json": config({ types: ["*"], typeRoots: ["./typings"] }),
      "typings/thing/index.d.ts": "declare const thing: number;\n",
      "src/a.ts": "export const a: number = thing;\n",
    },
    checks: [TSC],
    mutations: [
      {
        name: "a declaration edited",
        steps: [{ write: { "typings/thing/index.d.ts": "declare const thing: string;\n" } }],
        runs: ["types"],
      },
      {
        name: "another root of types appears",
        steps: [{ write: { "typings/more/index.d.ts": "declare const thing: string;\n" } }],
        runs: ["types"],
      },
    ],
  },
  {
    name: "project references",
    kind: "tsc: references",
    tools: TOOLS,
    files: {
      ".gitignore": "out/\n*.tsbuildinfo\n",
      "tsconfig.json": `{ "files": [], "references": [{ "path": "./packages/app" }] }\n`,
      "packages/app/tsconfig.json": config(
        { composite: true, outDir: "out", rootDir: "src" },
        { references: [{ path: "../lib" }] },
      ),
      "packages/lib/tsconfig.json": config({ composite: true, outDir: "out", rootDir: "src" }),
      "packages/lib/src/index.ts": "export const value: number = 1;\n",
      "packages/app/src/index.ts": `import { value } from "../../lib/src/index";\nexport const doubled: number = value * 2;\n`,
    },
    checks: [{ name: "types", type: "type-check", command: "tsc", args: ["--build"] }],
    predicted: ["types"],
    mutations: [
      {
        name: "what the other project exports edited",
        steps: [{ write: { "packages/lib/src/index.ts": `export const value: string = "1";\n` } }],
        runs: ["types"],
      },
      {
        name: "the configuration of the other project edited",
        steps: [{ replace: ["packages/lib/tsconfig.json", `"composite": true`, `"composite": false`] }],
        runs: ["types"],
      },
    ],
  },
  {
    name: "build info left from before",
    kind: "tsc: incremental",
    tools: TOOLS,
    files: {
      ".gitignore": "*.tsbuildinfo\n",
      "tsconfig.json": config({ incremental: true, noEmit: true, tsBuildInfoFile: "./types.tsbuildinfo" }),
      "src/a.ts": `import { b } from "./b";\nexport const a: number = b;\n`,
      "src/b.ts": "export const b: number = 1;\n",
    },
    before: [{ shell: "PATH=./node_modules/.bin:../node_modules/.bin:$PATH tsc && ls types.tsbuildinfo" }],
    checks: [TSC],
    // It opens every source all the same.
    alone: true,
    mutations: [
      {
        name: "a file that it does not include",
        steps: [{ write: { "notes/a.ts": `export const a: number = "1";\n` } }],
        runs: [],
        fails: false,
        keeps: ["types"],
      },
      {
        name: "a source edited",
        steps: [{ write: { "src/b.ts": `export const b: string = "1";\n` } }],
        runs: ["types"],
      },
      {
        name: "a wrong file added",
        steps: [{ write: { "src/c.ts": `export const c: number = "1";\n` } }],
        runs: ["types"],
      },
    ],
  },
  {
    name: "paths lead to sources of another package",
    kind: "tsc: paths",
    slow: true,
    tools: TOOLS,
    files: {
      "tsconfig.json": config({ paths: { "@acme/*": ["./packages/*/src"] } }),
      "packages/lib/src/index.ts": "export const value: number = 1;\n",
      "src/a.ts": `import { value } from "@acme/lib";\nexport const a: number = value;\n`,
    },
    checks: [TSC],
    mutations: [
      {
        name: "the other package edited",
        steps: [{ write: { "packages/lib/src/index.ts": `export const value: string = "1";\n` } }],
        runs: ["types"],
      },
      {
        name: "a file that is taken before appears",
        steps: [{ write: { "packages/lib/src.ts": `export const value: string = "1";\n` } }],
        runs: ["types"],
      },
    ],
  },
  {
    name: "types of a package edited",
    kind: "tsc: packages",
    slow: true,
    tools: TOOLS,
    files: {
      "tsconfig.json": config(),
      "node_modules/thing/package.json": `{"name":"thing","version":"1.0.0","types":"index.d.ts"}\n`,
      "node_modules/thing/index.d.ts": "export const thing: number;\n",
      "src/a.ts": `import { thing } from "thing";\nexport const a: number = thing;\n`,
    },
    checks: [TSC],
    mutations: [
      {
        name: "generated again",
        steps: [{ write: { "node_modules/thing/index.d.ts": "export const thing: string;\n" } }],
        runs: ["types"],
      },
    ],
  },
];

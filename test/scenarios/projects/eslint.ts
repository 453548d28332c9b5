import type { CheckInput } from "../../../src/index.ts";
import type { Scenario } from "../scenario.ts";

const ESLINT: CheckInput = { name: "lint", uses: "eslint", files: ["src/**/*.{js,ts}"] };
const TOOLS = ["eslint", "eslint-plugin-import-x", "typescript", "typescript-eslint"];

function rule(word: string): string {
  return `export default { meta: { type: "problem", schema: [] }, create: (context) => ({ Identifier(node) { if (node.name === ${JSON.stringify(word)}) context.report({ node, message: "not this name" }); } }) };\n`;
}

/** ESLint with rules, configurations and types that belong to the project. */
export const ESLINT_PROJECTS: readonly Scenario[] = [
  {
    name: "a local plugin",
    kind: "eslint: plugins",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import local from "./tools/plugin/index.mjs";\nexport default [{ plugins: { local }, rules: { "local/names": "error" } }];\n`,
      "tools/plugin/index.mjs": `import names from "./names.mjs";\nexport default { rules: { names } };\n`,
      "tools/plugin/names.mjs": rule("foo"),
      "tools/unused.mjs": "export const x = 1;\n",
      "src/a.js": "export const bar = 1;\n",
      "src/b.js": "export const baz = 1;\n",
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "the rule edited",
        steps: [{ replace: ["tools/plugin/names.mjs", "foo", "bar"] }],
        runs: ["lint src/a.js"],
      },
      {
        name: "one file edited",
        steps: [{ write: { "src/b.js": "export const foo = 1;\n" } }],
        runs: ["lint src/b.js"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "tools/unused.mjs": "export const x = 2;\n" } }],
  },
  {
    name: "configuration and rules that are linted themselves",
    kind: "eslint: configuration among targets",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import names from "./rules/names.mjs";\nexport default [{ plugins: { local: { rules: { names } } }, rules: { "local/names": "error", "no-var": "off" } }];\n`,
      "rules/names.mjs": `import { word } from "./word.mjs";\n${rule("word").replace(`"word"`, "word")}`,
      "rules/word.mjs": `export const word = "foo";\n`,
      "src/a.mjs": `import { qux } from "./b.mjs";\nexport const bar = qux;\n`,
      "src/b.mjs": "export const qux = 1;\n",
      "src/c.mjs": "export var baz = 1;\n",
    },
    checks: [{ ...ESLINT, files: ["**/*.mjs"] }],
    mutations: [
      {
        name: "the configuration edited",
        steps: [{ replace: ["eslint.config.mjs", `"no-var": "off"`, `"no-var": "error"`] }],
        runs: ["lint src/c.mjs"],
      },
      {
        name: "what a rule imports edited",
        steps: [{ replace: ["rules/word.mjs", `"foo"`, `"baz"`] }],
        runs: ["lint src/c.mjs"],
      },
    ],
  },
  {
    name: "rules read from a directory",
    kind: "eslint: plugins",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import { readdirSync } from "node:fs";\nconst place = new URL("./rules/", import.meta.url);\nconst names = readdirSync(place).map((file) => file.replace(".mjs", ""));\nconst rules = {};\nfor (const name of names) rules[name] = (await import(new URL(name + ".mjs", place).href)).default;\nexport default [{ plugins: { local: { rules } }, rules: Object.fromEntries(names.map((name) => ["local/" + name, "error"])) }];\n`,
      "rules/foo.mjs": rule("foo"),
      "src/a.js": "export const bar = 1;\n",
    },
    checks: [ESLINT],
    mutations: [
      { name: "a rule added", steps: [{ write: { "rules/bar.mjs": rule("bar") } }], runs: ["lint src/a.js"] },
      {
        name: "a rule edited",
        steps: [{ write: { "rules/foo.mjs": rule("bar") } }],
        runs: ["lint src/a.js"],
      },
    ],
  },
  {
    name: "a configuration that lists the sources",
    kind: "eslint: plugins",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import { readdirSync } from "node:fs";\nconst isStrict = readdirSync(new URL("./src/", import.meta.url)).includes("STRICT");\nexport default [{ rules: { "no-var": isStrict ? "error" : "off" } }];\n`,
      "src/a.js": "export var a = 1;\n",
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "a file that it looks for is added",
        steps: [{ write: { "src/STRICT": "" } }],
        runs: ["lint src/a.js"],
      },
    ],
  },
  {
    name: "a shareable configuration in the repository",
    kind: "eslint: shareable configuration",
    slow: true,
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url);\nexport default [...load("./packages/eslint-config")];\n`,
      "packages/eslint-config/package.json": `{ "name": "@acme/eslint-config", "version": "1.0.0", "main": "index.js" }\n`,
      "packages/eslint-config/index.js": `module.exports = [{ rules: require("./rules.json") }];\n`,
      "packages/eslint-config/rules.json": `{ "no-var": "off" }\n`,
      "src/a.js": "export var a = 1;\n",
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "its rules edited",
        steps: [{ write: { "packages/eslint-config/rules.json": `{ "no-var": "error" }\n` } }],
        runs: ["lint src/a.js"],
      },
    ],
  },
  {
    name: "typed linting",
    kind: "eslint: types",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import ts from "typescript-eslint";\nexport default ts.config({ files: ["src/**/*.ts"], languageOptions: { parser: ts.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } }, plugins: { "@typescript-eslint": ts.plugin }, rules: { "@typescript-eslint/no-floating-promises": "error" } });\n`,
      "tsconfig.json": `{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": [] }, "include": ["src"] }\n`,
      "src/save.ts": "export function save(): number {\n  return 1;\n}\n",
      "src/main.ts": `import { save } from "./save";\nsave();\n`,
      "src/apart.ts": "export const apart = 1;\n",
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "what is imported returns a promise",
        steps: [
          { write: { "src/save.ts": "export async function save(): Promise<number> {\n  return 1;\n}\n" } },
        ],
        runs: ["lint src/main.ts", "lint src/save.ts"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a type that one target imports of another",
    kind: "eslint: imported types",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import ts from "typescript-eslint";\nexport default ts.config({ files: ["src/**/*.ts"], languageOptions: { parser: ts.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } }, plugins: { "@typescript-eslint": ts.plugin }, rules: { "@typescript-eslint/no-floating-promises": "error" } });\n`,
      "tsconfig.json": `{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": [] }, "include": ["src"] }\n`,
      "src/job.ts": "export type Job = () => void;\n",
      "src/start.ts": `import type { Job } from "./job";\nexport function start(job: Job): void {\n  job();\n}\n`,
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "the type edited",
        steps: [{ write: { "src/job.ts": "export type Job = () => Promise<void>;\n" } }],
        runs: ["lint src/job.ts", "lint src/start.ts"],
      },
    ],
  },
  {
    name: "an ambient type that linting looks at",
    kind: "eslint: types",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import ts from "typescript-eslint";\nexport default ts.config({ files: ["src/**/*.ts"], languageOptions: { parser: ts.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } }, plugins: { "@typescript-eslint": ts.plugin }, rules: { "@typescript-eslint/no-floating-promises": "error" } });\n`,
      "tsconfig.json": `{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": [] }, "include": ["src", "types"] }\n`,
      "types/global.d.ts": "declare function notify(): void;\n",
      "src/main.ts": "notify();\nexport {};\n",
    },
    checks: [ESLINT],
    // What is ambient counts for every file of the repository.
    alone: true,
    mutations: [
      {
        name: "the declaration edited",
        steps: [{ write: { "types/global.d.ts": "declare function notify(): Promise<void>;\n" } }],
        runs: ["lint src/main.ts"],
      },
    ],
  },
  {
    name: "the import plugin",
    kind: "eslint: imports",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import plugin from "eslint-plugin-import-x";\nexport default [{ plugins: { "import-x": plugin }, rules: { "import-x/named": "error", "import-x/no-unresolved": "error" } }];\n`,
      "src/a.js": `import { b } from "./b.js";\nexport const a = b;\n`,
      "src/b.js": "export const b = 1;\n",
      "src/apart.js": "export const apart = 1;\n",
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "a name is no longer exported",
        steps: [{ write: { "src/b.js": "export const c = 1;\n" } }],
        runs: ["lint src/a.js", "lint src/b.js"],
        keeps: "others",
      },
      {
        name: "a module deleted",
        steps: [{ delete: "src/b.js" }],
        runs: ["lint src/a.js"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a nearer eslint.config.mjs",
    kind: "eslint: absent files",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `export default [{ rules: { "no-var": "off" } }];\n`,
      "src/app/a.js": "export var a = 1;\n",
      "src/lib/b.js": "export var b = 1;\n",
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "it appears",
        steps: [
          { write: { "src/app/eslint.config.mjs": `export default [{ rules: { "no-var": "error" } }];\n` } },
        ],
        runs: ["lint src/app/a.js"],
      },
      {
        name: "eslint.config.js appears beside the other",
        steps: [{ write: { "eslint.config.js": `export default [{ rules: { "no-var": "error" } }];\n` } }],
        runs: ["lint src/app/a.js", "lint src/lib/b.js"],
      },
    ],
  },
];

/** Linters whose configuration lies in several directories. */
export const OTHER_LINTERS: readonly Scenario[] = [
  {
    name: "oxlint with configuration in a subdirectory",
    kind: "oxlint: nested configuration",
    tools: ["oxlint"],
    files: {
      ".oxlintrc.json": `{ "rules": { "no-debugger": "off" } }\n`,
      "src/app/a.js": "debugger;\nexport const a = 1;\n",
      "src/lib/b.js": "export const b = 1;\n",
    },
    checks: [{ name: "lint", uses: "oxlint", files: ["src/**/*.js"] }],
    mutations: [
      {
        name: "a nearer one appears",
        steps: [{ write: { "src/app/.oxlintrc.json": `{ "rules": { "no-debugger": "error" } }\n` } }],
        runs: ["lint src/app/a.js"],
      },
      {
        name: "the one at the root edited",
        steps: [{ write: { ".oxlintrc.json": `{ "rules": { "no-debugger": "error" } }\n` } }],
        runs: ["lint src/app/a.js"],
      },
      {
        name: "one file edited",
        steps: [
          {
            write: {
              ".oxlintrc.json": `{ "rules": { "no-debugger": "off" } }\n`,
              "src/lib/b.js": "export const b = ;\n",
            },
          },
        ],
        runs: ["lint src/lib/b.js"],
        keeps: "others",
      },
    ],
  },
  {
    name: "Biome with a configuration that it extends",
    kind: "biome: extends",
    tools: ["@biomejs/biome"],
    files: {
      "biome.json": `{ "extends": ["./config/biome.base.json"], "formatter": { "enabled": false } }\n`,
      "config/biome.base.json": `{ "linter": { "rules": { "suspicious": { "noDebugger": "off" } } } }\n`,
      "src/a.js": "debugger;\nexport const a = 1;\n",
      "src/b.js": "export const b = 1;\n",
    },
    checks: [{ name: "lint", uses: "biome", files: ["src/**/*.js"] }],
    mutations: [
      {
        name: "what it extends edited",
        steps: [{ replace: ["config/biome.base.json", `"off"`, `"error"`] }],
        runs: ["lint src/a.js"],
      },
      {
        name: "one file edited",
        steps: [{ write: { "src/b.js": "export const b = ;\n" } }],
        runs: ["lint src/b.js"],
        keeps: "others",
      },
    ],
  },
];

import type { CheckInput } from "../../../src/index.ts";
import type { Scenario } from "../scenario.ts";

const ESLINT: CheckInput = { name: "lint", uses: "eslint", files: ["src/**/*.{js,ts}"] };
const TOOLS = ["eslint", "eslint-plugin-import-x", "typescript", "typescript-eslint"];

/** A rule that reports whatever makes the condition true. */
function rule(visit: string, condition: string): string {
  return `import fs from "node:fs";\nimport path from "node:path";\nexport default { meta: { type: "problem", schema: [] }, create: (context) => ({ ${visit}(node) { if (${condition}) context.report({ node, message: "wrong" }); } }) };\n`;
}

const CONFIG = `import own from "./rules/own.mjs";\nexport default [{ files: ["src/**"], plugins: { local: { rules: { own } } }, rules: { "local/own": "error" } }];\n`;
const TYPED = `import ts from "typescript-eslint";\nexport default ts.config({ files: ["src/**/*.ts"], languageOptions: { parser: ts.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } }, plugins: { "@typescript-eslint": ts.plugin }, rules: { "@typescript-eslint/no-floating-promises": "error" } });\n`;
const TSCONFIG = `{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": [] }, "include": ["src", "types"] }\n`;

function hasNoKey(file: string): string {
  return `node.callee.name === "t" && !fs.readFileSync(path.join(import.meta.dirname, "../src/${file}"), "utf8").includes(node.arguments[0].value)`;
}

/** ESLint whose rules read more than the file that they are about. */
export const ESLINT_RULES: readonly Scenario[] = [
  {
    name: "the import plugin reads every file again",
    kind: "eslint: all targets read again",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import plugin from "eslint-plugin-import-x";\nexport default [{ plugins: { "import-x": plugin }, rules: { "import-x/named": "error", "import-x/no-unresolved": "error" } }];\n`,
      "src/a.js": `import { x } from "./b.js";\nimport { d } from "./d.js";\nexport const a = [x, d];\n`,
      "src/b.js": `export { x } from "./deep/c.js";\n`,
      "src/d.js": `import { a } from "./a.js";\nexport const d = () => a;\n`,
      "src/deep/c.js": "export const x = 1;\n",
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "a name is no longer exported",
        steps: [{ write: { "src/deep/c.js": "export const y = 1;\n" } }],
        runs: ["lint src/a.js", "lint src/b.js", "lint src/deep/c.js"],
      },
      { name: "a module deleted", steps: [{ delete: "src/deep/c.js" }], runs: ["lint src/b.js"] },
    ],
  },
  {
    name: "a rule that reads a file which is linted too",
    kind: "eslint: a rule reads a target",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": CONFIG,
      "rules/own.mjs": rule("CallExpression", hasNoKey("keys.js")),
      "src/a.js": `t("hello");\n`,
      "src/b.js": "export const b = 1;\n",
      "src/keys.js": `export const keys = ["hello"];\n`,
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "a key goes",
        steps: [{ write: { "src/keys.js": `export const keys = ["bye"];\n` } }],
        runs: ["lint src/a.js", "lint src/keys.js"],
      },
    ],
  },
  {
    name: "a rule that reads data which a file imports",
    kind: "eslint: a rule reads imported data",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": CONFIG,
      "rules/own.mjs": rule("CallExpression", hasNoKey("en.json")),
      "src/a.js": `import en from "./en.json" with { type: "json" };\nexport { en };\n`,
      "src/en.json": `["hello"]\n`,
      "src/z.js": `t("hello");\n`,
    },
    checks: [ESLINT],
    mutations: [
      {
        name: "a key goes",
        steps: [{ write: { "src/en.json": `["bye"]\n` } }],
        runs: ["lint src/z.js"],
      },
    ],
  },
  {
    name: "a rule that asks whether there is a test",
    kind: "eslint: a rule asks for a file",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": CONFIG,
      "rules/own.mjs": rule(
        "Program",
        `fs.statSync(context.filename.replace("src", "test"), { throwIfNoEntry: false }) === undefined`,
      ),
      "src/a.js": "export const a = 1;\n",
      "test/a.js": "export {};\n",
    },
    checks: [ESLINT],
    mutations: [{ name: "the test deleted", steps: [{ delete: "test/a.js" }], runs: ["lint src/a.js"] }],
  },
  {
    name: "rules and configuration, and nothing else, are linted",
    kind: "eslint: only what it loads",
    tools: TOOLS,
    files: {
      "eslint.config.mjs": `import names from "./rules/names.mjs";\nexport default [{ plugins: { local: { rules: { names } } }, rules: { "local/names": "error" } }];\n`,
      "rules/names.mjs": `import { word } from "./word.mjs";\nexport default { meta: { type: "problem", schema: [] }, create: (context) => ({ Identifier(node) { if (node.name === word) context.report({ node, message: "not this name" }); } }) };\n`,
      "rules/word.mjs": `export const word = "foo";\n`,
    },
    checks: [{ ...ESLINT, files: ["**/*.mjs"] }],
    mutations: [
      {
        name: "what a rule imports edited",
        steps: [{ write: { "rules/word.mjs": `export const word = "create";\n` } }],
        runs: ["lint rules/names.mjs", "lint rules/word.mjs"],
      },
    ],
  },
  {
    name: "generated declarations that git ignores, and types of a package",
    kind: "eslint: types beside the tree",
    slow: true,
    tools: TOOLS,
    alone: true,
    files: {
      ".gitignore": "types/generated.d.ts\n",
      "eslint.config.mjs": TYPED,
      "tsconfig.json": TSCONFIG,
      "package.json": `{ "name": "app", "type": "module", "dependencies": { "thing": "1.0.0" } }\n`,
      "node_modules/thing/package.json": `{"name":"thing","version":"1.0.0","types":"index.d.ts"}\n`,
      "node_modules/thing/index.d.ts": "export function thing(): void;\n",
      "src/a.ts": "notify();\nexport {};\n",
      "src/b.ts": `import { thing } from "thing";\nthing();\n`,
    },
    before: [{ write: { "types/generated.d.ts": "declare function notify(): void;\n" } }],
    checks: [ESLINT],
    mutations: [
      {
        name: "generated again",
        steps: [{ write: { "types/generated.d.ts": "declare function notify(): Promise<void>;\n" } }],
        runs: ["lint src/a.ts"],
      },
      {
        name: "the package patched",
        steps: [{ write: { "node_modules/thing/index.d.ts": "export function thing(): Promise<void>;\n" } }],
        runs: ["lint src/b.ts"],
      },
    ],
  },
];

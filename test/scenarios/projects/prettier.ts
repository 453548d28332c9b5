import type { CheckInput } from "../../../src/index.ts";
import type { Scenario } from "../scenario.ts";

const PRETTIER: CheckInput = { name: "format", uses: "prettier", files: ["src/**"] };
const TOOLS = ["prettier"];
const PLUGIN = `export const languages = [{ name: "Foo", parsers: ["foo"], extensions: [".foo"] }];
export const parsers = { foo: { parse: (text) => ({ type: "root", text }), astFormat: "foo", locStart: () => 0, locEnd: (node) => node.text.length } };
export const printers = { foo: { print: (path) => path.node.text.trim() + "\\n" } };
`;

/** Prettier and all the files that say how to format. */
export const PRETTIER_PROJECTS: readonly Scenario[] = [
  {
    name: "one file imports another",
    kind: "prettier: batches",
    tools: TOOLS,
    files: {
      "src/a.js": `import { b } from "./b.js";\nexport const a = b;\n`,
      "src/b.js": "export const b = 1;\n",
    },
    checks: [PRETTIER],
    mutations: [
      {
        name: "what is imported edited",
        steps: [{ write: { "src/b.js": "export const b=1\n" } }],
        runs: ["format src/b.js"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "docs/a.md": "*  a\n" } }],
  },
  {
    name: "overrides",
    kind: "prettier: overrides",
    tools: TOOLS,
    files: {
      ".prettierrc": `{ "overrides": [{ "files": "*.test.js", "options": { "semi": false } }] }\n`,
      "src/a.js": "export const a = 1;\n",
      "src/a.test.js": "export const a = 1\n",
    },
    checks: [PRETTIER],
    mutations: [
      {
        name: "an override edited",
        steps: [{ replace: [".prettierrc", "false", "true"] }],
        runs: ["format src/a.test.js"],
      },
      {
        name: "the configuration deleted",
        steps: [{ delete: ".prettierrc" }],
        runs: ["format src/a.test.js"],
      },
    ],
  },
  {
    name: ".prettierrc in a subdirectory",
    kind: "prettier: nested configuration",
    tools: TOOLS,
    files: {
      ".prettierrc": "{}\n",
      "src/app/a.js": `export const a = "a";\n`,
      "src/lib/.prettierrc": `{ "singleQuote": true }\n`,
      "src/lib/b.js": "export const b = 'b';\n",
    },
    checks: [{ ...PRETTIER, files: ["src/**/*.js"] }],
    mutations: [
      {
        name: "one appears",
        steps: [{ write: { "src/app/.prettierrc": `{ "singleQuote": true }\n` } }],
        runs: ["format src/app/a.js"],
      },
      {
        name: "one edited",
        steps: [{ write: { "src/lib/.prettierrc": "{}\n" } }],
        runs: ["format src/lib/b.js"],
      },
      {
        name: "a file with another name that counts appears",
        steps: [{ write: { "src/app/prettier.config.mjs": "export default { semi: false };\n" } }],
        runs: ["format src/app/a.js"],
      },
    ],
  },
  {
    name: ".editorconfig",
    kind: "prettier: .editorconfig",
    tools: TOOLS,
    files: {
      ".editorconfig": "root = true\n[*]\nindent_style = tab\n",
      "src/a.js": "export function a() {\n\treturn 1;\n}\n",
    },
    checks: [PRETTIER],
    mutations: [
      {
        name: "edited",
        steps: [{ write: { ".editorconfig": "root = true\n[*]\nindent_style = space\n" } }],
        runs: ["format src/a.js"],
      },
      {
        name: "a nearer one appears",
        steps: [{ write: { "src/.editorconfig": "[*.js]\nindent_style = space\nindent_size = 4\n" } }],
        runs: ["format src/a.js"],
      },
    ],
  },
  {
    name: ".prettierignore",
    kind: "prettier: .prettierignore",
    tools: TOOLS,
    files: {
      ".prettierignore": "src/generated\n",
      "src/a.js": "export const a = 1;\n",
      "src/generated/b.js": "export const b=1\n",
    },
    checks: [PRETTIER],
    predicted: ["format"],
    mutations: [
      {
        name: "it ignores less",
        steps: [{ write: { ".prettierignore": "\n" } }],
        runs: ["format src/generated/b.js"],
      },
    ],
  },
  {
    name: "a plugin of the project",
    kind: "prettier: plugins",
    tools: TOOLS,
    files: {
      ".prettierrc.json": `{ "plugins": ["./tools/plugin.mjs"] }\n`,
      "tools/plugin.mjs": PLUGIN,
      "tools/unused.mjs": "export const x = 1;\n",
      "src/a.foo": "text\n",
    },
    checks: [PRETTIER],
    mutations: [
      {
        name: "it prints otherwise",
        steps: [{ replace: ["tools/plugin.mjs", "text.trim()", "text.trim().toUpperCase()"] }],
        runs: ["format src/a.foo"],
      },
    ],
    idle: [{ write: { "tools/unused.mjs": "export const x = 2;\n" } }],
  },
  {
    name: "the key of package.json",
    kind: "prettier: package.json",
    tools: TOOLS,
    files: {
      "src/package.json": `{\n  "name": "app",\n  "version": "1.0.0",\n  "prettier": {\n    "semi": true\n  }\n}\n`,
      "src/a.js": "export const a = 1;\n",
    },
    checks: [{ ...PRETTIER, files: ["src/*.js"] }],
    mutations: [
      {
        name: "its key edited",
        steps: [{ replace: ["src/package.json", "true", "false"] }],
        runs: ["format src/a.js"],
      },
    ],
  },
];

import { afterAll, beforeAll, expect, it } from "vitest";
import { removeGrounds } from "./ground-pool.ts";
import { findPrograms } from "./programs.ts";
import type { Scenario } from "./scenario.ts";
import { tryScenarios } from "./try-scenarios.ts";

const TYPES = `languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } }`;
const FLOATING = `"@typescript-eslint/no-floating-promises"`;
const call = (file: string): string => `import { save } from "../${file}";\nsave();\n`;

/** Types are at hand everywhere, and a rule asks for them in one directory, and where a comment says so. */
const SCENARIO: Scenario = {
  name: "rules say how far they look",
  kind: "eslint: rules by file",
  tools: ["eslint", "typescript", "typescript-eslint", "eslint-plugin-import-x"],
  files: {
    "eslint.config.mjs": [
      `import ts from "typescript-eslint";`,
      `import imports from "eslint-plugin-import-x";`,
      `export default ts.config(ts.configs.recommended, { files: ["**/*.ts"], ${TYPES} },`,
      `  { files: ["src/typed/**"], rules: { ${FLOATING}: "error" } },`,
      `  { files: ["src/named/**"], plugins: { imports }, rules: { "imports/default": "error" } });`,
      "",
    ].join("\n"),
    "tsconfig.json": `{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "types": [] }, "include": ["src"] }\n`,
    "src/save.ts": "export function save(): void {}\n",
    "src/plain/a.ts": call("save"),
    "src/typed/a.ts": call("save"),
    "src/named/one.js": "export default 1;\n",
    "src/named/a.js": `import one from "./one.js";\nexport { one };\n`,
    "src/named/b.js": `import { one } from "./a.js";\nexport const b = one;\n`,
    "src/plain/said.ts": `/* eslint ${FLOATING}: "error" */\n${call("save")}`,
  },
  checks: [{ name: "lint", uses: "eslint", files: ["src/**/*.{js,ts}"] }],
  mutations: [
    {
      name: "a function gives a promise",
      steps: [{ write: { "src/save.ts": "export async function save(): Promise<void> {}\n" } }],
      runs: ["lint src/save.ts", "lint src/typed/a.ts", "lint src/plain/said.ts"],
      keeps: "others",
    },
    {
      name: "a name is no longer exported",
      steps: [{ write: { "src/named/one.js": "export const one = 1;\n" } }],
      runs: ["lint src/named/one.js", "lint src/named/a.js", "lint src/named/b.js"],
      keeps: "others",
    },
    {
      name: "a rule is switched on for more files",
      steps: [{ replace: ["eslint.config.mjs", "src/typed/**", "src/{typed,plain}/**"] }],
      runs: ["lint src/plain/a.ts", "lint src/typed/a.ts"],
      fails: false,
    },
  ],
};

beforeAll(() => findPrograms(), 600_000);
afterAll(() => removeGrounds());

it("a lint check re-runs for what its rules look at, and nothing else", async () => {
  const wrong = (await tryScenarios([SCENARIO], "off")).get(SCENARIO) ?? [];
  expect(wrong.filter((line) => !/observed and \d+ predicted/.test(line))).toEqual([]);
});

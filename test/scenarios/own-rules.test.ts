import { afterAll, beforeAll, expect, it } from "vitest";
import { removeGrounds } from "./ground-pool.ts";
import { findPrograms } from "./programs.ts";
import type { Scenario } from "./scenario.ts";
import { tryScenarios } from "./try-scenarios.ts";

const RULE = `create(context) { return { Identifier(node) { if (check(node)) context.report({ node, message: "wrong" }); } }; }`;
const NAMED = `(node) => node.name === "forbidden"`;

interface Case {
  readonly name: string;
  readonly head: string;
  readonly files?: Scenario["files"];
  /** Whether an edit of what is imported re-runs who imports it. */
  readonly looksFurther: boolean;
}

const CASES: readonly Case[] = [
  { name: "it opens nothing", head: `const check = ${NAMED};`, looksFurther: false },
  {
    name: "its package has data",
    head: `import words from "words";\nconst check = (node) => words.includes(node.name);`,
    files: {
      "node_modules/words/package.json": `{ "name": "words", "version": "1.0.0", "main": "i.js" }\n`,
      "node_modules/words/i.js": `module.exports = ["forbidden"];\n`,
    },
    looksFurther: false,
  },
  {
    name: "its package opens files",
    head: `import words from "words";\nconst check = (node) => words.includes(node.name);`,
    files: {
      "node_modules/words/package.json": `{ "name": "words", "version": "1.0.0", "main": "i.js" }\n`,
      "node_modules/words/i.js": `require("fs");\nmodule.exports = ["forbidden"];\n`,
    },
    looksFurther: true,
  },
];

beforeAll(() => findPrograms(), 600_000);
afterAll(() => removeGrounds());

it.each(CASES)(
  "without a tracer, a rule in the settings re-runs who imports what was edited ($looksFurther): $name",
  async ({ name, head, files = {}, looksFurther }) => {
    const scenario: Scenario = {
      name,
      kind: "eslint: own rules",
      tools: ["eslint", "eslint-plugin-import-x", "typescript"],
      files: {
        "eslint.config.mjs": [
          `import imports from "eslint-plugin-import-x";`,
          head,
          `const own = { rules: { own: { meta: { type: "problem", schema: [] }, ${RULE} } } };`,
          `export default [{ plugins: { own, imports }, rules: { "own/own": "error", "imports/first": "error" } }];`,
          "",
        ].join("\n"),
        "src/lib.js": "export const a = 1;\n",
        "src/user.js": `import { a } from "./lib.js";\nexport const b = a;\n`,
        ...files,
      },
      checks: [{ name: "lint", uses: "eslint", files: ["src/**/*.js"] }],
      mutations: [
        {
          name: "what is imported exports something else",
          steps: [{ write: { "src/lib.js": "export const c = 1;\n" } }],
          runs: ["lint src/lib.js", ...(looksFurther ? ["lint src/user.js"] : [])],
          keeps: "others",
          fails: false,
        },
        {
          name: "the rule finds something",
          steps: [{ write: { "src/user.js": "export const forbidden = 1;\n" } }],
          runs: ["lint src/user.js"],
          keeps: "others",
        },
        {
          name: "the rule is another",
          steps: [{ replace: ["eslint.config.mjs", `"wrong"`, `"wrong again"`] }],
          runs: ["lint src/user.js", "lint src/lib.js"],
          fails: false,
        },
      ],
    };
    const wrong = (await tryScenarios([scenario], "off")).get(scenario) ?? [];
    expect(wrong.filter((line) => !/\d observed and \d+ predicted/.test(line))).toEqual([]);
  },
);

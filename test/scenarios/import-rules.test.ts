import { afterAll, beforeAll, expect, it } from "vitest";
import { removeGrounds } from "./ground-pool.ts";
import { findPrograms } from "./programs.ts";
import type { Scenario } from "./scenario.ts";
import { tryScenarios } from "./try-scenarios.ts";

const RULES = [
  "named",
  "default",
  "namespace",
  "export",
  "no-unresolved",
  "no-cycle",
  "no-named-as-default",
  "no-named-as-default-member",
];

/** Every rule that looks into what is imported, with a change that makes it complain far from the file that was edited. */
const SCENARIO: Scenario = {
  name: "rules about imports",
  kind: "eslint: rules about imports",
  tools: ["eslint", "eslint-plugin-import-x"],
  files: {
    "eslint.config.mjs": `import plugin from "eslint-plugin-import-x";\nexport default [{ plugins: { "import-x": plugin }, rules: { ${RULES.map((rule) => `"import-x/${rule}": "error"`).join(", ")} } }];\n`,
    "src/main.js": `import { x } from "./barrel.js";\nimport one from "./one.js";\nimport * as all from "./barrel.js";\nexport const main = [x, one, all.y];\n`,
    "src/barrel.js": `export * from "./deep/x.js";\nexport * from "./deep/y.js";\n`,
    "src/one.js": "const value = 1;\nexport default value;\n",
    "src/deep/x.js": "export const x = 1;\n",
    "src/deep/y.js": `import { z } from "./z.js";\nexport const y = z;\n`,
    "src/deep/z.js": "export const z = 1;\n",
  },
  checks: [{ name: "lint", uses: "eslint", files: ["src/**/*.js"] }],
  mutations: [
    ["a name is no longer exported, two modules away", "src/deep/x.js", "export const w = 1;\n"],
    ["a member of a namespace goes", "src/deep/y.js", `export const v = 1;\n`],
    ["a default export goes", "src/one.js", "export const value = 1;\n"],
    ["the name of an import is exported too", "src/one.js", "export const one = 1;\nexport default one;\n"],
    ["two modules export the same", "src/deep/y.js", "export const x = 2;\nexport const y = 2;\n"],
    [
      "a circle closes",
      "src/deep/z.js",
      `import { main } from "../main.js";\nexport const z = () => main;\n`,
    ],
    ["a module cannot be parsed any more", "src/one.js", "export default ;\n"],
  ].map(([name = "", path = "", text = ""]) => ({
    name,
    steps: [{ write: { [path]: text } }],
    runs: [`lint ${path}`],
  })),
};

/** Names that a module gets from others and exports again, in every way, with rules that follow only these. */
const AGAIN: Scenario = {
  name: "names that are exported again",
  kind: "eslint: rules about exports",
  tools: ["eslint", "eslint-plugin-import-x"],
  alone: true,
  files: {
    "eslint.config.mjs": `import plugin from "eslint-plugin-import-x";\nexport default [{ plugins: { "import-x": plugin }, rules: { ${["named", "default", "namespace", "export"].map((rule) => `"import-x/${rule}": "error"`).join(", ")} } }];\n`,
    "src/main.js": `import d, { a, b, e, f } from "./barrel.js";\nexport const main = [a, b, d.member, e.member, f.member];\n`,
    "src/barrel.js": `export { a } from "./a.js";\nimport { b } from "./b.js";\nexport { b };\nimport * as d from "./d.js";\nexport default d;\nexport * as e from "./e.js";\nimport * as f from "./f.js";\nexport { f };\nimport { own } from "./own.js";\nexport const used = own;\n`,
    ...Object.fromEntries(
      ["a", "b", "d", "e", "f", "own"].map((name) => [
        `src/${name}.js`,
        `export const ${name} = 1;\nexport const member = 1;\n`,
      ]),
    ),
  },
  checks: [{ name: "lint", uses: "eslint", files: ["src/**/*.js"] }],
  mutations: [
    ...["a", "d", "e", "f"].map((name) => ({
      name: `${name}.js exports something else`,
      steps: [{ write: { [`src/${name}.js`]: "export const other = 1;\n" } }],
      runs: [`lint src/${name}.js`, "lint src/main.js"],
    })),
    {
      name: "what the barrel only uses gets an import of its own",
      steps: [
        {
          write: {
            "src/own.js": `import { late } from "./late.js";\nexport const own = late;\n`,
            "src/late.js": "export const late = 1;\n",
          },
        },
      ],
      runs: ["lint src/own.js", "lint src/late.js", "lint src/barrel.js"],
      keeps: "others",
      fails: false,
    },
  ],
};

/** A rule that looks at what a package asks for, which nothing that is installed tells. */
const DECLARED: Scenario = {
  name: "packages that are asked for",
  kind: "eslint: declared packages",
  tools: ["eslint", "eslint-plugin-import-x"],
  alone: true,
  files: {
    "package.json": `{ "name": "app", "dependencies": { "eslint": "*" } }\n`,
    "eslint.config.mjs": `import plugin from "eslint-plugin-import-x";\nexport default [{ plugins: { "import-x": plugin }, rules: { "import-x/no-extraneous-dependencies": "error" } }];\n`,
    "src/main.js": `import { Linter } from "eslint";\nexport const linter = new Linter();\n`,
  },
  checks: [{ name: "lint", uses: "eslint", files: ["src/**/*.js"] }],
  mutations: [
    {
      name: "a package is no longer asked for",
      steps: [{ write: { "package.json": `{ "name": "app", "dependencies": {} }\n` } }],
      runs: ["lint src/main.js"],
    },
  ],
};

beforeAll(() => findPrograms(), 600_000);
afterAll(() => removeGrounds());

it.each([SCENARIO, AGAIN, DECLARED])("no stale pass without a tracer: $name", async (scenario) => {
  const wrong = (await tryScenarios([scenario], "off")).get(scenario) ?? [];
  expect(
    wrong.filter((line) => /: (?:STALE GREEN|MISSED|DIFFERS|NEEDLESS)|broke off|is wrong/.test(line)),
  ).toEqual([]);
});

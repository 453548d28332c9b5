import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowGround, giveBack, removeGrounds } from "./ground-pool.ts";
import { findPrograms } from "./programs.ts";
import { type Trace, verify } from "./reading.ts";
import type { Scenario } from "./scenario.ts";
import { tryScenarios } from "./try-scenarios.ts";

const tools = ["eslint", "typescript", "typescript-eslint", "eslint-plugin-import-x"];
const checks = [{ name: "lint", uses: "eslint" as const, files: ["src/**/*.{js,ts}"] }];
const OPTIONS = `"compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "types": [] }`;

/** Settings that have types at hand, although the rules that are on for all files do not use them. */
const settings = (options: string, head = "", rest = ""): string =>
  [
    `import ts from "typescript-eslint";`,
    head,
    `export default ts.config(ts.configs.recommended, {`,
    `  files: ["**/*.ts"], languageOptions: { parserOptions: { ${options}, tsconfigRootDir: import.meta.dirname } },`,
    `}${rest});`,
    "",
  ].join("\n");

/** A parser that works with programs fails on a file that is in none. */
const belonging = (options: string): Scenario => ({
  name: `a file belongs to a program because it is imported: ${options}`,
  kind: "eslint: programs",
  tools,
  files: {
    "eslint.config.mjs": settings(options),
    "tsconfig.json": `{ ${OPTIONS}, "files": ["src/index.ts"] }\n`,
    "src/index.ts": `export { a } from "./a";\n`,
    "src/a.ts": `import { b } from "./b";\nexport const a = b;\n`,
    "src/b.ts": `export const b = 1;\n`,
  },
  checks,
  mutations: [
    {
      name: "it is no longer imported",
      steps: [{ write: { "src/index.ts": "export const c = 1;\n" } }],
      runs: ["lint src/index.ts", "lint src/a.ts", "lint src/b.ts"],
    },
    {
      name: "it is imported as before",
      steps: [{ write: { "src/index.ts": `// It is.\nexport { a } from "./a";\n` } }],
      runs: ["lint src/index.ts"],
      keeps: "others",
      fails: false,
    },
  ],
});

const RULE = `create(context) { return { Program(node) { if (isWrong(context)) context.report({ node, message: "wrong" }); } }; }`;
/** Looks through types at what another file exports. */
const TYPED = `const isWrong = ({ filename, sourceCode: { parserServices: { program } } }) => program.getSourceFile(filename.replace("a.ts", "other.ts")).text.includes("wrong");`;

const plain = (name: string, more: Scenario["files"], what: Partial<Scenario> = {}): Scenario => ({
  name,
  kind: "eslint: programs",
  tools,
  files: {
    "eslint.config.mjs": settings("projectService: true"),
    "tsconfig.json": `{ ${OPTIONS}, "include": ["src"] }\n`,
    "src/other.ts": `export const other = "right";\n`,
    "src/a.ts": `import { other } from "./other";\nexport const a = other;\n`,
    ...more,
  },
  checks,
  mutations: [],
  ...what,
});

const edited = (runs: readonly string[], fails: boolean): Scenario["mutations"] => [
  {
    name: "another file is edited",
    steps: [{ write: { "src/other.ts": `export const other = "wrong";\n` } }],
    runs: ["lint src/other.ts", ...runs],
    keeps: "others",
    fails,
  },
];

const NOTHING_USES_TYPES = plain(
  "no rule uses types",
  {},
  {
    mutations: [
      ...edited([], false),
      {
        name: "a file is new",
        steps: [{ write: { "src/c.ts": `export * from "./a";\n` } }],
        runs: ["lint src/c.ts"],
        keeps: "others",
        fails: false,
      },
      {
        name: "settings of the compiler change, which rules look at",
        steps: [{ replace: ["tsconfig.json", `"strict": true`, `"strict": false`] }],
        runs: ["lint src/a.ts", "lint src/other.ts"],
        fails: false,
      },
    ],
  },
);
const OWN_RULE = plain(
  "a rule of the settings uses types",
  {
    "eslint.config.mjs": settings(
      "projectService: true",
      `${TYPED}\nconst own = { rules: { own: { meta: { type: "problem", schema: [] }, ${RULE} } } };`,
      `, { files: ["src/a.ts"], plugins: { own }, rules: { "own/own": "error" } }`,
    ),
  },
  { mutations: edited(["lint src/a.ts"], true) },
);
/** A plugin in a package that is not known, which uses types. */
const odd = (name: string, prefix: string, meta: string): Scenario["files"] => ({
  "eslint.config.mjs": settings(
    "projectService: true",
    `import odd from "${name}";`,
    `, { files: ["src/a.ts"], plugins: { ${prefix}: odd }, rules: { "${prefix}/odd": "error" } }`,
  ),
  [`node_modules/${name}/package.json`]: `{ "name": "${name}", "version": "1.0.0", "main": "i.js" }\n`,
  [`node_modules/${name}/i.js`]: `${TYPED}\nmodule.exports = { ${meta}rules: { odd: { meta: { type: "problem", schema: [] }, ${RULE} } } };\n`,
});
const KNOWN_NAME = plain(
  "a rule of a package uses types, under the name of a plugin that is known",
  odd("odd", "react", ""),
  { mutations: edited(["lint src/a.ts"], true) },
);
const UNKNOWN_NAME = plain(
  "a rule of a plugin that is not known uses types",
  odd("eslint-plugin-odd", "odd", `meta: { name: "eslint-plugin-odd" }, `),
  { mutations: edited(["lint src/a.ts"], true) },
);
const EXPORTS = plain(
  "a rule looks at what is exported",
  {
    "eslint.config.mjs": settings(
      "projectService: true",
      `import imports from "eslint-plugin-import-x";`,
      `, { plugins: { "import-x": imports }, rules: { "import-x/named": "error" }, settings: { "import-x/extensions": [".ts"], "import-x/parsers": { "@typescript-eslint/parser": [".ts"] }, "import-x/resolver": { node: { extensions: [".ts"] } } } }`,
    ),
  },
  {
    mutations: [
      ...edited([], false),
      {
        name: "a name is gone",
        steps: [{ write: { "src/other.ts": "export const another = 1;\n" } }],
        runs: ["lint src/other.ts", "lint src/a.ts"],
      },
    ],
  },
);

const SCENARIOS: readonly (readonly [trace: Trace, name: string, scenario: Scenario])[] = [
  ["on", belonging("projectService: true")] as const,
  ["off", belonging("project: true")] as const,
  ["on", NOTHING_USES_TYPES] as const,
  ["on", OWN_RULE] as const,
  ["on", KNOWN_NAME] as const,
  ["off", KNOWN_NAME] as const,
  ["on", UNKNOWN_NAME] as const,
  ["on", EXPORTS] as const,
].map(([trace, scenario]) => [trace, scenario.name, scenario] as const);

beforeAll(() => findPrograms(), 600_000);
afterAll(() => removeGrounds());

it.each(SCENARIOS)(
  "traced %s: %s",
  async (trace, _, scenario) => {
    const wrong = (await tryScenarios([scenario], trace)).get(scenario) ?? [];
    // Without a tracer nothing is observed.
    expect(wrong.filter((line) => trace === "on" || !/observed and \d+ predicted/.test(line))).toEqual([]);
  },
  120_000,
);

it("asks nothing of an answer about rules that a file may have made old", async () => {
  const scenario = plain("a file decides which rules are on", {
    "eslint.config.mjs": settings(
      "projectService: true",
      `import { readFileSync } from "node:fs";\nconst is = readFileSync(import.meta.dirname + "/" + ["fl", "ag"].join(""), "utf8");`,
      `, { files: ["src/a.ts"], rules: is === "on" ? { "@typescript-eslint/no-floating-promises": "error" } : {} }`,
    ),
    flag: "off",
    "src/other.ts": "export function save(): void {}\n",
    "src/a.ts": `import { save } from "./other";\nsave();\n`,
  });
  const ground = borrowGround(tools);
  try {
    ground.prepare([scenario]);
    expect((await verify(ground, "on")).status).toBe(0);
    ground.do({ write: { flag: "on" } });
    expect([...(await verify(ground, "on")).ran.keys()]).toContain("lint src/a.ts");
    ground.do({ write: { "src/other.ts": "export async function save(): Promise<void> {}\n" } });
    expect((await verify(ground, "on")).checks).toMatchObject([{ status: "failed", files: ["src/a.ts"] }]);
  } finally {
    giveBack(ground);
  }
}, 120_000);

it("knows that a parser takes a limited number of files that are in no program", async () => {
  const room = `projectService: { allowDefaultProject: ["src/loose/*.ts"], maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: 2 }`;
  const loose = (name: string, value: number) => ({
    write: { [`src/loose/${name}.ts`]: `export const ${name} = ${value};\n` },
  });
  const scenario = plain("files outside every program", {
    "eslint.config.mjs": settings(room),
    "tsconfig.json": `{ ${OPTIONS}, "files": ["src/a.ts", "src/other.ts"] }\n`,
    ...loose("c", 1).write,
    ...loose("d", 1).write,
  });
  const all = ["lint src/loose/c.ts", "lint src/loose/d.ts", "lint src/loose/e.ts"];
  const ground = borrowGround(tools);
  try {
    ground.prepare([scenario]);
    expect((await verify(ground, "off")).status).toBe(0);
    ground.do(loose("e", 1));
    const over = await verify(ground, "off");
    expect([[...over.ran.keys()].sort(), over.status]).toEqual([all, 1]);
    // By itself, the file that failed would pass.
    ground.do(loose("e", 2));
    const edited = await verify(ground, "off");
    expect([[...edited.ran.keys()].sort(), edited.status]).toEqual([all, 1]);
    ground.do({ delete: "src/loose/c.ts" });
    const under = await verify(ground, "off");
    expect([[...under.ran.keys()], under.status]).toEqual([["lint src/loose/e.ts"], 0]);
  } finally {
    giveBack(ground);
  }
}, 120_000);

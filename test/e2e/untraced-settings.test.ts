import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { after, bring, project } from "../rig/fake-tools.ts";
import { ran, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

const TESTED = {
  "src/a.js": "export const a = 1;\n",
  "src/b.js": "export const b = 1;\n",
  "src/c.txt": "1\n",
  "test/one.test.js": "1;\n",
};
const EDITED = {
  "src/a.js": "export const a = 2;\n",
  "src/b.js": "export const b = 2;\n",
  "src/c.txt": "2\n",
};

/** Which of the files run the test when they are edited, with this configuration. */
async function loadedBy(config: string): Promise<readonly string[]> {
  const rig = await project({ ...TESTED, "vitest.config.js": config }, "test");
  const loaded: string[] = [];
  for (const [path, text] of Object.entries(EDITED))
    if ((await after(rig, path, text)).length > 0) loaded.push(path);
  return loaded;
}

describe("without a tracer, what settings name counts where it is loaded:", () => {
  it.each<[what: string, config: string, loaded: readonly string[]]>([
    [
      "an alias is none, a setup file is one",
      'import { resolve } from "node:path";\nexport default {\n  resolve: { alias: { a: resolve(import.meta.dirname, "src/a.js") } },\n  test: { setupFiles: [resolve(import.meta.dirname, "src/b.js")] },\n};\n',
      ["src/b.js"],
    ],
    [
      "the same file may be both",
      'import { resolve } from "node:path";\nconst own = resolve(import.meta.dirname, "src/b.js");\nexport default { resolve: { alias: { b: own } }, test: { setupFiles: [own] } };\n',
      ["src/b.js"],
    ],
    [
      "a constant, by the fields that it is used in",
      'const some = ["./src/a.js"];\nconst others = ["./src/b.js"];\nexport default { test: { include: some, setupFiles: others } };\n',
      ["src/b.js"],
    ],
    [
      "no comment is",
      '// As in "./src/a.js".\nexport default { test: { /* not "./src/b.js" */ setupFiles: ["./src/b.js"] } };\n',
      ["src/b.js"],
    ],
    [
      "each of two choices",
      'export default { test: { setupFiles: process.env.CI ? "./src/a.js" : "./src/b.js" } };\n',
      ["src/a.js", "src/b.js"],
    ],
    [
      "what a function is called with, in any field",
      'import { readFileSync } from "node:fs";\nexport default { define: { C: readFileSync("./src/c.txt", "utf8") } };\n',
      ["src/c.txt"],
    ],
  ])("without a tracer, what settings name counts where it is loaded: %s", async (_, config, loaded) => {
    expect(await loadedBy(config)).toEqual(loaded);
  });
});

it("without a tracer, style sheets that settings put before all others count, with what they use", async () => {
  const rig = await project(
    {
      "test/one.test.js": "1;\n",
      "vite.config.js":
        'export default { css: { preprocessorOptions: { scss: { additionalData: `@use "/src/all" as *;` } } } };\n',
      "src/_all.scss": '@forward "./colors";\n',
      "src/colors.scss": "$a: red;\n",
      "src/other.scss": "$b: red;\n",
    },
    "test",
  );
  expect(await after(rig, "src/other.scss", "$b: blue;\n")).toEqual([]);
  expect(await after(rig, "src/colors.scss", "$a: blue;\n")).toEqual(["test/one.test.js"]);
  expect(await after(rig, "src/_all.scss", "$c: 1;\n")).toEqual(["test/one.test.js"]);
});

describe("without a tracer, settings that a tool reads as text", () => {
  const files = {
    "svelte.config.js": 'import own from "./own.js";\nexport default { preprocess: own };\n',
    "own.js": "export default {};\n",
    "vite.config.js": "export default {};\n",
    "src/a.svelte": "<p>1</p>\n",
  };

  it("count by their text for a linter of components, and not by what they import", async () => {
    const rig = await project(files, "lint");
    bring(rig, "eslint-plugin-svelte", "1.0.0");
    rig.write("eslint.config.js", 'import svelte from "eslint-plugin-svelte";\nexport default [svelte];\n');
    await verified(rig);
    ran(rig);
    expect(await after(rig, "own.js", "export default { a: 1 };\n")).toEqual([]);
    expect(await after(rig, "vite.config.js", "export default { a: 1 };\n")).toEqual([]);
    expect(await after(rig, "svelte.config.js", "export default { compilerOptions: {} };\n")).toEqual([
      "src/a.svelte",
    ]);
  });
});

describe("without a tracer, what a plugin looks for by itself counts for the linter:", () => {
  it.each<[what: string, plugin: string, counts: string, other: string]>([
    ["what npm leaves out of a package", "eslint-plugin-n", ".npmignore", ".dockerignore"],
    ["what git ignores, in its place", "eslint-plugin-n", ".gitignore", ".dockerignore"],
    ["what tags there are in comments", "eslint-plugin-tsdoc", "tsdoc.json", "jsdoc.json"],
  ])("without a tracer, what a plugin looks for by itself counts: %s", async (_, plugin, counts, other) => {
    const rig = await project(
      {
        "src/a.js": "1;\n",
        "eslint.config.js": `import own from "${plugin}";\nexport default [own.configs.recommended];\n`,
      },
      "lint",
    );
    bring(rig, plugin, "1.0.0");
    await verified(rig);
    ran(rig);
    expect(await after(rig, other, "{}\n")).toEqual([]);
    expect(await after(rig, counts, "{}\n")).toContain("src/a.js");
    expect(await after(rig, counts, '{ "a": 1 }\n')).toContain("src/a.js");
  });
});

/** A package of the repository, and a file that a tool looks at. */
async function linked(
  name: string,
  settings: Readonly<Record<string, string>>,
  tool: "lint" | "mapped" = "lint",
): Promise<Rig> {
  const rig = await project(
    {
      "package.json": JSON.stringify({ name: "a", type: "module", workspaces: ["packages/*"] }),
      "packages/own/package.json": JSON.stringify({ name, version: "1.0.0", exports: "./index.js" }),
      "packages/own/index.js": "export default {};\n",
      "packages/own/more.js": "export default {};\n",
      "src/a.js": "1;\n",
      ...settings,
    },
    tool,
  );
  const link = join(rig.root, "node_modules", name);
  rig.write(`${link.slice(rig.root.length + 1)}/../.keep`, "");
  symlinkSync(join(rig.root, "packages/own"), link);
  await verified(rig);
  ran(rig);
  return rig;
}

const CHANGED = "export default { rules: {} };\n";

describe("without a tracer, a package of the repository that settings name", () => {
  it.each<[what: string, settings: Readonly<Record<string, string>>]>([
    [
      "in a rule",
      {
        "eslint.config.js":
          'export default [{ rules: { "no-restricted-imports": ["error", { paths: ["eslint-plugin-own"] }] } }];\n',
      },
    ],
    ["in a comment", { "eslint.config.js": "// See eslint-plugin-own.\nexport default [];\n" }],
    [
      "as a path of TypeScript",
      {
        "tsconfig.json":
          '{ "compilerOptions": { "paths": { "eslint-plugin-own": ["./packages/own/index.js"] } } }',
      },
    ],
  ])("%s is not loaded", async (_, settings) => {
    const rig = await linked("eslint-plugin-own", settings);
    expect(await after(rig, "packages/own/index.js", CHANGED)).toEqual([]);
  });

  it.each<[what: string, settings: Readonly<Record<string, string>>]>([
    ["among the plugins", { ".eslintrc.json": '{ "plugins": ["own"] }' }],
    ["among the plugins, in YAML", { ".eslintrc.yml": "plugins:\n  - own\n" }],
    ["as what is extended", { ".eslintrc.cjs": 'module.exports = { extends: ["plugin:own/all"] };\n' }],
    [
      "as what resolves imports",
      {
        ".eslintrc.cjs":
          'module.exports = { settings: { "import/resolver": { "eslint-plugin-own": {} } } };\n',
      },
    ],
    [
      "in a call",
      { "eslint.config.js": 'import { load } from "any";\nexport default [load("eslint-plugin-own")];\n' },
    ],
    [
      "both ways",
      {
        "eslint.config.js":
          'const own = ["eslint-plugin-own"];\nexport default [{ ignores: own }, { plugins: own }];\n',
      },
    ],
  ])("%s is loaded with all its files", async (_, settings) => {
    const rig = await linked("eslint-plugin-own", settings);
    expect(await after(rig, "packages/own/more.js", CHANGED)).toEqual(["src/a.js"]);
  });

  it.each<[what: string, mapped: string, ran: readonly string[]]>([
    ["as a pattern is not loaded", '{ "^own/(.*)$": "<rootDir>/src/$1" }', []],
    ["as what is replaced is not loaded", '{ "own": "<rootDir>/src/a.js" }', []],
    [
      "as what is replaced, and as a setup file, is loaded",
      '{ "own": "<rootDir>/src/a.js" }, setupFiles: ["own"]',
      ["src/a.js"],
    ],
    ["replaced by something unknown is loaded", '{ "^own$": find("any") }', ["src/a.js"]],
    [
      "for code that finds out where is loaded",
      'find({ "^own$": "<rootDir>/src/a.js" }["^own$"])',
      ["src/a.js"],
    ],
    ["as what replaces it is loaded", '{ "any": "own" }', ["src/a.js"]],
    ["as one of two that replace it is loaded", '{ "any": process.env.CI ? "own" : "any" }', ["src/a.js"]],
  ])("for imports %s", async (_, mapped, expected) => {
    const rig = await linked("own", {}, "mapped");
    rig.write(
      "jest.config.cjs",
      `const find = require("any");\nmodule.exports = { moduleNameMapper: ${mapped} };\n`,
    );
    await verified(rig);
    ran(rig);
    expect(await after(rig, "packages/own/more.js", CHANGED)).toEqual(expected);
  });

  it("a package of the workspace that is not built counts by its source, although its types are tracked", async () => {
    const rig = await linked(
      "own",
      {
        "packages/own/package.json": JSON.stringify({
          name: "own",
          exports: { "./sub": { types: "./sub.d.ts", default: "./dist/sub.js" } },
        }),
        "packages/own/sub.d.ts": "export const sub: number;\n",
        "packages/own/src/sub.js": "export const sub = 1;\n",
        "src/b.js": 'import "own/sub";\n',
        "jest.config.cjs": 'module.exports = { moduleNameMapper: require("any").jest() };\n',
      },
      "mapped",
    );
    expect(await after(rig, "packages/own/src/sub.js", CHANGED)).toEqual(["src/b.js"]);
  });

  it("without a tracer, a package of the repository that settings name by an import is loaded by what it imports", async () => {
    const rig = await linked("eslint-plugin-own", {
      "eslint.config.js": 'import own from "eslint-plugin-own";\nexport default [own];\n',
    });
    expect(await after(rig, "packages/own/more.js", CHANGED)).toEqual([]);
    expect(await after(rig, "packages/own/index.js", CHANGED)).toEqual(["src/a.js"]);
  });
});

describe("without a tracer, variables of a project of Vite", () => {
  it.each<[where: string, config: string, path: string]>([
    ["in its package", 'export default { test: { projects: ["packages/*"] } };\n', "packages/a/.env"],
    ["in the root that its settings name", 'export default { root: "app" };\n', "app/.env.test"],
    ["where its settings say", 'export default { envDir: "./env" };\n', "env/.env.local"],
    [
      "where its settings say, from the root that they name",
      'import { resolve } from "node:path";\nexport default { root: resolve("app"), envDir: "../env" };\n',
      "env/.env",
    ],
  ])("%s count, also where git ignores them", async (_, config, path) => {
    const rig = await project(
      {
        ...TESTED,
        ".gitignore": "node_modules\n.ran\n.verification-cache\n.env*\n",
        "vitest.config.js": config,
        "packages/a/package.json": '{ "name": "a" }',
        "app/a.txt": "",
      },
      "test",
    );
    expect(await after(rig, path, "VITE_A=1\n")).toEqual(["test/one.test.js"]);
    expect(await after(rig, path, "VITE_A=2\n")).toEqual(["test/one.test.js"]);
    expect(await after(rig, "other/.env", "VITE_A=1\n")).toEqual([]);
  });

  it("are in a root from which other settings are named too", async () => {
    const config = 'export default { root: "./src", test: { setupFiles: ["./b.js"] } };\n';
    expect(await loadedBy(config)).toEqual(["src/b.js"]);
  });
});

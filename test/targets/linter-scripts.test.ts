import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { LINTER_SCRIPTS } from "../../src/targets/linter-scripts.ts";
import { readRules } from "../../src/targets/read-rules.ts";
import { depthOfRules } from "../../src/tools/lint-rules.ts";

/** What an ESLint that has these plugins says of the rules for a file. Packages are given by their files. */
function askedWith(
  plugins: string,
  settings = "",
  installed: Readonly<Record<string, string>> = {},
): Parameters<typeof depthOfRules>[0] {
  const root = mkdtempSync(join(tmpdir(), "verification-linter-"));
  for (const [path, text] of Object.entries(installed)) {
    mkdirSync(dirname(join(root, "node_modules", path)), { recursive: true });
    writeFileSync(join(root, "node_modules", path), text);
  }
  mkdirSync(join(root, "node_modules/eslint"), { recursive: true });
  writeFileSync(join(root, "eslint.config.js"), settings);
  writeFileSync(join(root, "node_modules/eslint/package.json"), '{ "main": "index.js" }');
  writeFileSync(
    join(root, "node_modules/eslint/index.js"),
    `const plugins = ${plugins};
    const rules = Object.fromEntries(Object.keys(plugins).map((name) => [name + "/x", 2]));
    exports.ESLint = class {
      static configType = "flat";
      isPathIgnored() { return false; }
      async findConfigFile() { return "eslint.config.js"; }
      async calculateConfigForFile() {
        const own = await Promise.all(Object.values(plugins));
        return { plugins: Object.fromEntries(Object.keys(plugins).map((name, at) => [name, own[at]])), rules };
      }
    };`,
  );
  const stdout = execFileSync(process.execPath, ["--input-type=module", "--eval", LINTER_SCRIPTS.eslint], {
    cwd: root,
    input: JSON.stringify({ files: ["a.js"], usual: ["a.js"], options: {} }),
    encoding: "utf8",
  });
  const { rules } = readRules(JSON.parse(stdout.trim()) as string[]);
  return [...rules.values()].flat();
}

it.each([
  ["the name of its package", '{ a: { meta: { name: "eslint-plugin-unused-imports" }, rules: { x: {} } } }'],
  ["a short name", '{ a: { meta: { name: "unused-imports" }, rules: { x: {} } } }'],
  ["no name", '{ "unused-imports": { rules: { x: {} } } }'],
])("a plugin is known that gives itself %s", (_, plugins) => {
  const asked = askedWith(plugins);
  expect(depthOfRules(asked, { reexports: false, ownRules: "none" })).toBe("file");
});

it("a short name is not believed where the repository has rules of its own", () => {
  const asked = askedWith('{ a: { meta: { name: "unused-imports" }, rules: { x: {} } } }');
  expect(depthOfRules(asked, { reexports: false, ownRules: "own" })).toBe("types");
});

it("a rule is one of the settings whose code stands there, whatever its plugin calls itself", () => {
  const asked = askedWith(
    '{ react: { rules: { x: { create() { return "own" } } } }, "no-x": { rules: { x: { create() { return "other" } } } } }',
    'export default [{ create() { return "own" } }];\n',
  );
  expect(asked.flatMap(({ rules }) => rules.map(([plugin]) => plugin))).toEqual([".", "?eslint-plugin-no-x"]);
});

it("a rule is its package's, whichever build of this the settings load", () => {
  const name = "eslint-plugin-import-x";
  const installed = {
    [`${name}/package.json`]: `{ "name": "${name}", "exports": { "import": "./a.mjs", "require": "./a.cjs" } }`,
    [`${name}/a.cjs`]:
      'exports.rules = { x: { create() { return one.two } } }; exports.meta = { name: "x" };',
    [`${name}/a.mjs`]: `export default { meta: { name: "${name}" }, rules: { x: { create() { return two } } } };`,
  };
  const namesOf = (plugins: string): readonly string[] =>
    askedWith(plugins, "", installed).flatMap(({ rules }) => rules.map(([plugin]) => plugin));
  expect(namesOf(`{ a: import("${name}").then((each) => each.default) }`)).toEqual([name]);
  const other = `{ a: { meta: { name: "${name}" }, rules: { x: { create() { return three } } } } }`;
  expect(namesOf(other)).toEqual([`?${name}`]);
});

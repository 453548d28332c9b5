import { describe, expect, test } from "vitest";
import { faultsIn } from "./faults.ts";

type Files = Readonly<Record<string, string>>;

const importsIn = (text: string, others: Files = {}, ignored: Files = {}): Promise<readonly string[]> =>
  faultsIn("builtin:imports", "src/a.ts", { "src/a.ts": text, ...others }, ignored);

const UTIL = { "src/util.ts": "export const one = 1;\nexport type Two = 2;\nexport default 3;\n" };
const PACKAGE = {
  "package.json": '{ "dependencies": { "@x/known": "1" }, "devDependencies": { "@types/typed": "1" } }',
};

describe("an import that leads nowhere", () => {
  test.each<[string, string, Files, readonly string[]]>([
    ["of a file", '\nimport "./utl.js";', UTIL, ['2 unresolved-import ./utl.js (Did you mean "./util.js"?)']],
    ["in CommonJS", 'require("./none")', {}, ["1 unresolved-import ./none"]],
    ["at run time", 'await import("./none.js")', {}, ["1 unresolved-import ./none.js"]],
    ["in a re-export", 'export * from "./none.ts";', {}, ["1 unresolved-import ./none.ts"]],
    ["of types", 'import type { T } from "./none.ts";', {}, ["1 unresolved-import ./none.ts"]],
    ["of a style sheet", 'import "./none.css";', {}, ["1 unresolved-import ./none.css"]],
    [
      "of a package",
      'import "@x/knwon";',
      PACKAGE,
      ['1 unresolved-import @x/knwon (Did you mean "@x/known"?)'],
    ],
    [
      "by a path of tsconfig.json",
      'import "@/none";',
      {
        "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      },
      ["1 unresolved-import @/none"],
    ],
    [
      "where only a test has that name",
      'import "./none";',
      { "src/none.test.ts": "" },
      ["1 unresolved-import ./none"],
    ],
  ])("a broken import is found: %s", async (_, text, others, expected) => {
    expect(await importsIn(text, others)).toEqual(expected);
  });
});

describe("a name that is not exported", () => {
  test.each<[string, string, Files, readonly string[]]>([
    [
      "by a module",
      'import { oen } from "./util.ts";',
      UTIL,
      ['1 missing-export oen from ./util.ts (Did you mean "one"?)'],
    ],
    ["as a type", 'import type { Three } from "./util.ts";', UTIL, ["1 missing-export Three from ./util.ts"]],
    [
      "as the default",
      'import x from "./b.ts";',
      { "src/b.ts": "export const b = 1;" },
      ["1 missing-export default from ./b.ts"],
    ],
    [
      "through export *",
      'import x, { one, two } from "./b.ts";',
      { ...UTIL, "src/b.ts": 'export * from "./util.ts";' },
      ["1 missing-export default from ./b.ts", '1 missing-export two from ./b.ts (Did you mean "Two"?)'],
    ],
    [
      "in a re-export",
      'export { two as x } from "./b.ts";',
      { "src/b.ts": "export const b = 1;" },
      ["1 missing-export two from ./b.ts"],
    ],
  ])("a broken import is found: %s", async (_, text, others, expected) => {
    expect(await importsIn(text, others)).toEqual(expected);
  });
});

describe("no alarm is raised by", () => {
  test.each<[string, string, Files?]>([
    ["what is there", 'import x, { one, type Two } from "./util.js"; import * as all from "./util";', UTIL],
    [
      "an index",
      'import { one } from "./lib";',
      { "src/lib/index.ts": "export { one } from '../util.ts'", ...UTIL },
    ],
    [
      "a chain of export * with a cycle",
      'import { one } from "./b.ts";',
      {
        ...UTIL,
        "src/b.ts": 'export * from "./c.ts";',
        "src/c.ts": 'export * from "./b.ts"; export * from "./util.ts";',
      },
    ],
    [
      "export * of a package",
      'import { any } from "./b.ts";',
      { ...PACKAGE, "src/b.ts": 'export * from "@x/known";' },
    ],
    ["CommonJS", 'import x, { any } from "./b.cjs";', { "src/b.cjs": "module.exports = make();" }],
    ["export =", 'import x, { any } from "./b.ts";', { "src/b.ts": "const a = 1; export = a;" }],
    ["data", 'import x, { version } from "./b.json";', { "src/b.json": '{ "version": 1 }' }],
    [
      "a declaration beside the code",
      'import { any } from "./b.js";',
      { "src/b.js": "export {};", "src/b.d.ts": "declare const any: 1;" },
    ],
    [
      "other kinds of file",
      'import a from "./a.vue"; import b from "./b.svg?raw"; import c from "./c.css";',
      {
        "src/a.vue": "",
        "src/b.svg": "",
        "src/c.css": "",
      },
    ],
    ["an ending that a loader adds", 'import Button from "./Button";', { "src/Button.vue": "" }],
    ["a module that a suffix turns into something else", 'import Work from "./util?worker";', UTIL],
    ["Node's own modules", 'import "node:fs"; import "path";'],
    ["declared packages, and their types", 'import "@x/known/deep"; import type T from "typed";', PACKAGE],
    ["packages where nothing says which there are", 'import "anything";'],
    [
      "names that a bundler makes up",
      'import "virtual:x"; import "~/x"; import "#x"; import "@/x"; import "!!raw!./x";',
      PACKAGE,
    ],
    [
      "an alias in a bundler's configuration",
      'import "aliased/x";',
      { ...PACKAGE, "vite.config.ts": "export default { alias: { aliased: 'src' } }" },
    ],
    [
      "modules that are declared",
      'import "made-up"; import "x.special";',
      {
        ...PACKAGE,
        "src/env.d.ts": 'declare module "made-up" {}\ndeclare module "*.special" {}',
      },
    ],
    [
      "packages that are required or imported only at run time",
      'try { require("maybe") } catch {}\nimport("maybe");',
      PACKAGE,
    ],
    ["what is required from a directory that is built", 'module.exports = require("./dist/x.js");'],
    ["what may be missing", 'try {\n  require("./none");\n} catch {}'],
    ["what is required from elsewhere", 'createRequire(process.cwd())("./none.js");'],
    [
      "modules that package.json replaces",
      'import "./none.js";',
      { "package.json": '{ "browser": { "./src/none.js": "./src/x.js" } }' },
    ],
    ["another repository", 'import "../../beside/x.ts";'],
    ["text that is broken", 'import { x } from "./none"; ((('],
  ])("no alarm is raised by %s", async (_, text, others = {}) => {
    expect(await importsIn(text, others)).toEqual([]);
  });

  test("no alarm is raised by an import of a file that git ignores, there or not", async () => {
    const files = { ".gitignore": "*.gen.ts\n/dist\n" };
    const text = 'import "./x.gen"; import { any } from "./y.gen.ts"; require("../dist/z.js");';
    expect(await importsIn(text, files, { "src/y.gen.ts": "export {}" })).toEqual([]);
  });
});

test("names that Docusaurus gives a meaning to are no packages, below its configuration alone", async () => {
  const text = 'import Link from "@docusaurus/Link";\nimport Layout from "@theme/Layout";\n';
  const config = "export default {};";
  expect(await importsIn(text, { ...PACKAGE, "docusaurus.config.ts": config })).toEqual([]);
  expect(await importsIn(text, { ...PACKAGE, "website/docusaurus.config.ts": config })).toEqual([
    "1 unresolved-import @docusaurus/Link",
    "2 unresolved-import @theme/Layout",
  ]);
});

test("the style sheet that UnoCSS makes is no package, below its configuration alone", async () => {
  const text = 'import "uno.css";\nimport "uno:icons.css";\nimport "normalize.css";\n';
  expect(await importsIn(text, { ...PACKAGE, "uno.config.ts": "export default {};" })).toEqual([
    "3 unresolved-import normalize.css",
  ]);
  expect(await importsIn('import "uno.css";\n', PACKAGE)).toEqual(["1 unresolved-import uno.css"]);
});

test("a package may import itself before it is built", async () => {
  const manifest = {
    "package.json": '{ "name": "@me/own", "exports": { ".": "./dist/a.js", "./b": "./dist/b.js" } }',
  };
  const text = 'import "@me/own";\nimport { b } from "@me/own/b";\nimport "@me/other";\n';
  expect(await importsIn(text, manifest)).toEqual(["3 unresolved-import @me/other"]);
});

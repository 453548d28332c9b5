import { describe, expect, test } from "vitest";
import { extract } from "../../../src/graph/extract.ts";
import type { Extraction, Reference } from "../../../src/graph/extraction.ts";
import { p } from "../repository.ts";

async function references(text: string, path = "src/a.ts"): Promise<readonly Reference[]> {
  return (await extract(p(path), Buffer.from(text))).references;
}

async function brief(text: string, path?: string): Promise<readonly string[]> {
  return (await references(text, path)).map((one) => `${one.strength} ${one.kind} ${one.specifier}`);
}

describe("every way of importing is a strong reference", () => {
  test.each([
    ["a default import", "import a from './x'", "./x", ["default"]],
    ["named imports", "import { a, b as c } from './x'", "./x", ["a", "b"]],
    ["a namespace", "import * as n from './x'", "./x", ["*"]],
    ["default and named", "import d, { e } from './x'", "./x", ["default", "e"]],
    ["default and namespace", "import d, * as n from './x'", "./x", ["default", "*"]],
    ["a side effect", "import './x'", "./x", []],
    ["a re-export", "export { a as b } from './x'", "./x", ["a"]],
    ["everything again", "export * from './x'", "./x", ["*"]],
    ["a named namespace", "export * as n from './x'", "./x", ["*"]],
    ["a string name", "import { 'a-b' as c } from './x'", "./x", ["a-b"]],
    ["a default called type", "import type from './x'", "./x", ["default"]],
    ["attributes", "import a from './x.json' with { type: 'json' }", "./x.json", ["default"]],
    ["comments inside", "import /* a */ { b, // c\n d } from './x'", "./x", ["b", "d"]],
    ["several lines", "import {\n  a,\n  b,\n} from './x'", "./x", ["a", "b"]],
    ["a deferred namespace", "import defer * as n from './x'", "./x", ["*"]],
  ])("every way of importing is a strong reference: %s", async (...row) => {
    const [, text, specifier, names] = row;
    const [first] = await references(text);
    expect(first).toMatchObject({ kind: "module", specifier, names, strength: "strong", type: "import" });
    expect(first?.typeOnly).toBeUndefined();
  });

  test.each([
    ["import type { A } from './x'", ["A"]],
    ["import type A from './x'", ["default"]],
    ["import type * as A from './x'", ["*"]],
    ["export type { A } from './x'", ["A"]],
    ["export type * from './x'", ["*"]],
  ])("%s leaves no trace at run time", async (text, names) => {
    expect(await references(text)).toMatchObject([{ specifier: "./x", names, typeOnly: true }]);
  });

  test.each([
    ["const a = require('./x')", "src/a.js"],
    ["require.resolve('./x')", "src/a.js"],
    ["module.require('./x')", "src/a.cjs"],
    ["import a = require('./x')", "src/a.ts"],
    ["export import a = require('./x')", "src/a.ts"],
    ["await import('./x')", "src/a.ts"],
    ["await import(`./x`)", "src/a.ts"],
    ["await import('./' + 'x')", "src/a.ts"],
    ["import.meta.resolve('./x')", "src/a.ts"],
    ["const r = createRequire(import.meta.url); r('./x')", "src/a.ts"],
    ["createRequire(import.meta.url)('./x')", "src/a.ts"],
    ["const a = <p>it's</p>; import('./x'); const b = <p>it's</p>", "src/a.jsx"],
  ])("every way of importing is a strong reference: %s", async (text, path) => {
    expect(await brief(text, path)).toContain("strong module ./x");
  });

  test("JSX text that looks like the start of a string hides no import", async () => {
    const text = "const a = <p>it`s</p>\nimport './x'\nconst b = <p>it`s</p>";
    expect(await brief(text, "src/a.tsx")).toEqual(["strong module ./x", "weak module react/jsx-runtime"]);
  });

  test("an import type is a strong reference, and leaves no trace at run time", async () => {
    expect(await references("let a: import('./t').T")).toMatchObject([
      { kind: "module", specifier: "./t", strength: "strong", typeOnly: true },
    ]);
  });

  test("imports inside an ambient module count", async () => {
    const text =
      "declare module '*.vue' {\n  import { C } from 'vue'\n  export * from './y'\n  const c: C; export default c }";
    expect(await brief(text, "a.d.ts")).toEqual(["strong module vue", "strong module ./y"]);
  });

  test("a file next to the module is named through its URL", async () => {
    expect(await references("new URL('./x.wasm', import.meta.url)")).toMatchObject([
      { kind: "path", specifier: "./x.wasm", strength: "strong" },
    ]);
  });

  test("reference directives are strong references", async () => {
    const text = "/// <reference path=\"./x.d.ts\" />\n/// <reference types='node' />\nexport {}";
    expect(await brief(text)).toEqual(["strong path ./x.d.ts", "strong module node"]);
  });

  test("the line is that of the specifier", async () => {
    const found = await references("\nimport {\n a\n} from './x'\nimport('./y')");
    expect(found.map((one) => one.line)).toEqual([4, 5]);
  });
});

describe("what is not an import does not count as one", () => {
  test.each([
    "// import './x'",
    "/* require('./x') */ const a = 1",
    "const a = \"import b from './x'\"",
    "const a = `${1} require('./x')`",
    "const a = /import '.\\/x'/",
  ])("what is not an import does not count as one: %s", async (text) => {
    expect((await references(text)).filter((one) => one.strength === "strong")).toEqual([]);
  });
});

describe("imports that are known in part", () => {
  test.each([
    ["import(`./locales/${name}.json`)", "./locales/", ".json"],
    ["import('./locales/' + name + '.json')", "./locales/", ".json"],
    ["import('./locales/' + name)", "./locales/", ""],
    ["require(`./a/${x}/b/${y}.js`)", "./a/", ".js"],
    ["require.context('./pages', true)", "./pages/", ""],
    ["import.meta.glob('./pages/*.vue')", "./pages/", ".vue"],
  ])("%s depends on what can match", async (text, prefix, suffix) => {
    const found = await references(text, "src/a.js");
    expect(found).toContainEqual(expect.objectContaining({ kind: "pattern", fixed: { prefix, suffix } }));
  });

  test.each([
    ["const name = './x'; import(name)", "./x"],
    ["const name = `./x`; export function f() { return require.resolve(name) }", "./x"],
    ["export const name = 'any/x' as const; const load = () => require(name)", "any/x"],
    ["async () => { const name = 'made:up'; return (await import(name)).env }", "made:up"],
    ["class A { static { const name = './x'; require(name); } }", "./x"],
  ])("%s is known by its constant", async (text, specifier) => {
    const found = (await references(text, "src/a.ts")).filter(({ type }) => type === "import");
    expect(found).toEqual([expect.objectContaining({ kind: "module", specifier, strength: "strong" })]);
  });

  test.each([
    "let name = './x'; name = y; import(name)",
    "const name = f('./x'); import(name)",
    "const name = './x'; export const f = (name) => import(name)",
    "const name = './x'; export function f({ name = 1 }) { return require(name) }",
    "const name = './x'; export function f([, ...name]) { return require(name) }",
    "const name = './x'; try { f() } catch (name) { require(name) }",
    "const name = './x'; export class A { constructor(private name: string) { require(name) } }",
    "const name = './x'; { const name = f(); require(name) }",
    "const name = './x'; for (const name of f()) require(name)",
    "{ const name = './x'; } require(name)",
    "function f() { const name = './x'; } function g() { return require(name); }",
    "function f() { const name = './x'; { const name = g(); require(name); } }",
  ])("%s is opaque, because the name can mean something else", async (text) => {
    const found = await references(text, "src/a.ts");
    expect(found).toContainEqual(expect.objectContaining({ kind: "opaque", type: "import" }));
  });

  test.each(["import(name)", "require(name)", "import(`${name}/x.js`)", "import(a ? './b' : './c')"])(
    "%s is opaque",
    async (text) => {
      const found = await references(`\n${text}`, "src/a.js");
      expect(found).toContainEqual(expect.objectContaining({ kind: "opaque", line: 2 }));
    },
  );
});

describe("strings that may name a file are weak references", () => {
  test.each([
    ["read('./fixtures/a.json')", "./fixtures/a.json"],
    ['read("test/data/x.txt")', "test/data/x.txt"],
    ["read(`./fixtures/a.json`)", "./fixtures/a.json"],
    ["read('package.json')", "package.json"],
    ["const a = \"it's\"; read('./b.txt')", "./b.txt"],
    ["// don't\nread('./b.txt')", "./b.txt"],
    ["const a = ['./a.txt', './b.txt']", "./b.txt"],
    ["read('app/[id]/page.tsx')", "app/[id]/page.tsx"],
  ])("strings that may name a file are weak references: %s", async (text, specifier) => {
    expect(await brief(text)).toContain(`weak path ${specifier}`);
  });

  test.each([
    ["path.join(__dirname, 'a', 'b.txt')", "./a/b.txt"],
    ["join(import.meta.dirname, '../b.txt')", "../b.txt"],
    ["__dirname + '/b.txt'", "./b.txt"],
    ["`${__dirname}/b.txt`", "./b.txt"],
    ["const here = dirname(fileURLToPath(import.meta.url)); resolve(here, 'b.txt')", "./b.txt"],
    ["const here = path.dirname(__filename); path.resolve(here, 'b.txt')", "./b.txt"],
  ])("%s starts beside the file", async (text, specifier) => {
    expect(await references(text)).toContainEqual(
      expect.objectContaining({ kind: "path", specifier, base: "file", directory: true }),
    );
  });

  test("a path that is known in part is a weak reference", async () => {
    const found = await references("join(__dirname, 'fixtures', name, 'in.txt')");
    expect(found).toContainEqual(
      expect.objectContaining({ kind: "pattern", fixed: { prefix: "./fixtures/", suffix: "/in.txt" } }),
    );
  });

  test.each([
    ["vi.mock('../x')", "../x"],
    ["jest.requireActual<typeof import('./y')>('./y')", "./y"],
    ["await vi.importActual('pkg/sub')", "pkg/sub"],
  ])("%s names a module", async (text, specifier) => {
    expect((await brief(text)).some((one) => one.endsWith(`module ${specifier}`))).toBe(true);
  });

  test("a JSDoc type names a module", async () => {
    const text = "/** @type {import('./t').T} */\nexport const a = 1";
    expect(await brief(text, "src/a.js")).toContain("weak module ./t");
  });

  test("an address names no file", async () => {
    expect(await brief("fetch('https://example.org/a.json')")).toEqual([]);
  });
});

describe("the outline", () => {
  async function outline(text: string, path = "src/a.ts"): Promise<unknown> {
    return (await extract(p(path), Buffer.from(text))).outline;
  }

  test("lists every exported name", async () => {
    const text = `export const a = 1, { b, c: [d] } = x; export default class {} export type T = 1;
      export function f() {} export enum E {} export namespace N { export const inner = 1 }
      import { i } from './i'; export { i, a as 'x y' }; export * as ns from './ns';
      export * from './all'; export abstract class K {} export interface I {} export import z = N.inner;`;
    expect(await outline(text)).toEqual({
      kind: "module",
      exports: expect.arrayContaining([
        "a",
        "b",
        "d",
        "default",
        "T",
        "f",
        "E",
        "N",
        "i",
        "x y",
        "ns",
        "K",
        "I",
        "z",
      ]),
      exportsFrom: ["./all"],
      passesOn: expect.arrayContaining(["./i", "./ns"]),
      complete: true,
    });
  });

  test("is the same from the lexer and from the parser", async () => {
    const text = `import d, { e as f } from './x'; export { e } from './x'; export * from './y'; export * as n from './z';
      import * as w from './w'; export { w };
      export const a = 1, b = 2; export default function g() {} export { f, d as 'q r' }; export type T = 1`;
    const lexed = await extract(p("a.ts"), Buffer.from(text));
    const parsed = await extract(p("a.ts"), Buffer.from(`${text}; const quoted = "from '"`));
    expect(parsed.references).toEqual(lexed.references);
    const names = ({ outline }: Extraction): readonly string[] =>
      outline.kind === "module" ? outline.exports.toSorted() : [];
    expect(names(parsed)).toEqual(names(lexed));
    const passedOn = ({ outline }: Extraction): readonly string[] =>
      outline.kind === "module" ? (outline.passesOn ?? []).toSorted() : [];
    expect(passedOn(parsed)).toEqual(["./w", "./x", "./z"]);
    expect(passedOn(lexed)).toEqual(passedOn(parsed));
  });

  test.each([
    ["exports.a = 1", "src/a.cjs"],
    ["export = a", "src/a.ts"],
    ["export interface A {}", "src/a.d.ts"],
  ])("%s may export more", async (text, path) => {
    expect(await outline(text, path)).toMatchObject({ complete: false });
  });
});

describe("a file that cannot be read may refer to anything", () => {
  test.each([
    ["a.ts", Buffer.from("import './x'\0"), "(it is not text)"],
    ["a.js", Buffer.alloc(5 * 1024 * 1024 + 1, " "), "(it is too large)"],
    ["a.js", Buffer.from("const a = <p>it's</q>; require(b); from 'c' ="), "(it cannot be parsed)"],
  ])("a file that cannot be read may refer to anything: %s that is %o", async (path, bytes, specifier) => {
    const found = await extract(p(path), bytes);
    expect(found.references).toContainEqual(expect.objectContaining({ kind: "opaque", specifier, line: 1 }));
  });

  test("types in plain JavaScript do not stand in the way", async () => {
    const text = "import type { A } from './a'; const b: A = require('./b'); require(b);";
    expect(await brief(text, "src/a.js")).toEqual([
      "strong module ./a",
      "strong module ./b",
      "strong opaque *",
    ]);
  });
});

describe("a text that does not parse", () => {
  test("still gives what can be found, and says where it breaks", async () => {
    const text = "import a from './x'\nconst b = require('./y')\nconst = ;";
    const found = await extract(p("src/a.ts"), Buffer.from(text));
    expect(found.syntaxError).toMatchObject({ line: 3, column: 7 });
    expect(found.references.map((one) => one.specifier)).toEqual(expect.arrayContaining(["./x", "./y"]));
    expect(found.structure).toEqual({ kind: "content" });
  });

  test("is noticed in plain JavaScript too", async () => {
    const found = await extract(p("src/a.js"), Buffer.from("export const = 1"));
    expect(found.syntaxError).toMatchObject({ line: 1 });
  });
});

describe("files that change what others mean without being imported", () => {
  const ambientOf = async (path: string, text: string): Promise<unknown> =>
    (await extract(p(path), Buffer.from(text))).ambient;

  test.each([
    ["a.d.ts", "declare const VERSION: string"],
    ["a.d.ts", "declare module '*.svg' { const url: string; export default url }"],
    ["a.ts", "declare global { interface Window { a: 1 } } export {}"],
    ["a.ts", "declare module './b' { interface B { a: 1 } } export {}"],
    ["a.ts", "const everywhere = 1"],
  ])("are ambient: %s %s", async (path, text) => {
    expect(await ambientOf(path, text)).toBeDefined();
  });

  test.each([
    ["a.ts", "export const a = 1"],
    ["a.ts", '/** As in `declare module "x"`. */\nexport const a: number = 1'],
    ["a.d.ts", "export declare const a: 1"],
  ])("are not those that only speak of it: %s %s", async (path, text) => {
    expect(await ambientOf(path, text)).toBeUndefined();
  });

  const augmenting = "import type { C } from './c'\ndeclare module './b' { interface B { a: C } }\n";

  test("count by their types, not by their code", async () => {
    const before = await ambientOf("a.ts", `${augmenting}export const run = (x: number): number => x + 1`);
    const after = await ambientOf("a.ts", `${augmenting}export const run = (x: number): number => x + 2`);
    const other = await ambientOf("a.ts", augmenting.replace("a: C", "a: C[]"));
    expect(before).toMatchObject({ kind: "declaration" });
    expect(after).toEqual(before);
    expect(other).not.toEqual(before);
  });

  test("count by the types that they say something with, at any distance", async () => {
    const text = (d: string, other: string): string =>
      `declare module './b' { interface B { a: C } }\ntype C = D | 1\ntype D = ${d}\nexport type Other = ${other}`;
    const before = await ambientOf("a.ts", text("2", "3"));
    expect(await ambientOf("a.ts", text("2", "4"))).toEqual(before);
    expect(await ambientOf("a.ts", text("4", "3"))).not.toEqual(before);
  });

  test.each([
    ["a type made of a value", "type C = typeof run\nexport const run = (): 1 => 1"],
    ["a member named by a value", "const key = 'a'\nexport interface C { [key]: 1 }"],
    ["a class", "export class C { value = 1 }"],
    ["an enumeration", "export enum C { A = 1 }"],
    ["a namespace", "namespace C { export const a = 1 }"],
    ["what is a class too", "export class C { value = 1 }\nexport interface C { b: 1 }"],
  ])("count as a whole where they name %s", async (_, code) => {
    const text = `declare module './b' { interface B { a: C } }\n${code}\nexport {}`;
    expect(await ambientOf("a.ts", text)).toEqual({ kind: "content" });
  });
});

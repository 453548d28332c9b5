import { describe, expect, it } from "vitest";
import { after, project } from "../rig/fake-tools.ts";

const LIB = {
  "lib/index.js": "export const a = 1;\n",
  "lib/index.d.ts": "export interface A { a: 1 }\n",
};
const BODY = "export const a = 2;\n";
const DECLARED = "export interface A { a: 2 }\n";

describe("without a tracer, who looks at types", () => {
  it("takes the declarations of what it imports for its types, and not the code beside them", async () => {
    const rig = await project(
      { ...LIB, "src/a.ts": 'import type { A } from "../lib/index.js";\nexport const a: A = { a: 1 };\n' },
      "lint",
    );
    expect(await after(rig, "lib/index.js", BODY)).toEqual([]);
    expect(await after(rig, "lib/index.d.ts", DECLARED)).toEqual(["src/a.ts"]);
  });

  it("takes the code where nothing else has the types", async () => {
    const rig = await project(
      { "lib/index.js": BODY, "src/a.ts": 'import type { A } from "../lib/index.js";\nexport let a: A;\n' },
      "lint",
    );
    expect(await after(rig, "lib/index.js", "export const a = 3;\n")).toEqual(["src/a.ts"]);
  });

  it("takes what is declared for every file by declarations", async () => {
    const rig = await project(
      {
        ...LIB,
        "lib/deep.ts": "export function deep(): number { return 1; }\n",
        "types/all.d.ts":
          'declare module "made" {\n  export { A } from "../lib/index.js";\n  export { deep } from "../lib/deep.ts";\n}\n',
        "src/a.ts": "export const a = 1;\n",
      },
      "lint",
    );
    expect(await after(rig, "lib/index.js", BODY)).toEqual([]);
    expect(await after(rig, "lib/deep.ts", "export function deep(): number { return 2; }\n")).toEqual([]);
    expect(await after(rig, "lib/deep.ts", "export function deep(): string { return ''; }\n")).toEqual([
      "src/a.ts",
    ]);
    expect(await after(rig, "lib/index.d.ts", DECLARED)).toEqual(["src/a.ts"]);
    expect(await after(rig, "types/all.d.ts", 'declare module "made" {}\n')).toEqual(["src/a.ts"]);
  });

  it("takes of a module that augments others what the augmentation names", async () => {
    const rig = await project(
      {
        "lib/named.ts": "export interface Named { a: 1 }\n",
        "lib/other.ts": "export const other: number = 1;\n",
        "lib/augments.ts":
          'import type { Named } from "./named.ts";\nimport { other } from "./other.ts";\ndeclare module "made" {\n  interface Made { named: Named }\n}\nexport const own: typeof other = other;\n',
        "src/a.ts": "export const a = 1;\n",
      },
      "lint",
    );
    expect(await after(rig, "lib/other.ts", "export const other: string = '';\n")).toEqual([]);
    expect(await after(rig, "lib/named.ts", "export interface Named { a: 2 }\n")).toEqual(["src/a.ts"]);
  });

  it.each([
    ["by way of an import", 'import type made from "./named.ts";\n', []],
    ["of its own", "const made = 1;\n", ["src/a.ts"]],
  ])("takes the type of a value %s", async (_, start, runs) => {
    const augments = (body: string): string =>
      `${start}declare global {\n  interface Window { made: typeof made }\n}\nexport const own = ${body};\n`;
    const rig = await project(
      {
        "lib/named.ts": "const made: number = 1;\nexport default made;\n",
        "lib/augments.ts": augments("1"),
        "src/a.ts": "export const a = 1;\n",
      },
      "lint",
    );
    expect(await after(rig, "lib/augments.ts", augments("2"))).toEqual(runs);
    const changed = await after(rig, "lib/named.ts", "const made: string = '';\nexport default made;\n");
    expect(changed).toEqual(start.includes("import") ? ["src/a.ts"] : []);
  });

  it("reads the comments of code without types alone", async () => {
    const comment = '/** @type {import("lib").A} */\n';
    const example = "/**\n * import { a } from 'lib'\n */\n";
    const rig = await project(
      {
        "tsconfig.json": '{ "compilerOptions": { "paths": { "lib": ["./lib/index.js"] } } }',
        "lib/index.js": "export const a = 1;\n",
        "src/a.js": `${comment}export const a = 1;\n`,
        "src/b.ts": `${comment}export const b = 1;\n`,
        "src/c.js": `${example}export const c = 1;\n`,
        "src/d.js": '/**\n * @import { A,\n *   B } from "lib"\n */\nexport const d = 1;\n',
      },
      "lint",
    );
    expect(await after(rig, "lib/index.js", BODY)).toEqual(["src/a.js", "src/d.js"]);
  });

  it.each<[what: string, front: string, runs: readonly string[]]>([
    ["by nothing else", 'import { b } from "../lib/b.ts";\nb();\n', []],
    ["by no body of it", 'import { b } from "../lib/b.ts";\nif (b()) return 1;\n', []],
    ["by what these name", 'import type { B as Props } from "../lib/b.ts";\n', ["src/a.ts"]],
    ["by what they are made of", 'import type { B } from "../lib/b.ts";\ntype Props = B[];\n', ["src/a.ts"]],
    ["by a value in them", 'import { b } from "../lib/b.ts";\ntype Props = typeof b;\n', ["src/a.ts"]],
    ["by what it exports", 'import { b } from "../lib/b.ts";\nexport const c = b;\n', ["src/a.ts"]],
    [
      "by what they are inferred from",
      'import { b } from "../lib/b.ts";\nexport const getStaticPaths = () => b();\n',
      ["src/a.ts"],
    ],
  ])("takes of a component of Astro its properties: %s", async (_, front, runs) => {
    const rig = await project(
      {
        "lib/a.astro": `---\n${front}---\n<p>1</p>\n`,
        "lib/b.ts": "export type B = { b: 1 };\nexport function b(): number { return 1; }\n",
        "src/a.ts": 'import A from "../lib/a.astro";\nexport const a: unknown = A;\n',
      },
      "lint",
    );
    const other = "export type B = { b: 2 };\nexport function b(): string { return ''; }\n";
    expect(await after(rig, "lib/b.ts", other)).toEqual(runs);
    const template = `---\n${front}---\n<p>2</p>\n`;
    expect(await after(rig, "lib/a.astro", template)).toEqual(front.includes("export") ? ["src/a.ts"] : []);
    expect(await after(rig, "lib/a.astro", "---\ninterface Props { c: 1 }\n---\n")).toEqual(["src/a.ts"]);
  });

  it.each([
    ["throws", "throw new Error();\n"],
    ["does not parse", "export const version = ;\n"],
    ["loads something else", 'import "./gone.js";\nexport const version = 1;\n'],
    ["exports nothing", ""],
  ])(
    "does not keep a run from loading the package that has the name, although `paths` lead to declarations: what it loads now %s",
    async (_, text) => {
      const rig = await project(
        {
          "package.json": '{ "name": "kit", "exports": "./lib/index.js" }',
          "tsconfig.json":
            '{ "compilerOptions": { "allowJs": true, "paths": { "kit": ["./lib/public.d.ts"] } } }',
          "lib/public.d.ts": "export declare function json(): string;\n",
          "lib/index.js": 'export { version } from "./version.js";\nexport const json = () => "";\n',
          "lib/version.js": "export const version = 1;\n",
          "src/a.js": 'import { json } from "kit";\nexport const a = json();\n',
          "test/a.test.js": 'import "../src/a.js";\n',
        },
        "test",
      );
      expect(await after(rig, "lib/version.js", text)).toEqual(["test/a.test.js"]);
    },
  );
});

describe("without a tracer, what declares types for every file", () => {
  it.each<[what: string, settings: string, runs: readonly string[]]>([
    ["not where only a comment of JSON speaks of types", '{ /* for typechecking, not "ts-node" */ }\n', []],
    ["also where a field after a comment does", '{ /* "a" */ "ts-node": {} }\n', ["test/one.test.js"]],
    ["also where a text looks like a comment", '{ "a": "/*", "ts-node": "*/" }\n', ["test/one.test.js"]],
  ])("counts for tests whose runner looks at types, %s", async (_, settings, runs) => {
    const global = (a: number): string => `declare global { interface Window { a: ${a} } }\nexport {};\n`;
    const rig = await project(
      { "tsconfig.json": settings, "src/global.ts": global(1), "test/one.test.js": "1;\n" },
      "test",
    );
    expect(await after(rig, "src/global.ts", global(2))).toEqual(runs);
  });
});

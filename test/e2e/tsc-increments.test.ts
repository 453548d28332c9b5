import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";
import { installTools } from "../tools/tools.mjs";

const CONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    module: "esnext",
    target: "es2022",
    moduleResolution: "bundler",
    resolveJsonModule: true,
    allowJs: true,
    checkJs: true,
    lib: ["es2022"],
    skipLibCheck: true,
    types: ["thing"],
    // With this, tsc would look at direct dependents alone.
    assumeChangesOnlyAffectDirectDependencies: true,
  },
  include: ["src"],
});

const FILES: Readonly<Record<string, string>> = {
  "tsconfig.json": CONFIG,
  "package.json": JSON.stringify({
    name: "x",
    type: "module",
    imports: { "#mapped": "./src/mapped-one.ts", "#led": "./src/mapped-one.ts" },
  }),
  ".gitignore": "node_modules\n",
  // What is reached through others.
  "src/deep.ts": "export function deep() {\n  return 1;\n}\n",
  "src/middle.ts": 'export { deep as middle } from "./deep";\n',
  "src/top.ts": 'import { middle } from "./middle";\nexport const top = () => middle();\n',
  "src/uses-top.ts": 'import { top } from "./top";\nexport const value: number = top();\n',
  "src/constant.ts": 'const NAME = "x";\nexport enum Named {\n  a = NAME,\n}\n',
  "src/uses-constant.ts": 'import { Named } from "./constant";\nexport const named: "x" = `${Named.a}`;\n',
  "src/asserts.ts":
    'export function check(value: unknown): asserts value is string {\n  if (typeof value !== "string") throw new Error("no");\n}\n',
  "src/uses-asserts.ts":
    'import { check } from "./asserts";\nexport function size(value: unknown): number {\n  check(value);\n  return value.length;\n}\n',
  "src/expected.ts": "export const expected: number = 1;\n",
  "src/uses-expected.ts":
    'import { expected } from "./expected";\n// @ts-expect-error it is a number\nexport const text: string = expected;\n',
  "src/one.ts": "export const one = 1;\n",
  "src/other.ts": "export const other = 1;\n",
  "src/all.ts": 'export * from "./one";\nexport * from "./other";\n',
  "src/uses-all.ts": 'import { one } from "./all";\nexport const first: number = one;\n',
  "src/hides.ts": '// @ts-ignore it may not be there\nexport * from "./hidden";\nexport const hides = 1;\n',
  "src/hidden.ts": "export const hidden = 1;\n",
  "src/uses-hides.ts": 'import { hidden } from "./hides";\nexport const h: number = hidden;\n',
  "src/leads.ts": 'export * from "./led";\nexport * from "#led";\n',
  "src/led/index.ts": "export const led = 1;\n",
  "src/uses-leads.ts": 'import { led, mapped } from "./leads";\nexport const l: number = led + mapped;\n',
  // What holds everywhere.
  "src/adds.ts": "export {};\ndeclare global {\n  interface Array<T> {\n    more: number;\n  }\n}\n",
  "src/uses-adds.ts": "export const more: number = [1].more;\n",
  "src/globals.d.ts": "declare const VERSION: number;\n",
  "src/script.ts": "const SCRIPT = 1;\n",
  "src/uses-globals.ts": "export const version: number = VERSION + SCRIPT;\n",
  "src/modules.d.ts": 'declare module "virtual" {\n  export const virtual: number;\n}\n',
  "src/uses-modules.ts": 'import { virtual } from "virtual";\nexport const v: number = virtual;\n',
  "src/base.ts": "export interface Base {\n  a: number;\n}\n",
  "src/augments.ts":
    'import "./base";\ndeclare module "./base" {\n  interface Base {\n    extra: number;\n  }\n}\n',
  "src/uses-base.ts":
    'import type { Base } from "./base";\nexport const extra = (base: Base): number => base.extra;\n',
  // Where names lead.
  "src/place/index.ts": "export const place = 1;\n",
  "src/uses-place.ts": 'import { place } from "./place";\nexport const at: number = place;\n',
  "src/mapped-one.ts": "export const mapped = 1;\n",
  "src/mapped-two.ts": 'export const mapped = "two";\n',
  "src/uses-mapped.ts": 'import { mapped } from "#mapped";\nexport const m: number = mapped;\n',
  "src/data.json": '{ "count": 1 }\n',
  "src/uses-data.ts": 'import data from "./data.json";\nexport const count: number = data.count;\n',
  "src/plain.js": "/** @returns {number} */\nexport function plain() {\n  return 1;\n}\n",
  "src/uses-plain.ts": 'import { plain } from "./plain.js";\nexport const p: number = plain();\n',
  "node_modules/thing/package.json": '{ "name": "thing", "version": "1.0.0", "types": "index.d.ts" }\n',
  "node_modules/thing/index.d.ts": "export declare const thing: number;\n",
  "src/uses-thing.ts": 'import { thing } from "thing";\nexport const t: number = thing;\n',
  "node_modules/@types/thing/package.json": '{ "name": "@types/thing", "version": "1.0.0" }\n',
  "node_modules/@types/thing/index.d.ts": "declare const THING: number;\n",
  "src/uses-types.ts": "export const g: number = THING;\n",
};

/** What is changed, to what (null: it is deleted), and where that is then found to be wrong. */
const CHANGES: readonly (readonly [what: string, path: string, text: string | null, wrong: string])[] = [
  ["a file behind one that does not mind", "src/hidden.ts", null, "src/uses-hides.ts"],
  [
    "where a name leads, seen through another file",
    "src/led.ts",
    'export const led = "s";\n',
    "src/uses-leads.ts",
  ],
  [
    "where a package.json leads, seen through another file",
    "package.json",
    JSON.stringify({
      name: "x",
      type: "module",
      imports: { "#mapped": "./src/mapped-one.ts", "#led": "./src/mapped-two.ts" },
    }),
    "src/uses-leads.ts",
  ],
  ["what was added to a global type", "src/adds.ts", "export {};\n", "src/uses-adds.ts"],
  [
    "a declaration that becomes a module",
    "src/globals.d.ts",
    "declare const VERSION: number;\nexport {};\n",
    "src/uses-globals.ts",
  ],
  [
    "a package whose types are no longer global",
    "node_modules/@types/thing/index.d.ts",
    "declare const THING: number;\nexport {};\n",
    "src/uses-types.ts",
  ],
  [
    "what a function returns, through three others",
    "src/deep.ts",
    'export function deep() {\n  return "s";\n}\n',
    "src/uses-top.ts",
  ],
  [
    "a constant that an enum takes its value from",
    "src/constant.ts",
    'const NAME = "y";\nexport enum Named {\n  a = NAME,\n}\n',
    "src/uses-constant.ts",
  ],
  [
    "what a function asserts",
    "src/asserts.ts",
    "export function check(value: unknown): void {\n  void value;\n}\n",
    "src/uses-asserts.ts",
  ],
  [
    "an error that somebody expects",
    "src/expected.ts",
    'export const expected: string = "1";\n',
    "src/uses-expected.ts",
  ],
  [
    "a name that two modules export",
    "src/other.ts",
    "export const other = 1;\nexport const one = 2;\n",
    "src/all.ts",
  ],
  ["a global name", "src/globals.d.ts", "declare const VERSION: string;\n", "src/uses-globals.ts"],
  [
    "a script that becomes a module",
    "src/script.ts",
    "const SCRIPT = 1;\nexport {};\n",
    "src/uses-globals.ts",
  ],
  ["a module that is declared", "src/modules.d.ts", null, "src/uses-modules.ts"],
  ["what adds to the types of a module", "src/augments.ts", null, "src/uses-base.ts"],
  [
    "a file that comes before the one that was found",
    "src/place.ts",
    'export const place = "s";\n',
    "src/uses-place.ts",
  ],
  ["a file that others import", "src/one.ts", null, "src/all.ts"],
  [
    "where a package.json leads",
    "package.json",
    JSON.stringify({
      name: "x",
      type: "module",
      imports: { "#mapped": "./src/mapped-two.ts", "#led": "./src/mapped-one.ts" },
    }),
    "src/uses-mapped.ts",
  ],
  ["data", "src/data.json", '{ "count": "1" }\n', "src/uses-data.ts"],
  [
    "a type in a comment",
    "src/plain.js",
    '/** @returns {string} */\nexport function plain() {\n  return "1";\n}\n',
    "src/uses-plain.ts",
  ],
  [
    "the types of a package",
    "node_modules/thing/index.d.ts",
    "export declare const thing: string;\n",
    "src/uses-thing.ts",
  ],
  [
    "the types that a package makes global",
    "node_modules/@types/thing/index.d.ts",
    "declare const THING: string;\n",
    "src/uses-types.ts",
  ],
  ["a new file", "src/new.ts", 'export const n: number = "n";\n', "src/new.ts"],
  ["the configuration", "tsconfig.json", CONFIG.replace('["thing"]', "[]"), "src/uses-types.ts"],
];

/** What declaration files leave out, and others see all the same: before it changes, then, and who uses it. */
const HIDDEN: Readonly<Record<string, readonly [before: string, after: string, use: string]>> = {
  "a private member that a test looks at": [
    "export class It {\n  private x: number = 1;\n}\n",
    'export class It {\n  private x: string = "s";\n}\n',
    'new It()["x"]',
  ],
  "a private member that has the type of a parameter": [
    "export class It<T> {\n  #x?: number;\n  is(value: T | number): void {\n    void [value, this.#x];\n  }\n}\n",
    "export class It<T> {\n  #x?: (value: T) => T;\n  is(value: T | number): void {\n    void [value, this.#x];\n  }\n}\n",
    "(new It<1>() satisfies It<1 | 2>, 1)",
  ],
  "a member without a plain name": [
    'export function It(): void {}\nIt["a-b"] = 1;\n',
    'export function It(): void {}\nIt["a-b"] = "s";\n',
    'It["a-b"]',
  ],
  "what is marked as internal": [
    "/** @internal */\nexport const It = 1;\nexport const other = 1;\n",
    '/** @internal */\nexport const It = "s";\nexport const other = 1;\n',
    "It",
  ],
  "an enum that is only declared": [
    "export const enum It {\n  a = 1,\n}\n",
    "export declare const enum It {\n  a = 1,\n}\n",
    "It.a",
  ],
};

beforeAll(() => void installTools(), 600_000);

describe("a type check that goes on from its last run finds what one from nothing finds", () => {
  it("a type check that goes on from its last run finds what one from nothing finds whatever was changed", async () => {
    const rig = rigOf(FILES);
    const put = (path: string, text: string | null): void =>
      text === null ? rmSync(join(rig.root, path)) : rig.write(path, text);
    const find = () => findIn(rig);
    const isKept = (): boolean =>
      readdirSync(join(rig.root, ".verification-cache")).some((name) => name.startsWith("increment-"));
    expect(await find()).toEqual([]);
    for (const [what, path, text, wrong] of CHANGES) {
      expect([what, isKept()]).toEqual([what, true]);
      put(path, text);
      const found = await find();
      expect([what, ...found]).toContainEqual(expect.stringContaining(`${wrong} `));
      put(path, FILES[path] ?? null);
    }
    // What was found from nothing is what the next one goes on from.
    rig.write("src/one.ts", "export const one = 2;\n");
    expect(await find()).toEqual([]);
    rig.write("src/one.ts", 'export const one = "2";\n');
    expect(await find()).toContainEqual(expect.stringContaining("src/uses-all.ts "));
  });

  it("a type check that goes on from its last run finds what one from nothing finds, also what declarations do not show, once a file was edited before", async () => {
    const cases = Object.entries(HIDDEN);
    const compilerOptions = { strict: true, target: "es2022", stripInternal: true, isolatedModules: true };
    const rig = rigOf({
      "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }),
      "package.json": "{}\n",
      ".gitignore": "node_modules\n",
    });
    for (const [at, [, [before, , use]]] of cases.entries()) {
      rig.write(`src/it-${at}.ts`, before);
      rig.write(`src/passes-${at}.ts`, `export * from "./it-${at}";\n`);
      rig.write(
        `src/uses-${at}.ts`,
        `import { It } from "./passes-${at}";\nexport const n: number = ${use};\n`,
      );
    }
    expect(await findIn(rig)).toEqual([]);
    for (const [at, [, [before]]] of cases.entries()) rig.write(`src/it-${at}.ts`, `// Edited.\n${before}`);
    expect(await findIn(rig)).toEqual([]);
    for (const [at, [what, [before, after]]] of cases.entries()) {
      rig.write(`src/it-${at}.ts`, after);
      expect([what, ...(await findIn(rig))]).toContainEqual(expect.stringContaining(`src/uses-${at}.ts `));
      rig.write(`src/it-${at}.ts`, `// Edited.\n${before}`);
    }
  });
});

function rigOf(files: Readonly<Record<string, string>>): Rig {
  const rig = new Rig({ trace: "on" });
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  mkdirSync(join(rig.root, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(installTools(), "typescript"), join(rig.root, "node_modules/typescript"));
  symlinkSync("../typescript/bin/tsc", join(rig.root, "node_modules/.bin/tsc"));
  rig.checks({ name: "types", uses: "tsc" });
  rig.commitAll();
  return rig;
}

async function findIn(rig: Rig): Promise<readonly string[]> {
  return findingsIn((await rig.verification(["--json"])).stdout);
}

function findingsIn(stdout: string): readonly string[] {
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly file: string; readonly code: string }[];
  };
  return findings.map(({ file, code }) => `${file} ${code}`);
}

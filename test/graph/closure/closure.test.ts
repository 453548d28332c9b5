import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createClosures } from "../../../src/graph/closure/closure.ts";
import { FileGraph, type FileNode } from "../../../src/graph/file-graph.ts";
import { isRead } from "../../../src/graph/is-read.ts";
import { toFiles } from "../../../src/graph/resolve/resolution.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import {
  buildModules,
  leads,
  moduleName,
  type RandomModules,
  randomModules,
  walk,
} from "../random-modules.ts";
import { type GraphOf, graphOf, p } from "../repository.ts";

function isOpen(modules: RandomModules, index: number): boolean {
  const { reachesOut, beyond } = modules[index] as RandomModules[number];
  return reachesOut || beyond.includes("out") || leads(modules, index).includes(modules.length);
}

describe("in any graph", () => {
  /** Modules, and the order in which they are asked about. */
  const asked = randomModules.chain((modules) =>
    fc.tuple(fc.constant(modules), fc.shuffledSubarray([...modules.keys()])),
  );

  test("a closure is what a walk along the imports finds", () => {
    fc.assert(
      fc.property(asked, ([modules, order]) => {
        const closures = createClosures(buildModules(modules).graph, isRead);
        for (const index of order) {
          const set = closures.of(moduleName(index));
          const expected = walk(modules, index).map(moduleName).sort();
          expect([...set].sort()).toEqual(expected);
          expect(set.size).toBe(expected.length);
          for (const other of modules.keys())
            expect(set.has(moduleName(other))).toBe(expected.includes(moduleName(other)));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a file is open exactly if something in its closure is, and is told of its own opening first", () => {
    fc.assert(
      fc.property(asked, ([modules, order]) => {
        const closures = createClosures(buildModules(modules).graph, isRead);
        for (const index of order) {
          const open = walk(modules, index).filter((one) => isOpen(modules, one));
          const opening = closures.opening(moduleName(index));
          expect(opening === null).toBe(open.length === 0);
          if (opening === null) continue;
          const own = isOpen(modules, index);
          expect((own ? [index] : open).map(moduleName)).toContain(opening.file);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("the packages are those of all files in the closure", () => {
    fc.assert(
      fc.property(asked, ([modules, order]) => {
        const closures = createClosures(buildModules(modules).graph, isRead);
        for (const index of order) {
          const named = walk(modules, index).flatMap((one) => modules[one]?.beyond ?? []);
          const packages = new Set(named.filter((name) => name !== "out"));
          expect([...closures.packages(moduleName(index))].sort()).toEqual([...packages].sort());
        }
      }),
    );
  });

  test("answers do not depend on what was asked before", () => {
    fc.assert(
      fc.property(asked, ([modules, order]) => {
        const { graph } = buildModules(modules);
        const closures = createClosures(graph, isRead);
        for (const path of order.map(moduleName)) {
          const fresh = createClosures(graph, isRead);
          expect(closures.opening(path)).toEqual(fresh.opening(path));
          expect(new Set(closures.of(path))).toEqual(new Set(fresh.of(path)));
        }
      }),
    );
  });
});

test("each file is looked at once, whoever leads to it, and none that nobody leads to", () => {
  const size = 2000;
  const nodes = new Map<RepoPath, FileNode>();
  for (let index = 0; index < size; index += 1) {
    // Every file leads to a few later ones, and now and then back.
    const targets = [index + 1, index + 7, index % 100 === 99 ? index - 9 : index + 30];
    const references = targets
      .filter((target) => target < size)
      .map((target) => ({
        reference: {
          kind: "module",
          specifier: `./${target}`,
          type: "import",
          strength: "strong",
          line: 1,
        } as const,
        resolution: toFiles([p(`${target}.ts`)]),
      }));
    const extraction = {
      references: references.map((one) => one.reference),
      outline: { kind: "module", exports: [], exportsFrom: [], complete: true } as const,
      structure: { kind: "content" } as const,
    };
    nodes.set(p(`${index}.ts`), { extraction, references, words: [] });
  }
  const looked: RepoPath[] = [];
  const closures = createClosures(new FileGraph(nodes), (path) => {
    looked.push(path);
    return true;
  });
  for (let index = size - 1; index >= 1000; index -= 1) {
    expect(closures.opening(p(`${index}.ts`))).toBeNull();
    expect(closures.of(p(`${index}.ts`)).has(p(`${size - 1}.ts`))).toBe(true);
  }
  expect(looked).toHaveLength(new Set(looked).size);
  expect(looked).not.toContain("0.ts");
});

test("a closure can be walked as any set can", () => {
  const chain = [0, 1, 2].map((index) => ({
    content: "",
    edges: index < 2 ? [{ to: index + 1, way: "import" as const }] : [],
    reachesOut: false,
    beyond: [],
  }));
  const closures = createClosures(buildModules(chain).graph, isRead);
  const set = closures.of(moduleName(1));
  const each: RepoPath[] = [];
  set.forEach((path, again, same) => {
    if (path === again && same === set) each.push(path);
  });
  expect(each.sort()).toEqual([moduleName(1), moduleName(2)]);
  expect([...set.keys()]).toEqual([...set.values()]);
  expect([...set.entries()]).toEqual([...set].map((path) => [path, path]));
  // What is looked at later does not get into it.
  closures.of(moduleName(0));
  expect([set.has(moduleName(0)), set.has(p("nothing.ts"))]).toEqual([false, false]);
  expect(closures.of(moduleName(1))).toBe(set);
});

async function look(options: GraphOf): Promise<{
  readonly of: readonly string[];
  readonly why: string | null;
  readonly file: string | undefined;
  readonly packages: readonly string[];
}> {
  const { graph } = await graphOf(options);
  const closures = createClosures(graph, isRead);
  const opening = closures.opening(p("a.test.ts"));
  return {
    of: [...closures.of(p("a.test.ts"))].sort().slice(1),
    why: opening?.why ?? null,
    file: opening?.file,
    packages: [...closures.packages(p("a.test.ts"))].sort(),
  };
}

const INSTALLED = {
  "node_modules/react/package.json": '{"name":"react"}',
  "node_modules/react/index.js": "",
};

describe("a closed file leads to", () => {
  test.each<[string, GraphOf, readonly string[]]>([
    [
      "what it imports, exports again, requires and imports later",
      {
        files: {
          "a.test.ts": "import './b'; export * from './c'; require('./d'); await import('./e')",
          "b.ts": "import './f'",
          "c.ts": "",
          "d.js": "",
          "e.ts": "",
          "f.ts": "import './b'",
        },
      },
      ["b.ts", "c.ts", "d.js", "e.ts", "f.ts"],
    ],
    [
      "every file that a pattern can name",
      {
        files: {
          "a.test.ts": "import(`./locales/${name}.ts`)",
          "locales/de.ts": "",
          "locales/en.ts": "",
          "b.ts": "",
        },
      },
      ["locales/de.ts", "locales/en.ts"],
    ],
    [
      "no types and no declarations",
      {
        files: {
          "a.test.ts": "import type { B } from './b'; import { C } from './c'; import { D } from './d.js'",
          "b.ts": "",
          "c.d.ts": "import './e'",
          "d.d.ts": "import './e'",
          "d.js": "",
          "e.ts": "import fs from 'fs'",
        },
      },
      ["d.js"],
    ],
    [
      "an import of nothing but types that are marked one by one, which may be loaded",
      { files: { "a.test.ts": "import { type B } from './b'", "b.ts": "" } },
      ["b.ts"],
    ],
    [
      "no strings and no comments",
      {
        files: {
          "a.test.ts": "const b = './b.ts'; // import './c.ts'\n/** @type {import('./d').D} */ let d",
          "b.ts": "",
          "c.ts": "",
          "d.ts": "",
        },
      },
      [],
    ],
    [
      "what a mock names, also where only its types are imported, and not what lies in __mocks__",
      {
        files: {
          "a.test.ts":
            "import type { C } from './c'; vi.mock('./b'); vi.mock('./c', () => ({})); vi.mock('./gone')",
          "b.ts": "",
          "c.ts": "",
          "__mocks__/b.ts": "import fs from 'fs'",
        },
      },
      ["b.ts", "c.ts"],
    ],
    [
      "data, pictures and style sheets, and to nothing that data names",
      {
        files: {
          "a.test.ts":
            "import './b.json'; import './c.png'; import './d.svg'; import './e.css'; import './g.md?raw'",
          "b.json": '{ "main": "./z.ts", "$ref": "./z.ts" }',
          "c.png": "",
          "d.svg": "<svg/>",
          "e.css": "@import './f.css'; a { background: url(./c.png) }",
          "f.css": "",
          "g.md": "[z](./z.ts)",
          "z.ts": "import fs from 'fs'",
        },
      },
      ["b.json", "c.png", "d.svg", "e.css", "f.css", "g.md"],
    ],
    [
      "a file of the tree that bears the name of a package that reads files",
      {
        files: {
          "a.test.ts": "import glob from 'glob'",
          "package.json": '{ "name": "glob", "exports": "./index.js" }',
          "index.js": "",
        },
      },
      ["index.js"],
    ],
    [
      "a file that is named by its place, and no further where it is not there",
      {
        files: {
          "a.test.ts": "new URL('./b.txt', import.meta.url); new URL('./c/', import.meta.url)",
          "b.txt": "",
        },
      },
      ["b.txt"],
    ],
  ])("a closed file leads to %s", async (_, options, expected) => {
    expect(await look(options)).toMatchObject({ why: null, of: expected });
  });

  test("a closed file leads to packages, installed or only declared", async () => {
    const found = await look({
      files: {
        "a.test.ts":
          "import 'react'; import 'declared/part'; import '@types/node'; import 'node:path'; import './b'",
        "b.ts": "import type {} from 'only-types'; import 'data:text/javascript,1'",
        "package.json": '{ "devDependencies": { "declared": "1", "@types/node": "1", "only-types": "1" } }',
      },
      ignored: INSTALLED,
    });
    expect(found).toMatchObject({ why: null, packages: ["@types/node", "declared", "react"] });
  });
});

describe("a file is open where", () => {
  test.each<[string, GraphOf, { readonly why: string; readonly file: string }]>([
    [
      "something that it imports reads files",
      { files: { "a.test.ts": "import './b'", "b.ts": "import './c'", "c.ts": "import fs from 'fs'" } },
      { why: "it uses node:fs", file: "c.ts" },
    ],
    [
      "an import does not resolve",
      { files: { "a.test.ts": "import './b'" } },
      { why: "./b does not resolve", file: "a.test.ts" },
    ],
    [
      "only a bundler knows an alias",
      { files: { "a.test.ts": "import '@/b'", "package.json": "{}" } },
      { why: "@/b does not resolve", file: "a.test.ts" },
    ],
    [
      "a bare name is no declared package",
      { files: { "a.test.ts": "import 'components/b'", "package.json": "{}" } },
      { why: "components/b does not resolve", file: "a.test.ts" },
    ],
    [
      "a pattern starts nobody knows where",
      { files: { "a.test.ts": "import(`@/pages/${name}`)" } },
      { why: "it imports by a computed name (@/pages/*)", file: "a.test.ts" },
    ],
    [
      "a module is generated",
      { files: { "a.test.ts": "import './b'" }, ignored: { "b.ts": "" } },
      { why: "b.ts is not tracked by git", file: "a.test.ts" },
    ],
    [
      "a module is made by a plugin",
      { files: { "a.test.ts": "import 'virtual:b'" } },
      { why: "virtual:b is made by a bundler", file: "a.test.ts" },
    ],
    [
      "a component is in a language that is not read",
      { files: { "a.test.ts": "import './b.mdx'", "b.mdx": "# b" } },
      { why: "its language is not read", file: "b.mdx" },
    ],
    [
      "a component is compiled",
      { files: { "a.test.ts": "import './b.vue'", "b.vue": "<template/>" } },
      { why: "what it is compiled to is not read", file: "b.vue" },
    ],
    [
      "a script is started",
      { files: { "a.test.ts": "import './b.sh'", "b.sh": "echo b" } },
      { why: "what it starts and reads is not known", file: "b.sh" },
    ],
    [
      "a document is made a module",
      { files: { "a.test.ts": "import './b.md'", "b.md": "# b" } },
      { why: "what ./b.md is turned into is not read", file: "a.test.ts" },
    ],
    [
      "a name leads to nothing but declarations",
      {
        files: {
          "a.test.ts": "import 'own'",
          "package.json": '{ "name": "own", "exports": { "types": "./own.d.ts" } }',
          "own.d.ts": "",
        },
      },
      { why: "own leads to types only", file: "a.test.ts" },
    ],
    [
      "it does not parse",
      { files: { "a.test.ts": "import './b'; let = = ;", "b.ts": "" } },
      { why: "it does not parse", file: "a.test.ts" },
    ],
    [
      "the style sheet is made from what the project holds",
      { files: { "a.test.ts": "import './b.css'", "b.css": "@tailwind base;" } },
      { why: "class names of the project", file: "b.css" },
    ],
    ["it is not there", { files: { "b.ts": "" } }, { why: "it is not part of the tree", file: "a.test.ts" }],
  ])("a file is open where %s", async (_, options, expected) => {
    expect(await look(options)).toMatchObject(expected);
  });

  test("the nearest opening is told", async () => {
    const { graph } = await graphOf({
      files: {
        "a.ts": "import './b'; import './d'",
        "b.ts": "import './c'",
        "c.ts": "eval(x)",
        "d.ts": "\nimport { execa } from 'execa'",
      },
    });
    const opening = createClosures(graph, isRead).opening(p("a.ts"));
    expect(opening).toEqual({ file: "d.ts", line: 2, why: "it starts programs with execa" });
  });
});

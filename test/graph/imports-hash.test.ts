import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDiffNodes } from "../../src/graph/closure/diff-nodes.ts";
import type { NodeHash } from "../../src/graph/closure/merkle-node.ts";
import { computeHashes, type GraphHashes } from "../../src/graph/closure/merkle.ts";
import {
  buildModules,
  editedModules,
  leads,
  moduleName,
  type RandomModules,
  walk,
} from "./random-modules.ts";
import { graphOf, p } from "./repository.ts";

function hashesOf(modules: RandomModules): GraphHashes {
  const { graph, snapshot } = buildModules(modules);
  return computeHashes(graph, snapshot);
}

/** All that the hash of a module must cover, spelled out. */
function covered(modules: RandomModules, start: number): string {
  const files = walk(modules, start).map((index) => {
    const { content, beyond } = modules[index] as RandomModules[number];
    return [index, content, leadsOn(modules, index), beyond];
  });
  return JSON.stringify(files.sort());
}

/** Where its imports lead but to itself; whether there is a file is a part of it. */
function leadsOn(modules: RandomModules, index: number): readonly unknown[] {
  const others = leads(modules, index).filter((to) => to !== index);
  return others.sort((a, b) => a - b).map((to) => [to, to < modules.length]);
}

describe("the hash of imports", () => {
  test("changes exactly if something in the closure changed, or where an import leads", () => {
    fc.assert(
      fc.property(editedModules, ([before, after]) => {
        const [one, other] = [hashesOf(before), hashesOf(after)];
        for (const index of before.keys()) {
          const same = covered(before, index) === covered(after, index);
          expect(one.imports(moduleName(index)) === other.imports(moduleName(index))).toBe(same);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("the hash of imports of what a module depends on does not cover the module itself", () => {
    const around = (modules: RandomModules, index: number): string =>
      JSON.stringify([
        leadsOn(modules, index),
        modules[index]?.beyond,
        leads(modules, index)
          .filter((to) => to !== index && to < modules.length)
          .sort((a, b) => a - b)
          .map((to) => covered(modules, to)),
      ]);
    fc.assert(
      fc.property(editedModules, ([before, after]) => {
        const [one, other] = [hashesOf(before), hashesOf(after)];
        for (const index of before.keys()) {
          const same = around(before, index) === around(after, index);
          const path = moduleName(index);
          expect(one.dependenciesOf(path, "imports") === other.dependenciesOf(path, "imports")).toBe(same);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("has a difference that is real wherever it differs", () => {
    fc.assert(
      fc.property(editedModules, ([before, after]) => {
        const [one, other] = [hashesOf(before), hashesOf(after)];
        const lookup = (hash: NodeHash) => one.node(hash) ?? other.node(hash);
        for (const index of before.keys()) {
          const [from, to] = [one, other].map((each) => each.dependenciesOf(moduleName(index), "imports"));
          const difference = createDiffNodes(lookup)(from as NodeHash, to as NodeHash);
          expect(difference === null).toBe(from === to);
          if (difference === null || difference.path === null) continue;
          const place = Number(difference.path.slice(1, 3));
          expect(walk(after, index)).toContain(place);
          expect(before[place]).not.toEqual(after[place]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

async function importsOf(files: Readonly<Record<string, string>>, ignored = {}): Promise<NodeHash> {
  const { graph, snapshot } = await graphOf({ files, ignored });
  return computeHashes(graph, snapshot).dependenciesOf(p("a.ts"), "imports");
}

describe("in a real tree the hash of imports", () => {
  const files = {
    "a.ts": "import './b'; import './data.json'; import type { T } from './t'; const s = './s.ts'",
    "b.js": "export * from './c.js'",
    "c.js": "",
    "data.json": '{ "file": "./s.ts" }',
    "t.ts": "export type T = 1",
    "s.ts": "",
    "package.json": "{}",
    "README.md": "[b](./b.js)",
  };

  test.each([
    ["an imported file", { "c.js": "1" }],
    ["imported data", { "data.json": '{ "file": "./t.ts" }' }],
    ["an added file that an import now leads to", { "b.ts": "" }],
    ["a file that is gone", { "c.js": undefined }],
  ])("changes with %s", async (_, change) => {
    const entries = Object.entries({ ...files, ...change }).filter(([, text]) => text !== undefined);
    expect(await importsOf(Object.fromEntries(entries) as typeof files)).not.toBe(await importsOf(files));
  });

  test("changes where generated code takes the place of what is missing", async () => {
    const { "b.js": _, ...rest } = files;
    expect(await importsOf(rest, { "b.js": "" })).not.toBe(await importsOf(rest));
  });

  test.each([
    ["a type", { "t.ts": "export type T = 2" }],
    ["what a string names, here or in data", { "s.ts": "1" }],
    ["declarations of what is imported", { "b.d.ts": "export {}" }],
    ["a package.json or a document", { "package.json": '{ "version": "2" }', "README.md": "" }],
  ])("does not change with %s", async (_, change) => {
    expect(await importsOf({ ...files, ...change })).toBe(await importsOf(files));
  });
});

import { describe, expect, test } from "vitest";
import type { HashKind } from "../../src/graph/closure/hash-files.ts";
import { computeHashes } from "../../src/graph/closure/merkle.ts";
import { graphOf, p } from "./repository.ts";

const files = {
  "a.ts": "import { f } from './b'; f()",
  "b.ts": "import { g } from './c'; import type { T } from './t'; export function f(): T { return g() }",
  "c.ts": "export function g(): number { return 1 }",
  "t.ts": "export type T = number",
  "doc.md": "[to](other.md#part)",
  "other.md": "# Part\n\nText.",
  "use.ts": "import data from './data.json'; data.a",
  "data.json": '{"a": 1}',
};

async function dependencies(path: string, kind: HashKind, edits: Record<string, string>): Promise<string> {
  const { graph, snapshot } = await graphOf({ files: { ...files, ...edits } });
  return computeHashes(graph, snapshot).dependenciesOf(p(path), kind);
}

describe("what a file depends on", () => {
  test.each([
    ["a body", "a.ts", { "b.ts": files["b.ts"].replace("return g()", "return g() + 1") }],
    ["what a body calls", "a.ts", { "c.ts": "export function g(): string { return '' }" }],
    ["text under a heading", "doc.md", { "other.md": "# Part\n\nOther text." }],
    ["a value", "use.ts", { "data.json": '{"a": 2}' }],
  ])("changes in content but not in structure with %s", async (_, path, edits) => {
    expect(await dependencies(path, "structure", edits)).toBe(await dependencies(path, "structure", {}));
    expect(await dependencies(path, "content", edits)).not.toBe(await dependencies(path, "content", {}));
  });

  test.each([
    ["a type that a signature names", "a.ts", { "t.ts": "export type T = string" }],
    ["a signature", "a.ts", { "b.ts": files["b.ts"].replace("f()", "f(a?: number)") }],
    ["a heading", "doc.md", { "other.md": "# Parts\n\nText." }],
    ["a key", "use.ts", { "data.json": '{"b": 1}' }],
    ["the type of a value", "use.ts", { "data.json": '{"a": "1"}' }],
    ["a file in the way", "a.ts", { "b.tsx": "export const f = 1", "b.ts": "", "b/index.ts": "" }],
  ])("changes in both with %s", async (_, path, edits) => {
    expect(await dependencies(path, "structure", edits)).not.toBe(await dependencies(path, "structure", {}));
    expect(await dependencies(path, "content", edits)).not.toBe(await dependencies(path, "content", {}));
  });

  const modules = {
    "m.ts":
      "import { x, y, z, all, one, two } from './barrel'; import d from './barrel'; [x, y, z, all, one, two, d]",
    "barrel.ts": `export * from './x'; export { y } from './y'; import { z } from './z'; export { z };
      import * as all from './all'; export { all }; export * as one from './one';
      import * as d from './d'; export default d; import { used } from './used'; export const two = used;`,
    ...Object.fromEntries(
      ["x", "y", "z", "all", "one", "d"].map((name) => [`${name}.ts`, `export const ${name} = 1`]),
    ),
    "used.ts": "export const used = 1",
  };
  test.each(["x", "y", "z", "all", "one", "d"])(
    "changes for rules about exports with what %s exports, whose names are exported again",
    async (name) => {
      const edits = { [`${name}.ts`]: `export const ${name} = 1; export const more = 1` };
      const before = await dependencies("m.ts", "exports", modules);
      expect(await dependencies("m.ts", "exports", { ...modules, ...edits })).not.toBe(before);
    },
  );

  test("changes for rules about circles, but not about exports, with what an imported module imports", async () => {
    const edited = { ...modules, "used.ts": "export const used = 1; export const more = 1" };
    expect(await dependencies("m.ts", "exports", edited)).toBe(
      await dependencies("m.ts", "exports", modules),
    );
    expect(await dependencies("m.ts", "chains", edited)).not.toBe(
      await dependencies("m.ts", "chains", modules),
    );
  });

  test("does not change with the file itself, or with what it does not reach", async () => {
    const edits = { "a.ts": `${files["a.ts"]} // more`, "doc.md": "", "new.ts": "export {}" };
    expect(await dependencies("a.ts", "content", edits)).toBe(await dependencies("a.ts", "content", {}));
  });
});

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../../src/graph/build.ts";
import { createMemoryExtractionCache } from "../memory-extractions.ts";
import { edges, graphOf, p, snapshotOf, writeFiles } from "../repository.ts";

describe("what lies beyond the repository is named, so that its content can count", () => {
  async function beyond(text: string, path = "r/src/a.ts"): Promise<readonly string[]> {
    const above = writeFiles({
      "shared/x.ts": "",
      "shared/my.txt": "",
      "shared/pkg/index.js": "",
      [path]: "",
    });
    mkdirSync(join(above, "r/node_modules"), { recursive: true });
    symlinkSync("../../shared/pkg", join(above, "r/node_modules/linked"));
    const name = path.slice(2);
    const source = text.replaceAll("ABOVE", above);
    const graph = await buildGraph({
      snapshot: snapshotOf(join(above, "r"), { [name]: source }),
      read: () => Buffer.from(source),
      extractions: createMemoryExtractionCache(),
    });
    return graph.outside(p(name));
  }

  test.each([
    ["a relative import", "import '../../shared/x'", ["../shared/x.ts"]],
    ["an absolute import", "import 'ABOVE/shared/x.ts'", ["../shared/x.ts"]],
    ["an address of a file", "import 'file://ABOVE/shared/x.ts'", ["../shared/x.ts"]],
    ["a linked package", "import 'linked'", ["../shared/pkg/index.js"]],
    ["a string", "read('../../shared/my.txt')", ["../shared/my.txt"]],
    ["nothing", "import '../../shared/y'; import 'ABOVE/z'; read('../../shared/z.txt')", []],
  ])(
    "what lies beyond the repository is named, so that its content can count: %s",
    async (_, text, expected) => {
      expect(await beyond(text)).toEqual(expected);
    },
  );

  test("what lies beyond the repository is named, so that its content can count in data and in documents", async () => {
    expect(await beyond('{"extends": "../shared/x.ts"}', "r/a.json")).toEqual(["../shared/x.ts"]);
    expect(await beyond('{"extends": "ABOVE/shared/x.ts"}', "r/a.json")).toEqual(["../shared/x.ts"]);
    expect(await beyond("[x](../shared/x.ts)", "r/a.md")).toEqual(["../shared/x.ts"]);
  });
});

test("a repository may itself lie in a directory of packages", async () => {
  const above = writeFiles({
    "node_modules/r/a.ts": "import './b'",
    "node_modules/r/b/package.json": '{"main":"c.js"}',
    "node_modules/r/b/c.js": "",
  });
  const files = { "a.ts": "import './b'", "b/package.json": '{"main":"c.js"}', "b/c.js": "" };
  const graph = await buildGraph({
    snapshot: snapshotOf(join(above, "node_modules/r"), files),
    read: (path) => Buffer.from(files[path as keyof typeof files]),
    extractions: createMemoryExtractionCache(),
  });
  expect(edges(graph, "a.ts")).toEqual(["b/c.js"]);
});

test("a name that no file can have is no file", async () => {
  const { graph } = await graphOf({ files: { "a.ts": `import './${"x".repeat(5000)}'; import './a\\0b'` } });
  expect(graph.unresolved(p("a.ts"))).toHaveLength(2);
});

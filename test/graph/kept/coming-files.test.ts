import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../../src/graph/build.ts";
import type { ExtractionCache } from "../../../src/graph/extraction-cache.ts";
import type { FileGraph } from "../../../src/graph/file-graph.ts";
import { listEntryWords } from "../../../src/graph/kept/entry-words.ts";
import { packGraph } from "../../../src/graph/kept/kept-nodes.ts";
import { findConcerned } from "../../../src/graph/kept/find-concerned.ts";
import { graphFromBytes, type PackedGraph, graphToBytes } from "../../../src/graph/kept/packed-graph.ts";
import { renumberGraph } from "../../../src/graph/kept/renumber-graph.ts";
import { reopenGraph, type ReopenedGraph } from "../../../src/graph/kept/reopen-graph.ts";
import type { ContentId, RepoPath } from "../../../src/vocabulary/tree/path.ts";
import type { Snapshot } from "../../../src/vocabulary/tree/snapshot.ts";
import { createMemoryExtractionCache } from "../memory-extractions.ts";
import { snapshotOf, writeFiles } from "../repository.ts";

type Files = Readonly<Record<string, string>>;

/** What is always there, and says where imports lead. */
const AROUND: Files = {
  "package.json": '{ "name": "root", "workspaces": ["packages/*"], "imports": { "#x": "./src/x.ts" } }',
  "packages/one/package.json": '{ "name": "one", "main": "./dist/main.js" }',
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"], "~api": ["./src/api"] } } }',
  "vite.config.ts":
    'import { resolve } from "node:path";\nexport default { resolve: { alias: { $lib: resolve(__dirname, "src/lib") } } };',
};
/** What comes and goes: every way in which a name can stand for a file. */
const COMING = [
  "src/m0.ts",
  "src/m0.d.ts",
  "src/m1.js",
  "src/m1.tsx",
  "src/dir/index.ts",
  "src/dir/deep/x.ts",
  "src/dir.ts",
  "src/lib/index.ts",
  "src/lib/a.ts",
  "src/data.json",
  "src/_part.scss",
  "src/part/_index.scss",
  "docs/README.md",
  "docs/page.md",
  "index.ts",
  "tool/mod.py",
  "tool/pack/__init__.py",
  "packages/one/src/index.ts",
  "packages/one/util.ts",
];
const LINES = [
  'import "./m0";',
  'import "./m0.js";',
  'export * from "./m1";',
  'import "./dir";',
  'import "./dir/deep/x";',
  'import "@/m0";',
  'import "@/dir";',
  'import "~api";',
  'import "#x";',
  'import "$lib";',
  'import "$lib/a";',
  'import "one";',
  'import "..";',
  'import data from "./data.json";',
  "await import(`./dir/${name}.ts`);",
  'import.meta.glob("./lib/*.ts");',
  'readFileSync("src/data.json");',
  'readdirSync("docs");',
  'new URL("./m0.ts", import.meta.url);',
  'import { a } from "./m0";\nreadFileSync(`${a}/x`);',
  "export {};",
];
const REFERRING: Readonly<Record<string, readonly string[]>> = {
  "src/a.ts": LINES,
  "src/b.ts": LINES,
  "src/style.scss": ['@use "part";', '@import "./part";', "a { b: c }"],
  "docs/links.md": ["[m0](../src/m0.ts)", "[docs](./)", "[src](../src)", "[page](page.md)", "text"],
  "tool/run.py": ["import mod", "from pack import x", "from . import mod", "import os"],
  "notes.yml": ["file: src/data.json", "dir: docs", "x: 1"],
};

const referring = fc.record(
  Object.fromEntries(
    Object.entries(REFERRING).map(([path, lines]) => [
      path,
      fc
        .array(fc.constantFrom(...lines), { maxLength: 4 })
        .map((chosen) => [...chosen, ...(path.endsWith(".ts") ? ["export {};"] : [])].join("\n")),
    ]),
  ),
);
const present = fc.subarray(COMING);

interface Laid {
  readonly root: string;
  readonly snapshot: Snapshot;
  readonly extractions: ExtractionCache;
  readonly graph: FileGraph;
}

async function lay(given: Files, names: readonly string[], before?: Laid): Promise<Laid> {
  const coming = Object.fromEntries(names.map((name) => [name, contentOf(name)]));
  const all = { ...AROUND, ...given, ...coming };
  const root = before?.root ?? writeFiles(all);
  for (const path of before?.snapshot.files.keys() ?? []) if (!(path in all)) rmSync(join(root, path));
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const snapshot = snapshotOf(root, all);
  const extractions = before?.extractions ?? createMemoryExtractionCache();
  const graph = await buildGraph({ snapshot, read: reader(root), extractions });
  return { root, snapshot, extractions, graph };
}

function contentOf(name: string): string {
  if (name.endsWith(".d.ts")) return "export {};";
  if (/\.[jt]sx?$/.test(name)) return `import "./other";\nexport const a = "${name}";\n`;
  return name.endsWith(".json") ? "{}" : "";
}

function reader(root: string): (path: RepoPath) => Buffer {
  return (path) => readFileSync(join(root, path));
}

function pack({ graph, root, snapshot }: Laid): PackedGraph {
  const read = (absolute: string): string | undefined => {
    try {
      return readFileSync(absolute, "utf8");
    } catch {
      return undefined;
    }
  };
  const entries = listEntryWords({ root, paths: [...snapshot.files.keys()], read });
  return packGraph(graph, entries) as PackedGraph;
}

/** As a run opens it. */
async function reopen(
  kept: PackedGraph,
  first: Laid,
  second: Laid,
): Promise<ReopenedGraph | { why: string }> {
  const packed = graphFromBytes(graphToBytes(kept));
  const [paths, after] = [first, second].map(({ snapshot }) => [...snapshot.files.keys()].sort());
  const changed = new Map<RepoPath, ContentId>();
  const went = new Map<RepoPath, ContentId>();
  for (const [path, { id }] of first.snapshot.files) {
    const now = second.snapshot.files.get(path)?.id;
    if (now === undefined) went.set(path, id);
    else if (now !== id) changed.set(path, id);
  }
  const came = (after ?? []).filter((path) => !first.snapshot.files.has(path));
  const concerned = findConcerned(packed, { paths: paths ?? [], came, went: [...went.keys()] });
  if ("why" in concerned) return concerned;
  return reopenGraph({
    packed: renumberGraph(packed, paths ?? [], after ?? []),
    paths: after ?? [],
    changed,
    came,
    went,
    concerned,
    decides: (path) => /(?:package|tsconfig)\.json$/.test(path),
    snapshot: second.snapshot,
    read: reader(second.root),
    extractions: second.extractions,
  });
}

function describeNodes(graph: FileGraph): unknown {
  return graph.paths.map((path) => [path, graph.node(path), graph.dependents(path)]);
}

describe("a graph that was kept", () => {
  test("is the graph that is built again, whatever files came, went or changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        referring,
        referring,
        present,
        present,
        present,
        async (one, two, before, after, last) => {
          const first = await lay(one, before);
          const second = await lay({ ...one, "src/b.ts": two["src/b.ts"] ?? "" }, after, first);
          const reopened = await reopen(pack(first), first, second);
          if ("why" in reopened) throw new Error(reopened.why);
          expect(describeNodes(reopened.graph)).toEqual(describeNodes(second.graph));
          const third = await lay(two, last, second);
          const again = await reopen(reopened.nodes.repack() ?? pack(first), second, third);
          if ("why" in again) throw new Error(again.why);
          expect(describeNodes(again.graph)).toEqual(describeNodes(third.graph));
        },
      ),
      { numRuns: 120 },
    );
  });

  test.each(["src/x.ts", "src/api.ts", "packages/one/dist/main.js"])(
    "is not opened where %s came or went, which a package or settings lead to",
    async (path) => {
      const one = { "src/a.ts": 'import "~api";\nimport "#x";\nimport "one";' };
      const first = await lay(one, []);
      const second = await lay(one, [path], first);
      const why = { why: `packages or settings may lead to ${path}` };
      expect(await reopen(pack(first), first, second)).toEqual(why);
      expect(await reopen(pack(second), second, await lay(one, [], second))).toEqual(why);
    },
  );

  test("is not opened where a file went that says where the rules of a configuration lead", async () => {
    const one = {
      "src/a.ts": 'import "#a/m0";',
      "conf/vite.config.ts":
        'import { resolve } from "node:path";\nimport { ROOT } from "../src/root";\nexport default { resolve: { alias: { "#a": resolve(ROOT, "x") } } };',
    };
    const root = {
      "src/root.ts": 'import path from "node:path";\nexport const ROOT = path.join(__dirname, "a");',
    };
    const first = await lay({ ...one, ...root }, []);
    const second = await lay(one, [], first);
    const why = { why: "conf/vite.config.ts decides what others mean" };
    expect(await reopen(pack(first), first, second)).toEqual(why);
    expect(await reopen(pack(second), second, await lay({ ...one, ...root }, [], second))).toEqual(why);
  });

  test("follows again only what a file that came can concern", async () => {
    const one = { "src/a.ts": 'import "./m0";', "src/b.ts": 'import "./m1";' };
    const first = await lay(one, ["src/m1.js"]);
    const second = await lay(one, ["src/m1.js", "src/m0.ts"], first);
    const came = ["src/m0.ts" as RepoPath];
    const paths = [...first.snapshot.files.keys()].sort();
    expect(findConcerned(pack(first), { paths, came, went: [] })).toEqual(new Set(["src/a.ts"]));
    const reopened = await reopen(pack(first), first, second);
    expect(reopened).not.toHaveProperty("why");
  });

  test.each([
    [
      "declares something for all others",
      "src/m0.d.ts",
      "declare global { interface Window { x: 1 } }\nexport {};",
    ],
    ["says where imports lead", "src/alias.ts", 'export const alias = { "#a": "./b" };'],
  ])("is not opened where a file came that %s", async (_, path, text) => {
    const first = await lay({ "src/a.ts": "export {};" }, []);
    const second = await lay({ "src/a.ts": "export {};", [path]: text }, [], first);
    expect(await reopen(pack(first), first, second)).toEqual({ why: `${path} decides what others mean` });
    expect(await reopen(pack(second), second, await lay({ "src/a.ts": "export {};" }, [], second))).toEqual({
      why: `${path} decides what others mean`,
    });
  });
});

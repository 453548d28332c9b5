import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../../src/graph/build.ts";
import { computeHashes } from "../../../src/graph/closure/merkle.ts";
import type { ExtractionCache } from "../../../src/graph/extraction-cache.ts";
import { type FileGraph, type FileNode, nodeTargets } from "../../../src/graph/file-graph.ts";
import { createHiddenAreas } from "../../../src/graph/hidden-reach.ts";
import { createIsRead } from "../../../src/graph/is-read.ts";
import { graphFromBytes, type PackedGraph, graphToBytes } from "../../../src/graph/kept/packed-graph.ts";
import { packGraph } from "../../../src/graph/kept/kept-nodes.ts";
import { reopenGraph, type ReopenedGraph } from "../../../src/graph/kept/reopen-graph.ts";
import { createNamedVariables } from "../../../src/graph/references/named-variables.ts";
import { createStartingPrograms } from "../../../src/graph/references/starting-programs.ts";
import { HAS_TRAIT, TRAITS } from "../../../src/graph/references/traits.ts";
import type { ContentId, RepoPath } from "../../../src/vocabulary/tree/path.ts";
import type { Snapshot } from "../../../src/vocabulary/tree/snapshot.ts";
import { createMemoryExtractionCache } from "../memory-extractions.ts";
import { p, snapshotOf, writeFiles } from "../repository.ts";

type Files = Readonly<Record<string, string>>;

/** What never changes: it decides where the imports of all others lead. */
const AROUND: Files = {
  "package.json": '{ "name": "root", "dependencies": { "react": "1" } }',
  "tsconfig.json": '{ "extends": "./base.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
  "docs/page.md": "# Page\n\n[code](../src/m0.ts)\n",
};
const NAMES = ["src/m0.ts", "src/m1.ts", "src/m2.ts", "src/m3.ts", "src/data.json", "docs/notes.md"];
const CODE = [
  'import "./m0.ts";',
  'import { value } from "@/m1";',
  'export * from "./m2.js";',
  'import type { T } from "./m3.ts";',
  'import "./missing.ts";',
  'import "react";',
  'import data from "./data.json";',
  "await import(name);",
  'execSync("node src/m3.ts");',
  "export const port = process.env.PORT;",
  'open("../docs/page.md");',
  'readFileSync("src/data.json");',
  "// nothing to see",
  "",
];
const GLOBAL = "declare global { interface Window { x: number } }\nexport {};";

const code = fc
  .array(fc.constantFrom(...CODE), { maxLength: 4 })
  .map((lines) => [...lines, "export {};"].join("\n"));
const json = fc.constantFrom('{ "a": 1 }', '{ "a": "./m1.ts" }', "{ broken");
const page = fc.constantFrom("# Notes", "[data](../src/data.json)", "[m0](../src/m0.ts#x)");
const files: fc.Arbitrary<Files> = fc.record(
  Object.fromEntries(
    NAMES.map((name) => [name, name.endsWith(".ts") ? code : name.endsWith(".json") ? json : page]),
  ),
);

interface Laid {
  readonly root: string;
  readonly files: Files;
  readonly snapshot: Snapshot;
  readonly extractions: ExtractionCache;
  readonly graph: FileGraph;
}

async function lay(given: Files, before?: Laid): Promise<Laid> {
  const all = { ...AROUND, ...given };
  const root = before?.root ?? writeFiles(all);
  for (const [path, text] of Object.entries(all)) writeFileSync(join(root, path), text);
  const snapshot = snapshotOf(root, all);
  const extractions = before?.extractions ?? createMemoryExtractionCache();
  const graph = await buildGraph({ snapshot, read: reader(root), extractions });
  return { root, files: all, snapshot, extractions, graph };
}

function reader(root: string): (path: RepoPath) => Buffer {
  return (path) => readFileSync(join(root, path));
}

function pack(graph: FileGraph): PackedGraph {
  return packGraph(graph, []) as PackedGraph;
}

async function reopen(
  packed: PackedGraph,
  [before, after]: readonly [Laid, Laid],
  extractions = after.extractions,
): Promise<ReopenedGraph | { readonly why: string }> {
  const changed = new Map<RepoPath, ContentId>();
  for (const [path, { id }] of before.snapshot.files)
    if (after.snapshot.files.get(path)?.id !== id) changed.set(path, id);
  return reopenGraph({
    packed: graphFromBytes(graphToBytes(packed)),
    paths: [...after.snapshot.files.keys()].sort(),
    changed,
    decides: (path) => /(?:package|tsconfig)\.json$/.test(path),
    snapshot: after.snapshot,
    read: reader(after.root),
    extractions,
  });
}

/** All that is ever asked of a graph. */
function describeGraph(graph: FileGraph, snapshot: Snapshot): unknown {
  const hashes = computeHashes(graph, snapshot);
  const isRead = createIsRead(graph, snapshot);
  const hidden = createHiddenAreas(graph, isRead, () => "");
  const starts = createStartingPrograms(graph);
  const variables = createNamedVariables(graph);
  // What is known without reading a node is what the node says.
  for (const path of graph.paths)
    expect(graph.dependencies(path)).toEqual(nodeTargets(path, graph.node(path) as FileNode));
  return graph.paths.map((path) => ({
    path,
    node: graph.node(path),
    from: graph.edgesFrom(path),
    to: graph.edgesTo(path),
    dependents: graph.dependents(path),
    hashes: (["content", "program", "structure", "types", "imports", "exports"] as const).map((kind) =>
      hashes.dependenciesOf(path, kind),
    ),
    hidden: hidden(path).map(({ directory, holds }) => [directory, holds]),
    starts: starts(path),
    variables: variables(path),
  }));
}

describe("a graph that was kept", () => {
  test("is after any edits the graph that is built again, and so is what is kept of that", async () => {
    let redirected = 0;
    await fc.assert(
      fc.asyncProperty(files, files, files, async (one, two, three) => {
        const first = await lay(one);
        // Some of the files change, in two steps.
        const second = await lay(
          { ...one, "src/m1.ts": two["src/m1.ts"] ?? "", "src/m3.ts": two["src/m3.ts"] ?? "" },
          first,
        );
        const reopened = await reopen(pack(first.graph), [first, second]);
        if ("why" in reopened) throw new Error(reopened.why);
        expect(describeGraph(reopened.graph, second.snapshot)).toEqual(
          describeGraph(second.graph, second.snapshot),
        );
        const repacked = reopened.nodes.repack();
        if (repacked !== null) redirected += 1;
        const third = await lay({ ...three, "src/m1.ts": two["src/m1.ts"] ?? "" }, second);
        const again = await reopen(repacked ?? pack(first.graph), [second, third]);
        if ("why" in again) throw new Error(again.why);
        expect(describeGraph(again.graph, third.snapshot)).toEqual(
          describeGraph(third.graph, third.snapshot),
        );
      }),
      { numRuns: 60 },
    );
    expect(redirected).toBeGreaterThan(0);
  });

  test("names every file that has a trait, so that nobody has to look at the others", async () => {
    await fc.assert(
      fc.asyncProperty(files, files, async (one, two) => {
        const [first, second] = [await lay(one), await lay(two)];
        const reopened = await reopen(pack(first.graph), [first, second], both(first, second));
        if ("why" in reopened) throw new Error(reopened.why);
        for (const trait of TRAITS) {
          const having = second.graph.paths.filter((path) =>
            HAS_TRAIT[trait](path, second.graph.node(path) as FileNode),
          );
          expect(reopened.graph.having(trait)).toEqual(expect.arrayContaining(having));
          expect(second.graph.having(trait)).toEqual(having);
        }
      }),
      { numRuns: 30 },
    );
  });

  const base = { "src/m0.ts": 'import "./m1.ts";', "src/m1.ts": "export const a = 1;" };

  test("is not opened where a file declares something for all others, or did", async () => {
    const first = await lay(base);
    const second = await lay({ ...base, "src/m1.ts": GLOBAL }, first);
    const why = { why: "src/m1.ts decides what others mean" };
    expect(await reopen(pack(first.graph), [first, second])).toEqual(why);
    expect(await reopen(pack(second.graph), [second, await lay(base, first)])).toEqual(why);
  });

  test("is opened where a file changed that declares the same for all others", async () => {
    const first = await lay({ ...base, "src/m1.ts": `${GLOBAL}\nconst a = 1;` });
    const second = await lay({ ...base, "src/m1.ts": `${GLOBAL}\nconst a = 2;` }, first);
    expect(await reopen(pack(first.graph), [first, second])).not.toHaveProperty("why");
  });

  test("is not opened where a constant changed that others start their paths at", async () => {
    const first = await lay({ ...base, "src/m1.ts": 'export const ROOT = path.join(__dirname, "a");' });
    const second = await lay(
      { ...base, "src/m1.ts": 'export const ROOT = path.join(__dirname, "b");' },
      first,
    );
    expect(await reopen(pack(first.graph), [first, second])).toHaveProperty("why");
  });

  test("is not opened where data changed that a tsconfig.json extends: all imports may lead elsewhere", async () => {
    const extended = (paths: object): string => JSON.stringify({ compilerOptions: { paths } });
    const first = await lay({ ...base, "base.json": extended({}) });
    const second = await lay({ ...base, "base.json": extended({ "#x": ["./src/m1.ts"] }) }, first);
    expect(await reopen(pack(first.graph), [first, second])).toEqual({
      why: "base.json is behind what decides what others mean",
    });
  });

  test("is not opened over other files than it was packed from", async () => {
    const first = await lay(base);
    const second = await lay({ ...base, "src/m2.ts": "" });
    expect(await reopen(pack(first.graph), [first, second])).toHaveProperty("why");
  });

  test("takes a file whose extraction is gone for one that may refer to anything, and says so", async () => {
    const first = await lay(base);
    const second = await lay({ ...base, "src/m1.ts": "export const a = 2;" }, first);
    const kept = second.extractions;
    const isGone = (key: string): boolean =>
      key.includes(first.snapshot.files.get(p("src/m0.ts"))?.id ?? "?");
    const reopened = await reopen(pack(first.graph), [first, second], {
      get: (keys) => kept.get(keys.filter((key) => !isGone(key))),
      set: () => {},
    });
    if ("why" in reopened) throw new Error(reopened.why);
    expect(reopened.nodes.missing).toBe(0);
    expect(reopened.graph.opaque(p("src/m0.ts"))).toHaveLength(1);
    expect(reopened.nodes.missing).toBe(1);
  });
});

function both({ extractions: one }: Laid, { extractions: other }: Laid): ExtractionCache {
  return { get: (keys) => new Map([...one.get(keys), ...other.get(keys)]), set: () => {} };
}

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { ResolverFactory } from "oxc-resolver";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build.ts";
import { createMemoryExtractionCache } from "./memory-extractions.ts";
import { EXTENSION_ALIAS, EXTENSIONS } from "../../src/graph/resolve/relative.ts";
import { hashBlob } from "../../src/system/files/hash-blob.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { edges, graphOf, p, snapshotOf, writeFiles } from "./repository.ts";

const tsconfig = (options: object, more: object = {}): string =>
  JSON.stringify({ compilerOptions: options, ...more });

describe("a module specifier leads to", () => {
  test.each([
    ["a file with its extension", "./x.ts", { "src/x.ts": "" }, ["src/x.ts"]],
    ["a file without", "./x", { "src/x.ts": "" }, ["src/x.ts"]],
    ["TypeScript behind .js", "./x.js", { "src/x.ts": "" }, ["src/x.ts"]],
    ["TSX behind .js", "./x.js", { "src/x.tsx": "" }, ["src/x.tsx"]],
    ["TypeScript behind .mjs", "./x.mjs", { "src/x.mts": "" }, ["src/x.mts"]],
    ["the index of a directory", "./x", { "src/x/index.ts": "" }, ["src/x/index.ts"]],
    ["the file before the directory", "./x", { "src/x.ts": "", "src/x/index.ts": "" }, ["src/x.ts"]],
    ["the directory with a slash", "./x/", { "src/x.ts": "", "src/x/index.ts": "" }, ["src/x/index.ts"]],
    ["the parent", "..", { "index.ts": "" }, ["index.ts"]],
    ["its own directory", ".", { "src/index.ts": "" }, ["src/index.ts"]],
    ["a file with a dot in its name", "./x.config", { "src/x.config.ts": "" }, ["src/x.config.ts"]],
    ["a file with a query", "./x.svg?raw", { "src/x.svg": "" }, ["src/x.svg"]],
    [
      "what a package.json names",
      "./x",
      { "src/x/package.json": '{"main":"m.js"}', "src/x/m.js": "" },
      ["src/x/m.js"],
    ],
    ["both code and types", "./x.js", { "src/x.js": "", "src/x.d.ts": "" }, ["src/x.d.ts", "src/x.js"]],
    [
      "all that a compiler and a run may read",
      "./x",
      { "src/x.ts": "", "src/x.js": "", "src/x.json": "{}" },
      ["src/x.ts", "src/x.js"],
    ],
    ["JSON", "./x.json", { "src/x.json": "{}" }, ["src/x.json"]],
  ])("a module specifier leads to %s", async (...row) => {
    const [, specifier, files, expected] = row;
    const { graph } = await graphOf({ files: { "src/a.ts": `import '${specifier}'`, ...files } });
    expect(edges(graph, "src/a.ts")).toEqual(expected);
    expect(graph.unresolved(p("src/a.ts"))).toEqual([]);
  });

  test("a module specifier leads to the same file as the real resolver gives", async () => {
    const names = ["x", "y"].flatMap((stem) =>
      [...EXTENSIONS, "/index.ts", "/index.js", "/package.json"].map((end) => `src/${stem}${end}`),
    );
    const specifiers = [
      "./x",
      "./x.js",
      "./x.mjs",
      "./x.cjs",
      "./x.jsx",
      "./x.ts",
      "./x.json",
      "./x/",
      "./x.d.ts",
      "./x/index.js",
    ];
    let seed = 7;
    const next = (): number => (seed = (seed * 48271) % 2147483647);
    for (let round = 0; round < 60; round += 1) {
      const files: Record<string, string> = {
        "src/a.ts": specifiers.map((one) => `import '${one}'`).join("\n"),
      };
      for (const name of names) if (next() % 5 === 0) files[name] = name.endsWith("json") ? "{}" : "";
      const { graph, root } = await graphOf({ files });
      const resolver = new ResolverFactory({
        extensions: [...EXTENSIONS],
        extensionAlias: Object.fromEntries(
          Object.entries(EXTENSION_ALIAS).map(([key, value]) => [key, [...value]]),
        ),
        mainFields: ["types", "typings", "module", "main"],
        conditionNames: ["types", "import", "node", "default"],
      });
      for (const { reference, resolution } of graph.references(p("src/a.ts"))) {
        if (reference.kind !== "module") continue;
        const real = resolver.sync(join(root, "src"), reference.specifier).path;
        const expected = real === undefined ? undefined : real.slice(real.indexOf("/src/") + 1);
        expect([reference.specifier, resolution.files[0], Object.keys(files)]).toEqual([
          reference.specifier,
          expected,
          Object.keys(files),
        ]);
      }
    }
  });

  test("a module specifier leads to what tsconfig paths say, through extends", async () => {
    const { graph } = await graphOf({
      files: {
        "tsconfig.base.json": tsconfig({ paths: { "@/*": ["./src/*"] } }),
        "tsconfig.json": JSON.stringify({ extends: "./tsconfig.base.json", include: ["src"] }),
        "src/a.ts": "import '@/lib/x'",
        "src/lib/x.ts": "",
        "scripts/b.ts": "import '@/lib/x'",
      },
    });
    expect(edges(graph, "src/a.ts")).toEqual(["src/lib/x.ts"]);
    expect(edges(graph, "tsconfig.json")).toContain("tsconfig.base.json");
    // Not included in the configuration, but other tools read the same paths.
    expect(edges(graph, "scripts/b.ts")).toEqual(["src/lib/x.ts"]);
  });

  test("a module specifier leads to a package's own imports", async () => {
    const { graph } = await graphOf({
      files: {
        "package.json": JSON.stringify({ name: "a", imports: { "#x/*": "./src/*.ts" } }),
        "src/a.ts": "import '#x/b'",
        "src/b.ts": "",
      },
    });
    expect(edges(graph, "src/a.ts")).toEqual(["src/b.ts"]);
  });

  test("a module specifier leads to what lies outside: a package, a module of Node, nothing", async () => {
    const { graph } = await graphOf({
      files: {
        "a.ts":
          "import 'pkg/deep'; import 'fs'; import 'node:path'; import './gone'; import 'absent'; import '@t/y'",
      },
      ignored: {
        "node_modules/pkg/package.json": '{"name":"pkg"}',
        "node_modules/pkg/deep.js": "",
        "node_modules/@types/t__y/package.json": "{}",
      },
    });
    expect(graph.external(p("a.ts"))).toEqual(["@types/t__y", "node:fs", "node:path", "pkg"]);
    expect(graph.unresolved(p("a.ts")).map((one) => one.specifier)).toEqual(["./gone", "absent"]);
    expect(edges(graph, "a.ts")).toEqual([]);
  });

  test("a module specifier leads to a file that exists but is not in the snapshot", async () => {
    const { graph } = await graphOf({
      files: { "src/a.ts": "import '../dist/made.js'; import './parser.js'", "src/parser.d.ts": "" },
      ignored: { "dist/made.js": "", "src/parser.js": "" },
    });
    expect(graph.outside(p("src/a.ts"))).toEqual(["dist/made.js", "src/parser.js"]);
    expect(edges(graph, "src/a.ts")).toEqual(["src/parser.d.ts"]);
  });

  test("such a file leads to files of the snapshot alone, also where a text in it names itself", async () => {
    const { graph } = await graphOf({
      files: { "src/a.ts": "import '../dist/made.js'", "src/b.ts": "" },
      ignored: { "dist/made.js": "import '../src/b.ts';\nfail(`Valid types are: ${all.join(\", \")}`);" },
    });
    expect(graph.outside(p("src/a.ts"))).toEqual(["dist/made.js"]);
    expect(graph.dependencies(p("src/a.ts"))).toEqual(["src/b.ts"]);
    expect(graph.references(p("src/a.ts")).flatMap(({ resolution }) => resolution.files)).toEqual([
      "src/b.ts",
    ]);
  });
});

describe("paths and patterns", () => {
  test("a weak path is kept only if it names a file: beside it, in its package, or at the root", async () => {
    const { graph } = await graphOf({
      files: {
        "packages/a/package.json": "{}",
        "packages/a/src/a.ts":
          "read('./b.txt'); read('data/c.txt'); read('docs/d.txt'); read('./gone.txt'); read('text/plain')",
        "packages/a/src/b.txt": "",
        "packages/a/data/c.txt": "",
        "docs/d.txt": "",
      },
    });
    expect(graph.edgesFrom(p("packages/a/src/a.ts")).map((edge) => [edge.to, edge.strength])).toEqual([
      ["packages/a/src/b.txt", "weak"],
      ["packages/a/data/c.txt", "weak"],
      ["docs/d.txt", "weak"],
    ]);
    expect(graph.unresolved(p("packages/a/src/a.ts"))).toEqual([]);
  });

  test("a directory beside the file stands for all that is in it", async () => {
    const { graph } = await graphOf({
      files: {
        "t/a.ts": "join(__dirname, 'fixtures'); resolve(__dirname, '..')",
        "t/fixtures/b/c.txt": "",
        "t/fixtures/d.txt": "",
        "e.txt": "",
      },
    });
    expect(edges(graph, "t/a.ts")).toEqual(["t/fixtures/b/c.txt", "t/fixtures/d.txt"]);
  });

  test("a document leads from itself, or from the root after a slash", async () => {
    const { graph } = await graphOf({
      files: {
        "docs/a.md": "[b](b.md#x) [c](/c.md) [d](./sub/) [e](sub) [f](gone.md) [self](#a) [up](../../issues)",
        "docs/b.md": "",
        "c.md": "",
        "docs/sub/README.md": "",
      },
    });
    expect(edges(graph, "docs/a.md")).toEqual(["docs/b.md", "c.md", "docs/sub/README.md"]);
    expect(graph.unresolved(p("docs/a.md")).map((one) => one.specifier)).toEqual(["gone.md", "../../issues"]);
  });

  test("a pattern leads to every file that can match", async () => {
    const { graph } = await graphOf({
      files: {
        "tsconfig.json": tsconfig({ paths: { "@/*": ["./src/*"] } }),
        "src/a.ts": "import(`./l/${x}.js`); import(`@/p/${x}`); import(`${x}`)",
        "src/l/de.ts": "",
        "src/l/deep/en.js": "",
        "src/l/no.css": "",
        "src/p/one.ts": "",
      },
    });
    expect(edges(graph, "src/a.ts")).toEqual(["src/l/de.ts", "src/l/deep/en.js", "src/p/one.ts"]);
    expect(graph.opaque(p("src/a.ts"))).toHaveLength(1);
  });

  test("data files lead to what they extend, include and refer to", async () => {
    const { graph } = await graphOf({
      files: {
        "a/.eslintrc.json": '{"extends": ["./base", "eslint:recommended", "airbnb"]}',
        "a/base.json": "{}",
        "api.yml": "paths:\n  $ref: 'schemas/x.yml#/paths'\nother:\n  $ref: missing.yml",
        "schemas/x.yml": "paths: {}",
        ".github/workflows/ci.yml": "jobs: { a: { steps: [{ uses: ./actions/b }] } }",
        "actions/b/action.yml": "name: b",
      },
    });
    expect(edges(graph, "a/.eslintrc.json")).toEqual(["a/base.json"]);
    expect(graph.edgesFrom(p("a/.eslintrc.json"))[0]).toMatchObject({ type: "extends", strength: "strong" });
    expect(edges(graph, "api.yml")).toEqual(["schemas/x.yml"]);
    expect(graph.unresolved(p("api.yml")).map((one) => one.specifier)).toEqual(["missing.yml"]);
    expect(edges(graph, ".github/workflows/ci.yml")).toEqual(["actions/b/action.yml"]);
  });

  test("a symbolic link leads to what it points to", async () => {
    const files = { "a.ts": "import './link.ts'", "real.ts": "export {}", "link.ts": "real.ts" };
    const directory = writeFiles({ "a.ts": files["a.ts"], "real.ts": files["real.ts"] });
    symlinkSync("real.ts", join(directory, "link.ts"));
    const snapshot = snapshotOf(directory, files);
    const linked = new Map(snapshot.files).set(p("link.ts"), {
      ...snapshot.files.get(p("link.ts")),
      kind: "symlink",
    } as never);
    const graph = await buildGraph({
      snapshot: { ...snapshot, files: linked },
      read: (path) => Buffer.from(files[path as keyof typeof files]),
      extractions: createMemoryExtractionCache(),
    });
    expect(graph.chain(p("a.ts"), new Set([p("real.ts")]))).toEqual(["a.ts", "link.ts", "real.ts"]);
  });
});

describe("building again", () => {
  test("reads only what is not known by its content", async () => {
    const read: RepoPath[] = [];
    const cache = createMemoryExtractionCache();
    const onRead = (path: RepoPath): number => read.push(path);
    const files = { "a.ts": "import './b'", "b.ts": "export const b = 1", "c.png": "x" };
    await graphOf({ files, cache, onRead });
    expect(read.splice(0)).toEqual(["a.ts", "b.ts"]);
    await graphOf({ files, cache, onRead });
    expect(read.splice(0)).toEqual([]);
    await graphOf({ files: { ...files, "b.ts": "export const b = 2" }, cache, onRead });
    expect(read.splice(0)).toEqual(["b.ts"]);
  });

  test("notices a file that now stands in the way of another", async () => {
    const cache = createMemoryExtractionCache();
    const files = { "a.ts": "import './x'", "x/index.ts": "" };
    const before = await graphOf({ files, cache });
    const after = await graphOf({ files: { ...files, "x.ts": "" }, cache });
    expect(edges(before.graph, "a.ts")).toEqual(["x/index.ts"]);
    expect(edges(after.graph, "a.ts")).toEqual(["x.ts"]);
  });

  test("a file that cannot be read may refer to anything, and is not remembered", async () => {
    const cache = createMemoryExtractionCache();
    const files = { "a.ts": "import './b'", "b.ts": "" };
    const directory = writeFiles(files);
    const snapshot = snapshotOf(directory, files);
    const broken = await buildGraph({
      snapshot,
      read: () => {
        throw new Error("no");
      },
      extractions: cache,
    });
    expect(broken.opaque(p("a.ts"))).toMatchObject([{ specifier: "(it cannot be read)", line: 1 }]);
    const whole = await buildGraph({
      snapshot,
      read: (path) => Buffer.from(files[path as keyof typeof files]),
      extractions: cache,
    });
    expect(edges(whole, "a.ts")).toEqual(["b.ts"]);
  });

  test("what was edited after the snapshot is not remembered as what the snapshot saw", async () => {
    const cache = createMemoryExtractionCache();
    const files = { "a.ts": "import './b'", "b.ts": "", "c.ts": "" };
    const snapshot = snapshotOf(writeFiles(files), files);
    const edited = await buildGraph({
      snapshot,
      read: (path) => Buffer.from(path === "a.ts" ? "import './c'" : ""),
      extractions: cache,
    });
    expect(edges(edited, "a.ts")).toEqual(["c.ts"]);
    const reverted = await graphOf({ files, cache });
    expect(edges(reverted.graph, "a.ts")).toEqual(["b.ts"]);
  });

  test("ids of both lengths are known again", async () => {
    const cache = createMemoryExtractionCache();
    const id = hashBlob(Buffer.from("import './b'"), "sha256");
    const snapshot = snapshotOf("/nowhere", {});
    const read: RepoPath[] = [];
    const options = {
      snapshot: { ...snapshot, files: new Map([[p("a.ts"), { kind: "file" as const, id }]]) },
      read: (path: RepoPath) => {
        read.push(path);
        return Buffer.from("import './b'");
      },
      extractions: cache,
    };
    await buildGraph(options);
    await buildGraph(options);
    expect(read).toEqual(["a.ts"]);
  });

  test("an empty snapshot is an empty graph", async () => {
    const { graph } = await graphOf({ files: {} });
    expect(graph.paths).toEqual([]);
    expect(graph.cycles()).toEqual([]);
  });
});

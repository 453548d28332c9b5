import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build.ts";
import { createMemoryExtractionCache } from "./memory-extractions.ts";
import { edges, graphOf, p, snapshotOf, writeFiles } from "./repository.ts";

describe("workspace packages", () => {
  const manifest = (name: string, more: object = {}): string => JSON.stringify({ name, ...more });
  const root = { "package.json": JSON.stringify({ workspaces: ["packages/*"] }) };

  test("are found by name where nothing is installed", async () => {
    const { graph } = await graphOf({
      files: {
        ...root,
        "packages/a/package.json": manifest("@w/a", {
          exports: { ".": "./src/main.ts", "./sub/*": "./src/*.ts" },
        }),
        "packages/a/src/main.ts": "",
        "packages/a/src/x.ts": "",
        "packages/b/package.json": manifest("b"),
        "packages/b/src/i.ts": "import '@w/a'; import '@w/a/sub/x'",
        "other/c/package.json": manifest("c"),
        "other/c/index.js": "",
        "packages/b/src/j.ts": "import 'c'",
      },
    });
    expect(edges(graph, "packages/b/src/i.ts")).toEqual(["packages/a/src/main.ts", "packages/a/src/x.ts"]);
    expect(graph.unresolved(p("packages/b/src/j.ts"))).toHaveLength(1);
  });

  test("are found through pnpm-workspace.yaml", async () => {
    const { graph } = await graphOf({
      files: {
        "pnpm-workspace.yaml": "packages:\n  - libs/**\n  - '!libs/no'\n",
        "libs/deep/a/package.json": manifest("a", { main: "m.js" }),
        "libs/deep/a/m.js": "",
        "libs/no/package.json": manifest("no"),
        "x.ts": "import 'a'; import 'no'",
      },
    });
    expect(edges(graph, "x.ts")).toEqual(["libs/deep/a/m.js"]);
    expect(graph.unresolved(p("x.ts")).map((one) => one.specifier)).toEqual(["no"]);
  });

  test("are followed through the installer's links", async () => {
    const files = {
      ...root,
      "packages/a/package.json": manifest("a", { exports: { types: "./types.d.ts", default: "./m.js" } }),
      "packages/a/m.js": "",
      "packages/a/types.d.ts": "",
      "x.ts": "import 'a'",
    };
    const directory = writeFiles(files);
    mkdirSync(join(directory, "node_modules"));
    symlinkSync("../packages/a", join(directory, "node_modules/a"));
    const graph = await buildGraph({
      snapshot: snapshotOf(directory, files),
      read: (path) => Buffer.from(files[path as keyof typeof files]),
      extractions: createMemoryExtractionCache(),
    });
    // The compiler reads one, a run the other.
    expect(edges(graph, "x.ts")).toEqual(["packages/a/types.d.ts", "packages/a/m.js"]);
  });

  test("workspace packages that are not built yet stand for their manifest and source", async () => {
    const { graph } = await graphOf({
      files: {
        ...root,
        "packages/a/package.json": manifest("a", {
          exports: { ".": "./dist/index.js", "./b": "./dist/b.js" },
        }),
        "packages/a/src/index.ts": "",
        "packages/a/src/b.ts": "",
        "packages/m/package.json": manifest("m", { exports: { ".": { types: "./dist/node/i.d.ts" } } }),
        "packages/m/src/node/i.ts": "",
        "packages/m/src/other.ts": "",
        "packages/n/package.json": manifest("n", { main: "dist/n.js" }),
        "packages/n/lib/odd.ts": "",
        "packages/n/CHANGELOG.md": "",
        "packages/n/.npmignore": "",
        "packages/s/package.json": manifest("s", { exports: { ".": { svelte: "./dist/index.js" } } }),
        "packages/s/svelte.config.js": "",
        "packages/s/src/lib/index.ts": "",
        "packages/s/src/lib/kit/index.ts": "",
        "packages/s/src/routes/page.ts": "",
        "v.ts": "import 's'; import 's/kit'",
        "w.ts": "import 'm'; import 'm/dist/gone.js'",
        "x.ts": "import 'a'",
        "y.ts": "import 'a/b'",
        "z.ts": "import 'n'",
      },
    });
    expect(edges(graph, "x.ts")).toEqual(["packages/a/package.json", "packages/a/src/index.ts"]);
    expect(edges(graph, "y.ts")).toEqual(["packages/a/package.json", "packages/a/src/b.ts"]);
    expect(edges(graph, "w.ts")).toEqual(["packages/m/package.json", "packages/m/src/node/i.ts"]);
    expect(edges(graph, "z.ts")).toEqual(["packages/n/package.json", "packages/n/lib/odd.ts"]);
    expect(edges(graph, "v.ts")).toEqual([
      "packages/s/package.json",
      "packages/s/src/lib/index.ts",
      "packages/s/src/lib/kit/index.ts",
    ]);
  });

  test("workspace packages whose entry is a link to its source stand for that source", async () => {
    const files = {
      ...root,
      "packages/a/package.json": manifest("a", { exports: "./dist/odd.js" }),
      "packages/a/source/main.ts": "",
      "x.ts": "import 'a'",
    };
    const directory = writeFiles(files);
    mkdirSync(join(directory, "node_modules"));
    symlinkSync("../packages/a", join(directory, "node_modules/a"));
    mkdirSync(join(directory, "packages/a/dist"));
    symlinkSync(join(directory, "packages/a/source/main.ts"), join(directory, "packages/a/dist/odd.js"));
    writeFileSync(join(directory, "packages/a/dist/odd.d.ts"), 'export * from "../source/main.js";\n');
    const graph = await buildGraph({
      snapshot: snapshotOf(directory, files),
      read: (path) => Buffer.from(files[path as keyof typeof files]),
      extractions: createMemoryExtractionCache(),
    });
    expect(graph.outside(p("x.ts"))).toEqual(["packages/a/dist/odd.d.ts"]);
    expect(graph.outside(p("packages/a/package.json"))).toEqual([]);
    expect(edges(graph, "x.ts")).toContain("packages/a/source/main.ts");
  });

  test("workspace packages that are not built yet stand for their source also where their types are tracked", async () => {
    const { graph } = await graphOf({
      files: {
        ...root,
        "packages/a/package.json": manifest("a", {
          exports: { "./sub": { types: "./sub.d.ts", default: "./dist/a-sub.js" } },
        }),
        "packages/a/sub.d.ts": "export const sub: number;\n",
        "packages/a/src/sub.js": "export const sub = 1;\n",
        "packages/a/src/other.js": "",
        "x.js": "import 'a/sub'",
      },
    });
    expect(edges(graph, "x.js").toSorted()).toEqual([
      "packages/a/package.json",
      "packages/a/src/sub.js",
      "packages/a/sub.d.ts",
    ]);
  });

  test("workspace packages that are built stand for what was built too", async () => {
    const { graph } = await graphOf({
      files: {
        ...root,
        "packages/a/package.json": manifest("a", { exports: "./dist/index.js" }),
        "packages/a/src/index.ts": "",
        "x.ts": "import 'a'",
      },
      ignored: { "packages/a/dist/index.js": "" },
    });
    expect(graph.outside(p("x.ts"))).toEqual(["packages/a/dist/index.js"]);
    expect(edges(graph, "x.ts")).toEqual(["packages/a/package.json", "packages/a/src/index.ts"]);
  });
});

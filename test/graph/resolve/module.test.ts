import { describe, expect, test } from "vitest";
import { edges, graphOf, p } from "../repository.ts";

describe("a package of the repository leads to its code as well as to its declarations", () => {
  test.each([
    [{ main: "x.js", types: "x.d.ts" }, ["x.d.ts", "x.js"]],
    [{ main: "x.js" }, ["x.d.ts", "x.js"]],
    [{ main: "x", typings: "x" }, ["x.d.ts", "x.js"]],
    [{ main: "x.js", module: "m.js" }, ["m.js", "x.js"]],
  ])(
    "a package of the repository leads to its code as well as to its declarations: %j",
    async (fields, expected) => {
      const { graph } = await graphOf({
        files: {
          "package.json": JSON.stringify(fields),
          "x.js": "",
          "x.d.ts": "",
          "m.js": "",
          "src/a.js": "require('..')",
        },
      });
      expect(edges(graph, "src/a.js")).toEqual(expected);
    },
  );

  test("a package of the repository leads to its code as well as to its declarations, also through the paths of a configuration that does not include the file", async () => {
    const { graph } = await graphOf({
      files: {
        "tsconfig.json": '{ "compilerOptions": { "paths": { "lib": ["./lib/x"] } }, "include": ["lib"] }',
        "lib/x.js": "",
        "lib/x.d.ts": "",
        "test/a.js": "import 'lib'",
      },
    });
    expect(edges(graph, "test/a.js")).toEqual(["lib/x.d.ts", "lib/x.js"]);
  });
});

describe("a name that `paths` of a compiler lead elsewhere", () => {
  const PATHS = '{ "compilerOptions": { "paths": { "lib": ["./src/types.d.ts"] } } }';
  const ENTRY = { "package.json": '{ "name": "lib", "exports": "./src/index.js" }', "src/index.js": "" };
  const USE = { "tsconfig.json": PATHS, "src/types.d.ts": "", "src/a.ts": "import 'lib'" };

  test("leads to what a run loads as well: the package that has this name", async () => {
    const { graph } = await graphOf({ files: { ...USE, ...ENTRY } });
    expect(edges(graph, "src/a.ts")).toEqual(["src/types.d.ts", "src/index.js"]);
  });

  test("leads to what a run loads as well: an installed package", async () => {
    const ignored = {
      "node_modules/lib/package.json": '{ "name": "lib", "main": "x.js" }',
      "node_modules/lib/x.js": "",
    };
    const { graph } = await graphOf({ files: USE, ignored });
    const [found] = graph.references(p("src/a.ts"));
    expect(found?.resolution).toMatchObject({ files: ["src/types.d.ts"], external: ["lib"] });
  });

  test("leads to what a run loads as well: a package of the repository that is not built", async () => {
    const { graph } = await graphOf({
      files: {
        ...USE,
        "package.json": '{ "workspaces": ["packages/*"] }',
        "packages/lib/package.json": '{ "name": "lib", "main": "dist/index.js" }',
        "packages/lib/src/index.js": "",
      },
    });
    expect(edges(graph, "src/a.ts")).toContain("packages/lib/src/index.js");
  });

  test("leads to what a run loads as well: an alias of a configuration elsewhere", async () => {
    const { graph } = await graphOf({
      files: {
        ...USE,
        "settings/vitest.config.js":
          "export default { resolve: { alias: { lib: new URL('../src/code.js', import.meta.url).pathname } } };",
        "src/code.js": "",
      },
    });
    expect(edges(graph, "src/a.ts")).toEqual(["src/types.d.ts", "src/code.js"]);
  });
});

test("an import leads to what bundlers for other platforms load in its place", async () => {
  const files = {
    "a.js": "import './b';\nimport './c';\nimport './d'",
    "b.js": "",
    "b.ios.js": "",
    "b.native.tsx": "",
    "b.test.js": "",
    "b.ios.test.js": "",
    "c/index.ts": "",
    "c/index.web.ts": "",
    "d.json": "{}",
    "d.web.json": "{}",
  };
  const { graph } = await graphOf({ files });
  const [b, c, d] = graph.references(p("a.js")).map(({ resolution }) => resolution.files);
  expect(b).toEqual(["b.js", "b.ios.js", "b.native.tsx"]);
  expect(c).toEqual(["c/index.ts", "c/index.web.ts"]);
  expect(d).toEqual(["d.json"]);
});

test("a pattern that starts with a slash starts in any directory above, because one is the root of the application", async () => {
  const files = {
    "apps/web/src/a.js": "import.meta.glob(['/src/pages/*.js', '!**/skip*'])",
    "apps/web/src/pages/b.js": "",
    "apps/web/src/pages/c.css": "",
    "apps/src/pages/d.js": "",
    "src/pages/e.js": "",
    "apps/web/other/src/pages/f.js": "",
  };
  const { graph } = await graphOf({ files });
  expect(edges(graph, "apps/web/src/a.js")).toEqual([
    "apps/web/src/pages/b.js",
    "apps/src/pages/d.js",
    "src/pages/e.js",
  ]);
});

describe("what `createRequire` makes for a file of a package", () => {
  const use = (name: string): Readonly<Record<string, string>> => ({
    "package.json": '{ "workspaces": ["packages/*"], "devDependencies": { "tool": "1" } }',
    "src/a.js": `import { createRequire } from "node:module";
      const require = createRequire(import.meta.url);
      const load = createRequire(require.resolve("tool"));
      export const found = load.resolve("${name}");`,
    "src/part.js": "",
  });
  const TOOL = {
    "node_modules/tool/package.json": '{ "name": "tool", "main": "x.js", "dependencies": { "part": "1" } }',
    "node_modules/tool/x.js": "",
  };

  test.each(["part", "./part", "./part.js"])("finds what this package needs: %s", async (name) => {
    const { graph } = await graphOf({ files: use(name), ignored: TOOL });
    const found = graph.references(p("src/a.js")).find(({ reference }) => reference.specifier === name);
    expect(found?.resolution).toEqual({ state: "resolved", files: [], outside: [], external: ["tool"] });
  });

  test("finds what is beside this package as well", async () => {
    const beside = { "node_modules/part/package.json": '{ "main": "x.js" }', "node_modules/part/x.js": "" };
    const { graph } = await graphOf({ files: use("part"), ignored: { ...TOOL, ...beside } });
    const found = graph.references(p("src/a.js")).find(({ reference }) => reference.specifier === "part");
    expect(found?.resolution.external).toEqual(["tool", "part"]);
  });

  test.each([
    [
      "is one of the repository",
      { "packages/tool/package.json": '{ "name": "tool" }', "packages/tool/index.js": "" },
    ],
    ["is not installed", {}],
  ])("may find anything if this package %s", async (_, more) => {
    const { graph } = await graphOf({ files: { ...use("./part"), ...more } });
    expect(graph.opaque(p("src/a.js"))).toMatchObject([{ specifier: "./part" }]);
  });

  test.each([
    ["another file", 'createRequire(resolve("tool"))', "./part"],
    ["a path", 'createRequire(path.resolve("tool"))', "./part"],
    [
      "two files",
      'createRequire(require.resolve("tool"));\n load = createRequire(import.meta.url)',
      "./part",
    ],
  ])("says nothing of what it makes for %s", async (_, made, name) => {
    const files = { ...use(name) };
    const text = files["src/a.js"]?.replace("const load", "let load") ?? "";
    const { graph } = await graphOf({
      files: { ...files, "src/a.js": text.replace('createRequire(require.resolve("tool"))', made) },
      ignored: TOOL,
    });
    expect(edges(graph, "src/a.js")).toContain("src/part.js");
  });
});

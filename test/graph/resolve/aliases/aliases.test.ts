import { describe, expect, test } from "vitest";
import { edges, graphOf, p } from "../../repository.ts";

const FROM_HERE = 'import { fileURLToPath } from "node:url";\nimport path from "node:path";\n';

/** Where `specifier` leads from `test/a.test.js`, with this configuration, among `src/x.js` and files beside it. */
async function leadsTo(
  configuration: Readonly<Record<string, string>>,
  specifier = "@/x",
): Promise<readonly string[]> {
  const files = {
    "src/x.js": "",
    "src/lib/x.js": "",
    "src/y.js": "",
    "src/pages/one.vue": "",
    "mocks/style.js": "",
    "test/a.test.js": `import "${specifier}";`,
    ...configuration,
  };
  const { graph } = await graphOf({ files });
  return edges(graph, "test/a.test.js");
}

describe("an import leads where a configuration of Vite says", () => {
  test.each<[what: string, alias: string]>([
    ["from the root", '{ "@": "/src" }'],
    ["from its own directory", '{ "@": path.resolve(__dirname, "src") }'],
    ["from where it is started", '{ "@": path.join(process.cwd(), "src") }'],
    ["by an address", '{ "@": fileURLToPath(new URL("./src", import.meta.url)) }'],
    ["by the path of an address", '{ "@": new URL("./src", import.meta.url).pathname }'],
    ["with a slash at the end", '{ "@/": `${__dirname}/src/` }'],
    ["by a helper", '{ "@": here("src") }'],
    ["by a constant", '{ "@": path.join(root, "src") }'],
    ["by a list", '[{ find: "@", replacement: path.resolve(import.meta.dirname, "src") }]'],
    ["by an expression", '[{ find: /^@\\//, replacement: path.resolve(__dirname, "src") + "/" }]'],
    ["by an expression with parts", '[{ find: /^@\\/(.*)$/, replacement: "/src/$1" }]'],
    ["by a variable", "alias"],
    ["with others spread in", '{ ...alias, "#": "/lib" }'],
    ["either way", '{ "@": process.env.CI ? "/src" : "/src" }'],
  ])("an import leads where a configuration of Vite says: %s", async (_, alias) => {
    const text = `${FROM_HERE}const root = path.dirname(fileURLToPath(import.meta.url));
const here = (name) => path.resolve(root, name);
const alias = { "@": here("./src") };
export default defineConfig(() => ({ resolve: { alias: ${alias} } }));`;
    expect(await leadsTo({ "vite.config.mjs": text })).toEqual(["src/x.js"]);
  });

  test("an import leads where a configuration of Vite says in a file that the configuration takes them from", async () => {
    const configuration = {
      "build/vite.config.js": 'import { alias } from "./alias.js"; export default { resolve: { alias } };',
      "build/alias.js": 'export const alias = { "@": path.resolve(__dirname, "../src") };',
    };
    expect(await leadsTo(configuration)).toEqual(["src/x.js"]);
  });

  test.each(["x.ts", "x.js", "x/index.ts"])("an import leads to %s, which is generated", async (name) => {
    const { graph } = await graphOf({
      files: {
        "src/a.js": 'import "@/x";',
        "vite.config.js": 'export default { resolve: { alias: { "@": "/made" } } };',
      },
      ignored: { [`made/${name}`]: "" },
    });
    expect(graph.outside(p("src/a.js"))).toEqual([`made/${name}`]);
  });

  test("an import leads where a configuration of Vite says, but for a directory beside it", async () => {
    const configuration = {
      "other/vite.config.js": 'export default { resolve: { alias: { "@": "/src" } } };',
      "other/package.json": "{}",
      "package.json": "{}",
      "other/src/x.js": "",
    };
    expect(await leadsTo(configuration)).toEqual([]);
  });

  test("an import leads where a configuration of Vite says, and to what fits, where a part of the name is not known", async () => {
    const { graph } = await graphOf({
      files: {
        "vite.config.js": 'export default { resolve: { alias: { "@": "/src" } } };',
        "src/pages/one.vue": "",
        "src/other.vue": "",
        "a.js": "import(`@/pages/${name}.vue`)",
      },
    });
    expect(edges(graph, "a.js")).toEqual(["src/pages/one.vue"]);
  });
});

describe("an import leads where another configuration says", () => {
  test.each<[what: string, path: string, text: string, specifier: string, expected: readonly string[]]>([
    ["Nuxt", "nuxt.config.ts", "export default {}", "~/src/x", ["src/x.js"]],
    ["Docusaurus", "docusaurus.config.ts", "export default {}", "@site/src/x", ["src/x.js"]],
    [
      "Nuxt with a directory of sources",
      "nuxt.config.ts",
      'export default { srcDir: "src/" }',
      "@/x",
      ["src/x.js"],
    ],
    ["Nuxt from its root", "nuxt.config.ts", 'export default { srcDir: "lib" }', "~~/src/x", ["src/x.js"]],
    ["Kit", "svelte.config.js", "export default {}", "$lib/x", ["src/lib/x.js"]],
    [
      "Kit by its own names",
      "svelte.config.js",
      'export default { kit: { alias: { "$s/*": "src/*" } } }',
      "$s/x",
      ["src/x.js"],
    ],
    [
      "Kit with another directory",
      "svelte.config.js",
      'export default { kit: { files: { lib: "src" } } }',
      "$lib/y",
      ["src/y.js"],
    ],
    [
      "Jest by an expression",
      "jest.config.js",
      'module.exports = { moduleNameMapper: { "^@/(.*)$": "<rootDir>/src/$1" } }',
      "@/x",
      ["src/x.js"],
    ],
    [
      "Jest by its part of package.json",
      "package.json",
      '{ "jest": { "moduleNameMapper": { "^@/(.*)$": "<rootDir>/src/$1" } } }',
      "@/x",
      ["src/x.js"],
    ],
    [
      "Jest from another root",
      "config/jest.config.js",
      'module.exports = { rootDir: "..", moduleNameMapper: { "^@/(.*)$": "<rootDir>/src/$1" } }',
      "@/x",
      ["src/x.js"],
    ],
    [
      "Jest by paths",
      "jest.config.js",
      'module.exports = { modulePaths: ["<rootDir>/src"] }',
      "x",
      ["src/x.js"],
    ],
    [
      "Jest by directories",
      "jest.config.js",
      'module.exports = { moduleDirectories: ["node_modules", "src"] }',
      "lib/x",
      ["src/lib/x.js"],
    ],
    [
      "Jest for a file beside it",
      "jest.config.js",
      'module.exports = { moduleNameMapper: { "\\\\.css$": "<rootDir>/mocks/style.js" } }',
      "./a.css",
      ["mocks/style.js"],
    ],
    [
      "Babel",
      "babel.config.js",
      'module.exports = { plugins: [["module-resolver", { alias: { "@": "./src" } }]] }',
      "@/x",
      ["src/x.js"],
    ],
    [
      "Babel by roots",
      ".babelrc",
      '{ "plugins": [["module-resolver", { "root": ["./src"] }]] }',
      "lib/x",
      ["src/lib/x.js"],
    ],
    [
      "Babel by an expression",
      ".babelrc",
      '{ "plugins": [["module-resolver", { "alias": { "^@/(.+)": "./src/\\\\1" } }]] }',
      "@/x",
      ["src/x.js"],
    ],
    [
      "webpack",
      "webpack.config.js",
      'module.exports = { resolve: { alias: { "@": path.resolve(__dirname, "src"), z$: "./src/y.js" } } }',
      "z",
      ["src/y.js"],
    ],
    [
      "webpack by directories",
      "webpack.config.js",
      'module.exports = { resolve: { modules: ["node_modules", path.resolve(__dirname, "src")] } }',
      "lib/x",
      ["src/lib/x.js"],
    ],
    [
      "Rollup",
      "rollup.config.js",
      'export default { plugins: [alias({ entries: [{ find: "@", replacement: "src" }] })] }',
      "@/x",
      ["src/x.js"],
    ],
    ["anything, from the root", "vite.config.js", 'export default { root: "." }', "/src/x", ["src/x.js"]],
  ])("an import leads where another configuration says of %s", async (_, path, text, specifier, expected) => {
    expect(await leadsTo({ [path]: text }, specifier)).toEqual(expected);
  });
});

test("an installed package that is replaced leads to both", async () => {
  const { graph } = await graphOf({
    files: {
      "vite.config.js": 'export default { resolve: { alias: { vue: "/src/shim.js" } } };',
      "src/shim.js": "",
      "a.js": "import 'vue'",
    },
    ignored: { "node_modules/vue/package.json": '{ "main": "i.js" }', "node_modules/vue/i.js": "" },
  });
  expect(edges(graph, "a.js")).toEqual(["src/shim.js"]);
  expect(graph.external(p("a.js"))).toEqual(["vue"]);
});

test("a name whose place only running the configuration tells may lead anywhere", async () => {
  const { graph } = await graphOf({
    files: {
      "vite.config.js": 'export default { resolve: { alias: { "@": find() } } };',
      "a.js": "import '@/x'",
    },
  });
  expect(graph.opaque(p("a.js")).map(({ specifier }) => specifier)).toEqual(["@/x"]);
});

test.each(["(a+)+$", "(a|a)*b", "(.*)*x", ".*.*.*.*.*y", "("])(
  "the expression %s holds nothing up",
  async (find) => {
    const name = "a".repeat(300);
    const { graph } = await graphOf({
      files: {
        "jest.config.js": `module.exports = { moduleNameMapper: { ${JSON.stringify(find)}: "<rootDir>/b.js" } }`,
        "a.js": `import ${JSON.stringify(name)}`,
        "b.js": "",
      },
    });
    expect(graph.unresolved(p("a.js"))).toHaveLength(1);
  },
);

describe("a package of the repository leads, beside what every import gets,", () => {
  test.each<[what: string, fields: object, specifier: string, expected: readonly string[]]>([
    ["to what browsers get", { exports: { browser: "./b.js", default: "./a.js" } }, "own", ["a.js", "b.js"]],
    ["to what browsers get in another field", { main: "./a.js", browser: "./b.js" }, "./", ["a.js", "b.js"]],
    [
      "to what a condition of its own gives",
      { exports: { source: "./b.js", default: "./a.js" } },
      "own",
      ["a.js", "b.js"],
    ],
    [
      "to what it imports under a condition",
      { imports: { "#x": { worker: "./b.js", default: "./a.js" } } },
      "#x",
      ["a.js", "b.js"],
    ],
    ["to what browsers get of one file", { browser: { "./a.js": "./b.js" } }, "./a.js", ["a.js", "b.js"]],
  ])(
    "a package of the repository leads, beside what every import gets, %s",
    async (_, fields, specifier, expected) => {
      const files = {
        "package.json": JSON.stringify({ name: "own", ...fields }),
        "a.js": "",
        "b.js": "",
        "t.js": `import "${specifier}"`,
      };
      const { graph } = await graphOf({ files });
      expect([...edges(graph, "t.js")].sort()).toEqual(expected);
    },
  );
});

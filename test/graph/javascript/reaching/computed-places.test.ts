import { describe, expect, test } from "vitest";
import { graphOf, p } from "../../repository.ts";

const ROOTS = 'export const ROOT = new URL("../", import.meta.url);\nexport let OTHER = ROOT;\n';
const FILES = {
  "src/roots.js": ROOTS,
  "plugins/one.js": "1;",
  "plugins/more/two.js": "2;",
  "other/three.js": "3;",
};
const PATHS = 'import path from "node:path";\nimport { ROOT, OTHER } from "./roots.js";\n';
const HERE = "const DIR = path.join(import.meta.dirname, '../plugins');\n";

/** The files that a module can import, and whether there may be others. */
async function importedBy(text: string): Promise<{ files: readonly string[]; isOpaque: boolean }> {
  const { graph } = await graphOf({ files: { ...FILES, "src/a.js": `${PATHS}${text}\n` } });
  const imports = graph.references(p("src/a.js")).filter(({ reference }) => reference.type === "import");
  return {
    files: imports.flatMap(({ resolution }) => resolution.files).filter((path) => path !== "src/roots.js"),
    isOpaque: graph.opaque(p("src/a.js")).length > 0,
  };
}

const PLUGINS = { files: ["plugins/more/two.js", "plugins/one.js"], isOpaque: false };

describe("a computed name in a constant directory leads to any file there", () => {
  test.each([
    "export const load = (name) => import(new URL(name, new URL('plugins/', ROOT)));",
    "const PLACE = new URL('plugins/', ROOT);\nexport const load = (name) => import(new URL(name, PLACE));",
    "const PLACE = new URL('plugins/', ROOT);\nexport const load = (name) => import(new URL(name, PLACE).href);",
    `${HERE}export const load = (name) => import(path.join(DIR, name));`,
    `${HERE}export const load = (name) => import(pathToFileURL(path.resolve(DIR, \`\${name}.js\`)));`,
    `${HERE}export const load = (name) => import(\`\${DIR}/\${name}.js\`);`,
    "export const load = (name) => require(path.join(ROOT, 'plugins', name));",
  ])("a computed name in a constant directory leads to any file there: %s", async (text) => {
    const { files, isOpaque } = await importedBy(text);
    expect({ files: [...files].sort(), isOpaque }).toEqual(PLUGINS);
  });

  test("a computed name in a part of a constant directory leads to the files below that part", async () => {
    const text = `${HERE}export const load = (name) => import(\`\${DIR}/more/\${name}.js\`);`;
    expect(await importedBy(text)).toEqual({ files: ["plugins/more/two.js"], isOpaque: false });
  });
});

describe("a computed name can lead to any file if its directory is not certain", () => {
  test.each([
    [
      "a parameter has the name of the constant",
      `${HERE}export const load = (DIR, x) => import(path.join(DIR, x));`,
    ],
    [
      "a parameter has the name of what the constant is made from",
      "const PLACE = new URL('plugins/', ROOT);\nexport const load = (ROOT, x) => import(new URL(x, PLACE));",
    ],
    [
      "it may change",
      "let DIR = path.join(ROOT, 'plugins');\nexport const load = (x) => import(path.join(DIR, x));",
    ],
    [
      "another module may change it",
      "export const load = (x) => import(new URL(x, new URL('plugins/', OTHER)));",
    ],
    [
      "another module does not have it",
      "import { NONE } from './roots.js';\nimport(path.join(NONE, 'plugins', x));",
    ],
    ["it is the root", "export const load = (x) => import(new URL(x, ROOT));"],
    ["it is the directory of the module", "export const load = (x) => import(new URL(x, import.meta.url));"],
    ["it is a file", "export const load = (x) => import(new URL(x, new URL('plugins/one.js', ROOT)));"],
    ["it starts where the program does", "export const load = (x) => import(path.resolve('plugins', x));"],
    ["the name comes first", "export const load = (x) => import(path.join(x, 'plugins'));"],
  ])("a computed name can lead to any file if its directory is not certain: %s", async (_, text) => {
    expect(await importedBy(text)).toMatchObject({ isOpaque: true });
  });
});

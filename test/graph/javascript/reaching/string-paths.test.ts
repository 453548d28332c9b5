import { expect, test } from "vitest";
import { edges, graphOf } from "../../repository.ts";

const FILES = {
  "src/data/my file.txt": "",
  "src/données/é.txt": "",
  "data/x.txt": "",
  "data/y.txt": "",
  "packages/a/package.json": "{}",
  "packages/a/test/setup.ts": "",
  "test/setup.ts": "",
};

test.each([
  ["a name with a space", "src/a.ts", 'read("./data/my file.txt")', ["src/data/my file.txt"]],
  ["one that starts with no dot", "src/a.ts", 'read("data/my file.txt")', ["src/data/my file.txt"]],
  ["a name that is not English", "src/a.ts", 'read("./données/é.txt")', ["src/données/é.txt"]],
  ["one at the root", "a.ts", 'read("src/données/é.txt")', ["src/données/é.txt"]],
  ["one in the same directory", "src/données/a.ts", "read('é.txt')", ["src/données/é.txt"]],
  ["joined parts", "src/a.ts", 'read(path.join("data", "x.txt"))', ["data/x.txt"]],
  ["parts joined with others", "src/a.ts", "read(resolve('..', \"data\", 'x.txt',))", ["data/x.txt"]],
  ["parts from where it is started", "a.ts", "read(join(process.cwd(), 'data', 'x.txt'))", ["data/x.txt"]],
  ["a directory that is listed", "src/a.ts", 'readdirSync("../data")', ["data/x.txt", "data/y.txt"]],
  ["one with a bare name", "a.ts", 'fs.readdir("data", then)', ["data/x.txt", "data/y.txt"]],
  ["one that was named before", "a.ts", 'const d = "./data"; readdirSync(d)', ["data/x.txt", "data/y.txt"]],
  ["no directory otherwise", "a.ts", 'const d = "./data"', []],
  [
    "the root of a package",
    "packages/a/c/jest.config.js",
    "a = '<rootDir>/test/setup.ts'",
    ["packages/a/test/setup.ts", "test/setup.ts"],
  ],
  [
    "the same in data",
    "packages/a/jest.json",
    '{"setupFiles": ["<rootDir>/test/setup"]}',
    ["packages/a/test/setup.ts", "test/setup.ts"],
  ],
])("a string leads to %s", async (_, path, text, expected) => {
  const { graph } = await graphOf({ files: { ...FILES, [path]: text } });
  expect(edges(graph, path)).toEqual(expected);
});

test.each([
  ["an augmentation", "export {};\ndeclare module 'lib' { export const a: 1; }", ["packages/a/lib.js"]],
  [
    "one in a text that cannot be parsed",
    "declare module 'lib' { export const a: 1; }}",
    ["packages/a/lib.js"],
  ],
  ["no module that is declared as a whole", "declare module 'lib' { export const a: 1; }", []],
  [
    "none that imports something itself",
    "declare module 'lib' { import { b } from './b.js'; export const a: typeof b; }",
    ["src/b.ts"],
  ],
])("`declare module` leads to %s", async (_, text, expected) => {
  const files = {
    "package.json": '{ "workspaces": ["packages/*"] }',
    "packages/a/package.json": '{ "name": "lib", "main": "lib.js" }',
    "packages/a/lib.js": "",
    "src/b.ts": "export const b = 1",
  };
  const { graph } = await graphOf({ files: { ...files, "src/a.d.ts": text } });
  expect(edges(graph, "src/a.d.ts")).toEqual(expected);
});

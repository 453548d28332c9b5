import { dirname } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { directoriesOf, directoriesOfFiles, listPaths } from "../../src/paths/directories.ts";
import { layer } from "../../src/values/layered-map.ts";

const name = fc.constantFrom("a", "b", "ab", "a.b", ".");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));

function above(one: string): readonly string[] {
  const directory = dirname(one);
  return one.includes("/") ? [directory, ...above(directory)] : [];
}

it("the directories of paths are all that are above any of them, in whatever order", () => {
  fc.assert(
    fc.property(fc.array(path), (paths) => {
      expect([...directoriesOf(paths)].sort()).toEqual([...new Set(paths.flatMap(above))].sort());
    }),
  );
});

it("the directories of a list of files are found once", () => {
  const files = new Map([["a/b/c.ts", 1]]);
  expect([...directoriesOfFiles(files)]).toEqual(["a/b", "a"]);
  expect(directoriesOfFiles(files)).toBe(directoriesOfFiles(files));
});

it("files that differ only in content have the same directories and paths, and others have their own", () => {
  const files = new Map([
    ["a/one.ts", 1],
    ["b/two.ts", 1],
  ]);
  const edited = layer(files, new Map([["a/one.ts", 2]]));
  expect(directoriesOfFiles(edited)).toBe(directoriesOfFiles(files));
  expect(listPaths(edited)).toBe(listPaths(files));
  const moved = layer(
    files,
    new Map([
      ["a/one.ts", null],
      ["c/one.ts", 1],
    ]),
  );
  expect([...directoriesOfFiles(moved)]).toEqual(["b", "c"]);
  expect(listPaths(moved)).toEqual(["b/two.ts", "c/one.ts"]);
});

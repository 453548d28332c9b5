import fc from "fast-check";
import { expect, it } from "vitest";
import { keepSortedPaths } from "../../../src/paths/directories.ts";
import { createChildren } from "../../../src/units/inputs/children.ts";
import type { Place } from "../../../src/vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import type { FileEntry } from "../../../src/vocabulary/tree/snapshot.ts";

const files = fc
  .array(fc.array(fc.constantFrom("a", "ab", "b", "c"), { minLength: 1, maxLength: 4 }), { maxLength: 12 })
  .map((lists) => new Map(lists.map((parts) => [parts.join("/") as RepoPath, {} as FileEntry])));

/** Every directory there can be, more than are looked for one by one. */
const DIRECTORIES = [
  ".",
  ..."a ab b c"
    .split(" ")
    .flatMap((one) => [one, ...["a", "ab", "b", "c"].map((other) => `${one}/${other}`)]),
];

it("a directory has the first part of every path below it that is no output, whether one directory is asked for or many", () => {
  const isOutput = (path: RepoPath): boolean => path.endsWith("c");
  fc.assert(
    fc.property(files, fc.boolean(), (tree, isKnownSorted) => {
      if (isKnownSorted) keepSortedPaths(tree, [...tree.keys()].sort());
      const childrenOf = createChildren({ files: tree }, isOutput);
      for (const directory of DIRECTORIES) {
        const start = directory === "." ? "" : `${directory}/`;
        const below = [...tree.keys()].filter((path) => path.startsWith(start) && !isOutput(path));
        const names = below.map((path) => path.slice(start.length).split("/")[0] ?? "");
        expect([...(childrenOf(directory as Place) ?? [])].sort()).toEqual([...new Set(names)].sort());
        expect(childrenOf(directory as Place) === undefined).toBe(names.length === 0);
      }
    }),
  );
});

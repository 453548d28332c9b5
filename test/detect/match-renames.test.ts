import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sketchLines } from "../../src/detect/renames/line-sketch.ts";
import { matchIdentical } from "../../src/detect/renames/match-identical.ts";
import { matchSimilar } from "../../src/detect/renames/match-similar.ts";
import { byPath } from "../../src/detect/renames/nearness.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { sharedLines } from "./oracle.ts";

interface File {
  readonly path: RepoPath;
  readonly content: string;
  readonly empty: boolean;
}

const file = (path: string, content: string): File => ({
  path: path as RepoPath,
  content,
  empty: content === "",
});

const directory = fc.constantFrom("", "a/", "b/", "a/c/", "b/c/", "d/a/c/");
const name = fc.constantFrom("x.ts", "X.ts", "y.ts", "index.ts");
const line = fc.constantFrom("one", "two", "three", "four", "five", "}", "");
const lines = fc.array(line, { maxLength: 8 }).map((list) => list.join("\n"));

/** Files of distinct paths, split into those that are gone and those that are new. */
function sides(content: fc.Arbitrary<string>): fc.Arbitrary<readonly [readonly File[], readonly File[]]> {
  const entry = fc.tuple(
    fc.tuple(directory, name).map((parts) => parts.join("")),
    content,
    fc.boolean(),
  );
  return fc
    .uniqueArray(entry, { selector: ([path]) => path, maxLength: 20 })
    .map((entries) => [
      entries.filter(([, , isNew]) => !isNew).map(([path, text]) => file(path, text)),
      entries.filter(([, , isNew]) => isNew).map(([path, text]) => file(path, text)),
    ]);
}

/** Many files of few contents under long common paths: more than can be weighed pair by pair. */
const crowd = fc
  .tuple(fc.integer({ min: 30, max: 60 }), fc.integer({ min: 30, max: 60 }), fc.integer({ min: 1, max: 3 }))
  .map(
    ([gone, added, contents]) =>
      [
        Array.from({ length: gone }, (_, at) => file(`old/d${at}/index.ts`, `content ${at % contents}`)),
        Array.from({ length: added }, (_, at) =>
          file(`new/deep/d${at}/index.ts`, `content ${at % contents}`),
        ),
      ] as const,
  );

const named = (pairs: readonly { from: File; to: File; similarity?: number }[]): readonly string[] =>
  pairs.map(({ from, to, similarity }) => `${from.path} ${to.path} ${similarity ?? 1}`).sort();

function expectMatching(pairs: readonly { from: File; to: File }[]): void {
  expect(new Set(pairs.map(({ from }) => from.path)).size).toBe(pairs.length);
  expect(new Set(pairs.map(({ to }) => to.path)).size).toBe(pairs.length);
}

const countOf = (files: readonly File[], content: string): number =>
  files.filter((each) => each.content === content).length;

describe("files of identical content", () => {
  it("pair up, each once, as many as there are on both sides, in whatever order they come", () => {
    const contents = fc.constantFrom("1", "2", "3");
    fc.assert(
      fc.property(fc.oneof(sides(contents), crowd), fc.integer(), ([deleted, added], seed) => {
        const pairs = matchIdentical(deleted, added);
        expectMatching(pairs);
        for (const { from, to } of pairs) expect(from.content).toBe(to.content);
        for (const content of new Set(deleted.map((each) => each.content))) {
          const count = pairs.filter(({ from }) => from.content === content).length;
          expect(count).toBe(Math.min(countOf(deleted, content), countOf(added, content)));
        }
        expect(named(matchIdentical(shuffled(deleted, seed), shuffled(added, seed + 1)))).toEqual(
          named(pairs),
        );
      }),
    );
  });

  it("pair by name first, then by the nearest directory", () => {
    const deleted = [file("a/x.ts", "1"), file("a/b/y.ts", "1")];
    const added = [file("a/z.ts", "1"), file("far/away/x.ts", "1")];
    expect(named(matchIdentical(deleted, added))).toEqual(["a/b/y.ts a/z.ts 1", "a/x.ts far/away/x.ts 1"]);
    const near = [file("q/x.ts", "1"), file("a/c/x.ts", "1")];
    expect(named(matchIdentical([file("a/x.ts", "1")], near))).toEqual(["a/x.ts a/c/x.ts 1"]);
  });

  it("keep their place below a directory that moved, also where hundreds have the same content and name", () => {
    const at = (root: string): readonly File[] =>
      Array.from({ length: 200 }, (_, each) => file(`${root}/d${each}/index.ts`, "export {};\n"));
    for (const { from, to } of matchIdentical(at("old"), at("new/deep"))) {
      expect(to.path).toBe(from.path.replace("old/", "new/deep/"));
    }
  });

  it("files of identical content that are empty pair only under the same name, whatever its case", () => {
    const deleted = [file("a/.gitkeep", ""), file("a/one.py", ""), file("a/two.py", "")];
    const added = [file("b/.gitkeep", ""), file("b/One.py", ""), file("b/three.py", "")];
    expect(named(matchIdentical(deleted, added))).toEqual(["a/.gitkeep b/.gitkeep 1", "a/one.py b/One.py 1"]);
  });
});

type Sketched = File & { readonly sketch: NonNullable<ReturnType<typeof sketchLines>> };

function sketched(files: readonly File[]): readonly Sketched[] {
  return files.flatMap((each) => {
    const sketch = sketchLines(Buffer.from(each.content));
    return sketch === null ? [] : [{ ...each, sketch }];
  });
}

describe("files that share lines", () => {
  it("pair up, each once, never below the threshold, in whatever order they come", () => {
    fc.assert(
      fc.property(
        sides(lines),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer(),
        ([deleted, added], threshold, seed) => {
          const [old, now] = [sketched(deleted), sketched(added)];
          const pairs = matchSimilar(old, now, threshold);
          expectMatching(pairs);
          for (const { from, to, similarity } of pairs) {
            const exact = sharedLines(from.content, to.content);
            expect(exact).toBeGreaterThan(0);
            expect(similarity).toBeGreaterThanOrEqual(threshold);
            expect(similarity).toBeCloseTo(Math.min(exact, 0.999), 9);
          }
          // So few files are all compared: what is left over on both sides is not similar enough.
          const left = (side: "from" | "to", files: readonly Sketched[]): readonly Sketched[] =>
            files.filter((each) => !pairs.some((pair) => pair[side] === each));
          for (const from of left("from", old))
            for (const to of left("to", now)) {
              const similarity = Math.min(sharedLines(from.content, to.content), 0.999);
              expect(similarity === 0 || similarity < threshold).toBe(true);
            }
          expect(named(matchSimilar(shuffled(old, seed), shuffled(now, seed + 1), threshold))).toEqual(
            named(pairs),
          );
        },
      ),
    );
  });

  it("are found among thousands that share their commonest lines, by the lines that are their own", () => {
    const at = (root: string, edit: string): readonly Sketched[] =>
      sketched(
        Array.from({ length: 2000 }, (_, each) =>
          file(
            `${root}/${edit}${each}.ts`,
            `/* licence */\nimport a;\nconst own = ${each};\nuse(own, ${each});\n${edit}\n`,
          ),
        ),
      );
    const pairs = matchSimilar(at("old", ""), at("new", "edited"), 0.5);
    expect(pairs).toHaveLength(2000);
    for (const { from, to } of pairs) expect(to.path).toBe(from.path.replace("old/", "new/edited"));
  });

  it("are the same ones in whatever order they come, also where more of them share a line than are compared", () => {
    const old = sketched(Array.from({ length: 30 }, (_, at) => file(`old/${at}.ts`, `l${at}`)));
    const now = sketched([file("new/all.ts", Array.from({ length: 30 }, (_, at) => `l${at}`).join("\n"))]);
    for (const seed of [1, 2, 3, 4])
      expect(named(matchSimilar(shuffled(old, seed), now, 0))).toEqual(named(matchSimilar(old, now, 0)));
  });

  it("are found by the end of their path where they have no line of their own", () => {
    const at = (root: string, edit: string): readonly Sketched[] =>
      sketched(
        Array.from({ length: 300 }, (_, each) => file(`${root}/p${each}/index.ts`, `a\nb\nc\nd\n${edit}\n`)),
      );
    const pairs = matchSimilar(at("old", "before"), at("new", "after"), 0.6);
    expect(pairs).toHaveLength(300);
    for (const { from, to } of pairs) expect(to.path).toBe(from.path.replace("old/", "new/"));
  });
});

/** The same files in another order, which depends on the seed alone. */
function shuffled<T extends { readonly path: RepoPath }>(files: readonly T[], seed: number): readonly T[] {
  const key = (at: number): number => Math.imul((at + 1) ^ seed, 0x9e3779b1) >>> 0;
  return files
    .toSorted(byPath)
    .map((each, at) => ({ each, key: key(at) }))
    .sort((one, other) => one.key - other.key)
    .map(({ each }) => each);
}

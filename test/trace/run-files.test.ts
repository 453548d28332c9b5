import { describe, expect, it } from "vitest";
import { createRunFiles } from "../../src/trace/run-files.ts";
import type { Seen } from "../../src/trace/sort-trace.ts";
import type { Tree } from "../../src/units/tree.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { Access } from "../../src/vocabulary/tree/path-set.ts";
import { p } from "../graph/repository.ts";
import { seenAs } from "./traces.ts";

const check = (name: string, dependsOn: readonly string[] = [], outputs: readonly string[] = []): Check =>
  ({ name, type: "build", dependsOn, outputs }) as unknown as Check;

/** A check that is not there to make anything. */
const test = (name: string): Check => ({ ...check(name), type: "test" });

const seen = (reads: readonly string[], writes: readonly string[] = []): Seen =>
  seenAs({
    accesses: new Map(reads.map((place): [string, Access] => [place, "content"])),
    writes: new Set(writes.map(p)),
  });

const tree = (files: Readonly<Record<string, string>> = {}): Tree =>
  ({
    snapshot: { files: new Map(Object.entries(files).map(([path, id]) => [path, { kind: "file", id }])) },
  }) as unknown as Tree;

const still = { before: tree(), after: tree() };

describe("what one check writes and another reads in the same run", () => {
  const [one, other] = [check("one"), check("other")];

  it.each([
    ["is written first", true],
    ["is read first", false],
  ])("is told once, whether it %s", (_, writesFirst) => {
    const files = createRunFiles([one, other]);
    if (writesFirst) files.note(one, seen([], ["made/x", "made/y"]), still);
    files.note(other, seen(["made/x", "made/y"]), still);
    if (!writesFirst) files.note(one, seen([], ["made/x", "made/y"]), still);
    expect(files.takeConflicts()).toEqual([{ path: "made/x", writer: "one", reader: "other" }]);
    expect(files.takeConflicts()).toEqual([]);
  });

  it("is nothing where the reader comes after the writer, at any distance", () => {
    const checks = [one, check("between", ["one"]), check("last", ["between"])];
    const files = createRunFiles(checks);
    files.note(one, seen([], ["made/x"]), still);
    files.note(check("last"), seen(["made/x"]), still);
    expect(files.takeConflicts()).toEqual([]);
  });

  it("is nothing where a file of the tree has the bytes that it had", () => {
    const files = createRunFiles([one, other]);
    const [before, after] = [tree({ a: "1" }), tree({ a: "1" })];
    files.note(one, seen([], ["a"]), { before, after });
    files.note(other, seen(["a"]), { before, after });
    expect(files.takeConflicts()).toEqual([]);
    files.note(one, seen([], ["a"]), { before, after: tree({ a: "2" }) });
    expect(files.takeConflicts()).toHaveLength(1);
  });

  it("is told outside of the repository where it is read, not where it is asked for", () => {
    const files = createRunFiles([one, other]);
    files.note(one, seen([], ["/tmp/x", "/tmp/made"]), still);
    files.note(other, seenAs({ accesses: new Map([["/tmp/made", "presence" as Access]]) }), still);
    expect(files.takeConflicts()).toEqual([]);
    files.note(other, seen(["/tmp/x"]), still);
    expect(files.takeConflicts()).toEqual([{ path: "/tmp/x", writer: "one", reader: "other" }]);
  });

  it("is nothing in the places that tools keep for themselves, nor with oneself", () => {
    const files = createRunFiles([one, other]);
    const paths = ["node_modules/.cache/x", "src/__pycache__/x.pyc", ".some_cache/x", "coverage/x"];
    files.note(one, seen([], paths), still);
    files.note(other, seen(paths), still);
    files.note(one, seen([], ["made"]), still);
    files.note(one, seen(["made"]), still);
    expect(files.takeConflicts()).toEqual([]);
  });
});

describe("what a check makes that does not say so", () => {
  const [quiet, use] = [test("quiet"), check("use", ["quiet"])];

  it.each([
    ["in this run", [], ["made/x"]],
    ["in an earlier run", ["made"], []],
  ] as const)("is told where one that waits for it reads it: written %s", (_, earlier, now) => {
    const files = createRunFiles([quiet, use], new Map([["quiet", new Set(earlier)]]));
    files.note(quiet, seen([], now), still);
    expect(files.productsFor(use, tree().snapshot)(p("made/x"))).toBe(false);
    files.note(use, seen(["made/x"]), still);
    expect(files.takeConflicts()).toEqual([
      { path: "made/x", writer: "quiet", reader: "use", makes: "made" },
    ]);
    expect(files.made().get("quiet")).toEqual(new Set(["made"]));
  });

  it.each([
    ["nobody waits for it", [quiet, check("use")], ["made/x"]],
    ["it lies in a package", [quiet, use], ["node_modules/p/x"]],
    ["a tool keeps it for itself", [quiet, use], ["coverage/x"]],
  ] as const)("is not kept where %s", (_, checks, paths) => {
    const files = createRunFiles(checks);
    files.note(quiet, seen([], paths), still);
    expect(files.made().size).toBe(0);
  });

  it("is no product where it is a file of the tree", () => {
    const files = createRunFiles([quiet, use]);
    const [before, after] = [tree({ a: "1" }), tree({ a: "2" })];
    files.note(quiet, seen([], ["a"]), { before, after });
    files.note(use, seen(["a"]), { before: after, after });
    expect(files.productsFor(use, after.snapshot)(p("a"))).toBe(false);
    expect(files.takeConflicts()).toEqual([]);
  });
});

describe("products for a check", () => {
  const snapshot = tree({ "src/a": "1" }).snapshot;

  it("are what the checks before it wrote, with all that lies in directories which git does not track", () => {
    const files = createRunFiles([check("make"), check("use", ["make"])]);
    files.note(check("make"), seen([], ["dist/a", "src/made"]), still);
    const isProduct = files.productsFor(check("use"), snapshot);
    expect(
      ["dist/a", "dist/old", "src/made", "src/a", "src/other"].map((path) => isProduct(p(path))),
    ).toEqual([true, true, true, false, false]);
  });

  it("are what it and those before it say that they write", () => {
    const files = createRunFiles([check("make", [], ["gen/**"]), check("use", ["make"], ["own/**"])]);
    const isProduct = files.productsFor(check("use"), snapshot);
    expect(["gen/x", "own/x", "more/x"].map((path) => isProduct(p(path)))).toEqual([true, true, false]);
  });

  it("may be anything that git does not track, where a check before it was not seen", () => {
    const files = createRunFiles([check("make"), check("use", ["make"]), check("alone")]);
    files.noteUnseen(check("make"));
    const isProduct = files.productsFor(check("use"), snapshot);
    expect(["dist/x", "src/a", "node_modules/p/x"].map((path) => isProduct(p(path)))).toEqual([
      true,
      false,
      false,
    ]);
    expect(files.productsFor(check("alone"), snapshot)(p("dist/x"))).toBe(false);
  });
});

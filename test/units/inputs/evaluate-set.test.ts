import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { observedSet } from "../../../src/paths/path-sets.ts";
import { hashBlob } from "../../../src/system/files/hash-blob.ts";
import { createEvaluateSet } from "../../../src/units/inputs/evaluate-set.ts";
import type { Access, NamedPathSet } from "../../../src/vocabulary/tree/path-set.ts";
import type { FileEntry, Snapshot } from "../../../src/vocabulary/tree/snapshot.ts";
import { graphOf, p } from "../../graph/repository.ts";
import { realTree } from "../real-tree.ts";

interface Place {
  readonly files: Readonly<Record<string, string>>;
  readonly ignored?: Readonly<Record<string, string>>;
  readonly snapshot?: Partial<Snapshot>;
  readonly isOutput?: (path: string) => boolean;
}

/** A real directory; each time that it is asked, everything is looked at again. */
async function place({ files, ignored = {}, snapshot: more, isOutput = () => false }: Place) {
  const { graph, snapshot, root } = await graphOf({ files, ignored });
  const at = (path: string): string => join(root, path);
  let current: Snapshot = { ...snapshot, ...more };
  const value = (set: NamedPathSet): Promise<string | null> => {
    const tree = realTree(current, graph);
    return createEvaluateSet({ root, home: null, env: process.env, tree, isOutput })(set);
  };
  return {
    root,
    write: (path: string, text: string): void => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    remove: (path: string): void => rmSync(at(path), { recursive: true, force: true }),
    link: (path: string, to: string): void => symlinkSync(to, at(path)),
    /** What git would list. */
    see: (change: Partial<Snapshot>): void => void (current = { ...current, ...change }),
    list: (entries: Readonly<Record<string, FileEntry["kind"]>>): void => {
      const listed = Object.entries(entries).map(([path, kind]) => [
        p(path),
        { kind, id: hashBlob(Buffer.from(path + kind), "sha1") },
      ]);
      current = { ...current, files: new Map([...current.files, ...(listed as [])]) };
    },
    value: (path: string, access: Access) => value(observedSet([], [[path, access]])),
  };
}

type Ground = Awaited<ReturnType<typeof place>>;

/** Whether a set has another value after the change. */
async function moves(
  ground: Ground,
  [path, access]: readonly [string, Access],
  change: (ground: Ground) => void,
): Promise<boolean> {
  const before = await ground.value(path, access);
  change(ground);
  return (await ground.value(path, access)) !== before;
}

describe("content", () => {
  it("content of a file of the tree is what the snapshot says", async () => {
    const ground = await place({ files: { a: "1" } });
    expect(await moves(ground, ["a", "content"], ({ list }) => list({ a: "file" }))).toBe(true);
  });

  it("content of any other file is its bytes, and its absence is no bytes", async () => {
    const ground = await place({ files: {}, ignored: { "out/a": "1" } });
    expect(await moves(ground, ["out/a", "content"], ({ write }) => write("out/a", "2"))).toBe(true);
    expect(await moves(ground, ["out/a", "content"], ({ remove }) => remove("out/a"))).toBe(true);
    expect(await ground.value("out/a", "content")).not.toBeNull();
  });

  it("content that cannot be read is not known", async () => {
    const ground = await place({ files: {}, snapshot: { unreadable: new Set([p("a")]) } });
    expect(await ground.value("a", "content")).toBeNull();
    expect(await (await place({ files: {}, ignored: { "d/x": "" } })).value("d", "content")).toBeNull();
  });

  it("content of git's index is the whole tree, and of its head the commit", async () => {
    const ground = await place({ files: { a: "1" } });
    const commit = ({ see }: Ground): void => see({ commit: "abc" });
    expect(await moves(ground, [".git/index", "content"], ({ list }) => list({ b: "file" }))).toBe(true);
    expect(await moves(ground, [".git/HEAD", "content"], commit)).toBe(true);
  });

  it("content in a package is that of its package.json, as long as nobody touched the file", async () => {
    const lock = "node_modules/.package-lock.json";
    const ground = await place({
      files: {},
      ignored: {
        "node_modules/p/i.js": "1",
        "node_modules/p/package.json": "{}",
        [lock]: '{ "packages": { "node_modules/p": {} } }',
      },
    });
    const file = "node_modules/p/i.js";
    const settle = (seconds: number): void => utimesSync(join(ground.root, file), seconds, seconds);
    settle(1_600_000_000);
    const before = await ground.value(file, "content");
    ground.write(file, "2");
    settle(1_600_000_000);
    expect(await ground.value(file, "content")).toBe(before);
    settle(Date.now() / 1000 + 100);
    expect(await ground.value(file, "content")).not.toBe(before);
    settle(1_600_000_000);
    ground.write("node_modules/p/package.json", '{ "version": "2" }');
    expect(await ground.value(file, "content")).not.toBe(before);
  });
});

describe("presence", () => {
  const cases: readonly (readonly [string, (ground: Ground) => void])[] = [
    ["a file that appears", ({ list }) => list({ "x/a": "file" })],
    ["an ignored file that appears", ({ write }) => write("x/a", "")],
    ["a directory that appears", ({ list }) => list({ "x/a/b": "file" })],
    ["a link that appears", ({ list }) => list({ "x/a": "symlink" })],
    ["an ignored link", ({ write, link }) => (write("x/b", ""), link("x/a", "b"))],
  ];

  it.each(cases)("tells %s", async (_, change) => {
    expect(await moves(await place({ files: {} }), ["x/a", "presence"], change)).toBe(true);
  });

  it("does not tell what is in a file", async () => {
    const ground = await place({ files: {}, ignored: { a: "1" } });
    expect(await moves(ground, ["a", "presence"], ({ write }) => write("a", "2"))).toBe(false);
  });

  it("tells where an ignored link leads", async () => {
    const ground = await place({ files: {}, ignored: { one: "", two: "" } });
    ground.link("to", "one");
    const change = ({ remove, link }: Ground): void => (remove("to"), link("to", "two"));
    expect(await moves(ground, ["to", "presence"], change)).toBe(true);
  });
});

describe("names", () => {
  it("are those that git lists, in the directory itself", async () => {
    const ground = await place({ files: { "d/a": "1" } });
    expect(await moves(ground, ["d", "names"], ({ list }) => list({ "d/b": "file" }))).toBe(true);
    expect(await moves(ground, ["d", "names"], ({ list }) => list({ "d/sub/c": "file" }))).toBe(true);
    expect(await moves(ground, ["d", "names"], ({ list }) => list({ "d/sub/d": "file" }))).toBe(false);
    expect(await moves(ground, ["d", "names"], ({ write }) => write("d/ignored", ""))).toBe(false);
    expect(await moves(ground, [".", "names"], ({ list }) => list({ top: "file" }))).toBe(true);
  });

  it("do not include what checks say that they write", async () => {
    const ground = await place({ files: { "d/a": "1" }, isOutput: (path) => path === "d/made" });
    expect(await moves(ground, ["d", "names"], ({ list }) => list({ "d/made": "file" }))).toBe(false);
  });

  it("are those on the disk where git lists nothing", async () => {
    const ground = await place({ files: {}, ignored: { "out/a": "" } });
    expect(await moves(ground, ["out", "names"], ({ write }) => write("out/b", ""))).toBe(true);
    expect(await moves(ground, ["out", "names"], ({ remove }) => remove("out"))).toBe(true);
  });
});

it("a module counts with where its imports lead, and a file does not", async () => {
  const text = { "a.js": 'import "./b.js";\n' };
  const one = await place({ files: text });
  const other = await place({ files: { ...text, "b.js": "" } });
  expect(await one.value("a.js", "module")).not.toBe(await other.value("a.js", "module"));
  expect(await one.value("a.js", "content")).toBe(await other.value("a.js", "content"));
});

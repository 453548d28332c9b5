import { describe, expect, it } from "vitest";
import { createClosures } from "../../src/graph/closure/closure.ts";
import { isRead } from "../../src/graph/is-read.ts";
import { listAccesses } from "../../src/paths/path-sets.ts";
import { attribute, type Habits } from "../../src/trace/attribute.ts";
import type { Seen } from "../../src/trace/sort-trace.ts";
import {
  type Access,
  AMBIENT,
  IMPORTS,
  type NamedPathSet,
  TYPES,
} from "../../src/vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { graphOf, p } from "../graph/repository.ts";
import { seenAs } from "./traces.ts";

const FILES = {
  "package.json": '{ "name": "x", "type": "module", "dependencies": { "dep": "1" } }',
  "a.test.js": 'import "./lib.js";\n',
  "b.test.js": 'import "./other.js";\n',
  "c.test.js": 'import { readFileSync } from "node:fs";\nreadFileSync(["x", "y"].join("/"));\n',
  "d.test.js": 'import "./a.test.js";\n',
  "e.test.js": 'import "dep";\n',
  "lib.js": "export {};\n",
  "other.js": "export {};\n",
  "alone.ts": "export {};\n",
  "type.ts": "export interface T { a: 1 }\n",
  "one.ts": 'import type { T } from "./type.ts";\nexport const t: T = { a: 1 };\n',
  "two.ts": "export {};\n",
  "rule.js": "export {};\n",
  "eslint.config.js": 'import "./rule.js";\n',
  "__mocks__/m.js": "export {};\n",
  "m.test.js": 'import "./__mocks__/m.js";\n',
  "prettier.config.ts": "export default {};\n",
  "g.js": 'import "./prettier.config.ts";\n',
  "data.json": "{}\n",
  "f.test.js": 'import "./data.json";\n',
  "reader.js": 'import { readFileSync } from "node:fs";\nreadFileSync(["data", "json"].join("."));\n',
};

const TYPES_SEEN = { loaded: new Set<RepoPath>(), begin: 1, isFollowing: true, sharesAll: false };

/** In this order, each path with what was done there. */
type Reads = readonly (readonly [string, Access] | string)[];

async function attributed(
  targets: readonly string[],
  reads: Reads,
  { searched = new Set(), ...habits }: Partial<Habits> & Partial<Pick<Seen, "searched">> = {},
): Promise<(target: string) => NamedPathSet> {
  const { graph } = await graphOf({ files: FILES });
  const pairs = reads.map((each) => (typeof each === "string" ? ([each, "content"] as const) : each));
  const order = pairs.map(([place], index) => [place, index] as const);
  const seen = seenAs({
    accesses: new Map(pairs),
    searched,
    opened: openedIn(order, targets),
    firstRead: new Map(order.toReversed()),
    reread: new Set([...openedIn(order, targets)].flatMap(([path, { times }]) => (times > 2 ? [path] : []))),
  });
  const setOf = attribute(seen, {
    targets: targets.map(p),
    parts: [],
    closures: { program: createClosures(graph, isRead), types: createClosures(graph, isRead, "types") },
    graph,
    isRead,
    ownGlobs: ["{dir}/__snapshots__/{name}.snap"],
    habits: { followsImports: true, follower: "program", isConfined: true, types: null, ...habits },
  });
  return (target) => setOf(p(target));
}

/** A target that is read twice was opened twice. */
function openedIn(order: readonly (readonly [string, number])[], targets: readonly string[]): Seen["opened"] {
  return new Map(
    targets.flatMap((target) => {
      const at = order.flatMap(([place, index]) => (place === target ? [index] : []));
      const [first] = at;
      return first === undefined ? [] : [[p(target), { first, last: at.at(-1) ?? first, times: at.length }]];
    }),
  );
}

const placesOf = ({ set }: NamedPathSet): readonly string[] =>
  [...listAccesses(set)].map(([place]) => place).sort();

describe("of a command over several files", () => {
  const reads: Reads = ["setup.js", "a.test.js", "lib.js", "b.test.js", "other.js"];
  const both = ["a.test.js", "b.test.js"];

  it("a closed target takes what its imports lead to, and what nobody's imports explain", async () => {
    const setOf = await attributed(both, reads);
    expect(setOf("a.test.js").set.parts).toEqual([IMPORTS]);
    expect(placesOf(setOf("a.test.js"))).toEqual(["setup.js"]);
    expect(setOf("b.test.js").id).toBe(setOf("a.test.js").id);
  });

  it("what was read before a target that imports it was opened counts for all", async () => {
    const setOf = await attributed(both, ["lib.js", "a.test.js", "b.test.js", "other.js"]);
    expect(placesOf(setOf("b.test.js"))).toEqual(["lib.js"]);
  });

  it("in a command over several files, what was read before a file was opened again counts for it: it was opened to look at its comments first", async () => {
    const setOf = await attributed(both, [...both, "lib.js", "a.test.js", "other.js"]);
    expect(placesOf(setOf("b.test.js"))).toEqual(["lib.js"]);
  });

  it("data counts for all where code that nobody imports may read it, and code does not", async () => {
    const targets = ["a.test.js", "f.test.js"];
    const read = [...targets, "lib.js", "data.json"];
    const plain = await attributed(targets, ["rule.js", ...read]);
    expect(placesOf(plain("a.test.js"))).toEqual(["rule.js"]);
    const reading = await attributed(targets, ["reader.js", ...read]);
    expect(placesOf(reading("a.test.js"))).toEqual(["data.json", "reader.js"]);
  });

  it("a target that is not closed takes all that was read", async () => {
    const setOf = await attributed(["a.test.js", "c.test.js"], ["a.test.js", "lib.js", "c.test.js", "x/y"]);
    expect(placesOf(setOf("c.test.js"))).toEqual(["lib.js", "x/y"]);
    expect(placesOf(setOf("a.test.js"))).toEqual(["x/y"]);
  });

  it("what a runner puts in place of modules counts for all, though one imports it", async () => {
    const setOf = await attributed(
      ["a.test.js", "m.test.js"],
      ["a.test.js", "lib.js", "m.test.js", "__mocks__/m.js"],
    );
    expect(placesOf(setOf("a.test.js"))).toEqual(["__mocks__/m.js"]);
  });

  it.each([null, TYPES_SEEN])(
    "settings that a plugin loads late count for all, though one imports them",
    async (types) => {
      const targets = ["g.js", "a.test.js"];
      const setOf = await attributed(targets, ["g.js", "a.test.js", "lib.js", "prettier.config.ts"], {
        types,
      });
      expect(placesOf(setOf("a.test.js"))).toEqual(["prettier.config.ts"]);
    },
  );

  it("a target whose package nobody has read is not closed", async () => {
    const targets = ["a.test.js", "e.test.js"];
    const unread = await attributed(targets, ["a.test.js", "lib.js", "e.test.js"]);
    expect(unread("e.test.js").set.parts).toEqual([]);
    const read = await attributed(targets, ["a.test.js", "lib.js", "e.test.js", "node_modules/dep/i.js"]);
    expect(read("e.test.js").set.parts).toEqual([IMPORTS]);
  });

  it("a tool that does not follow imports read each place for all, and no target for another", async () => {
    const setOf = await attributed(both, reads, { followsImports: false });
    expect(placesOf(setOf("a.test.js"))).toEqual(["lib.js", "other.js", "setup.js"]);
  });

  it("a target that is not closed takes other targets where its imports lead there or their directory was listed", async () => {
    const three = ["a.test.js", "c.test.js", "b.test.js"];
    const plain = await attributed(three, [...three, "x/y"]);
    expect(placesOf(plain("c.test.js"))).toEqual(["x/y"]);
    const listing = await attributed(three, [...three, "x/y", [".", "names"]]);
    expect(placesOf(listing("c.test.js"))).toEqual([".", "a.test.js", "b.test.js", "x/y"]);
  });

  it("its own snapshot counts for a target, and not that of another", async () => {
    const snapshot = "__snapshots__/a.test.js.snap";
    const setOf = await attributed(both, [...reads, snapshot]);
    expect(placesOf(setOf("a.test.js"))).toEqual([snapshot, "setup.js"]);
    expect(placesOf(setOf("b.test.js"))).toEqual(["setup.js"]);
  });

  it("declarations that hold everywhere count for all where types are looked at", async () => {
    const setOf = await attributed(both, reads, { follower: "types", types: TYPES_SEEN });
    expect(setOf("a.test.js").set.parts).toContain(AMBIENT);
  });

  describe("that looks at types", () => {
    const three = ["one.ts", "two.ts", "eslint.config.js"];
    const order = ["eslint.config.js", "rule.js", ...three, "type.ts", "alone.ts", "one.ts", "two.ts"];
    const types = { begin: 2, isFollowing: true, sharesAll: false };
    const loaded = new Set(["eslint.config.js", "rule.js"].map(p));

    it("what is read for that counts for those that refer to it, and what the tool loads for all", async () => {
      const setOf = await attributed(three, order, { follower: "types", types: { ...types, loaded } });
      expect(setOf("one.ts").set.parts).toContain(TYPES);
      expect(placesOf(setOf("one.ts"))).toEqual(["eslint.config.js", "rule.js"]);
      expect(setOf("two.ts").id).toBe(setOf("one.ts").id);
    });

    it("a directory that was listed counts for all, unless it leads to what has types", async () => {
      const listed: Reads = [...order, [".", "names"], ["locales", "names"]];
      const setOf = await attributed(three, listed, { follower: "types", types: { ...types, loaded } });
      expect(placesOf(setOf("one.ts"))).toEqual(["eslint.config.js", "locales", "rule.js"]);
    });

    it("all that is read counts for each where the tool may read what it likes", async () => {
      const setOf = await attributed(three, order, { follower: "types", isConfined: false });
      expect(placesOf(setOf("two.ts"))).toEqual(["alone.ts", "rule.js", "type.ts"]);
      const alone = await attributed(["one.ts"], ["one.ts", "alone.ts"], {
        follower: "types",
        isConfined: false,
      });
      expect(placesOf(alone("one.ts"))).toEqual(["alone.ts"]);
    });

    it("a target is no other than alone", async () => {
      const setOf = await attributed(["one.ts"], ["eslint.config.js", "one.ts", "type.ts", "alone.ts"], {
        follower: "types",
        types: { ...types, begin: 1, loaded: new Set() },
      });
      expect(setOf("one.ts").set.parts).toContain(TYPES);
      expect(placesOf(setOf("one.ts"))).toEqual(["eslint.config.js"]);
    });

    it("what the graph does not know counts for all, and so does data", async () => {
      const beside = ["ignored.d.ts", "node_modules/dep/index.d.ts", "data.json"];
      const setOf = await attributed([...three, "f.test.js"], [...order, "f.test.js", ...beside], {
        follower: "types",
        types: { ...types, loaded },
      });
      expect(setOf("one.ts").set.parts).toContain(TYPES);
      expect(placesOf(setOf("one.ts"))).toEqual(expect.arrayContaining(beside));
    });

    it("all that is read again counts for all where rules look at other files, also if that is every file", async () => {
      const setOf = await attributed(three, [...order, [".", "names"]], {
        follower: "types",
        types: { ...types, loaded, sharesAll: true },
      });
      expect(placesOf(setOf("one.ts"))).toEqual(
        [".", "alone.ts", "eslint.config.js", "rule.js", "two.ts", "type.ts"].sort(),
      );
    });
  });
});

describe("of a command over one file, or none,", () => {
  it("all that was read counts, but for the file itself", async () => {
    const setOf = await attributed(["a.test.js"], ["a.test.js", "lib.js", "x/y"]);
    expect(placesOf(setOf("a.test.js"))).toEqual(["lib.js", "x/y"]);
  });

  it("listings count however early, where it was given no files", async () => {
    const setOf = await attributed([], ["lib.js"], { searched: new Set(["dir"]) });
    expect(placesOf(setOf(""))).toEqual(["dir", "lib.js"]);
  });
});

import { describe, expect, it } from "vitest";
import { createClosures } from "../../src/graph/closure/closure.ts";
import { isRead } from "../../src/graph/is-read.ts";
import { type Linted, seeLinting } from "../../src/trace/see-following.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { graphOf, p } from "../graph/repository.ts";
import { seenAs } from "./traces.ts";

const FILES = {
  "package.json": '{ "type": "module" }',
  "eslint.config.js": 'import "./rules/no-foo.js";\n',
  "rules/no-foo.js": "export {};\n",
  "local-rules.js": 'import "./rules/bar.js";\n',
  "rules/bar.js": "export {};\n",
  "a.ts": 'import type { B } from "./b.ts";\nexport const a: B = 1;\n',
  "b.ts": "export type B = number;\n",
  "c.js": 'import "./d.js";\n',
  "d.js": "export {};\n",
  "e.js": 'import "./c.js";\n',
  ".eslintrc.cjs": "module.exports = {};\n",
};

/** What a linter is seen to do that opens these targets in this order, and reads these other files. */
async function linted(
  opens: readonly string[],
  others: readonly string[] = [],
  tries = 1,
): Promise<Linted & { readonly names: readonly string[] }> {
  const { graph } = await graphOf({ files: FILES });
  const opened = new Map<RepoPath, { first: number; last: number; times: number }>();
  for (const [at, name] of opens.entries()) {
    const before = opened.get(p(name));
    opened.set(p(name), { first: before?.first ?? at, last: at, times: (before?.times ?? 0) + 1 });
  }
  const seen = seenAs({
    opened,
    tries,
    firstRead: new Map(others.map((name, at) => [name, at - others.length])),
    accesses: new Map([...opens, ...others].map((name) => [name, "module"])),
  });
  const found = seeLinting(seen, {
    tool: "eslint",
    graph,
    types: createClosures(graph, isRead, "types"),
    program: createClosures(graph, isRead),
  });
  return { ...found, names: [...found.loaded].sort() };
}

describe("of a linter", () => {
  it("each target that is read once shows that it follows nothing", async () => {
    expect(await linted(["a.ts", "b.ts", "c.js", "d.js"])).toMatchObject({ isFollowing: false, names: [] });
  });

  it("a target that is read again shows that it follows imports", async () => {
    expect(await linted(["a.ts", "b.ts", "b.ts"])).toMatchObject({ isFollowing: true, names: [] });
    expect(await linted(["c.js", "d.js", "d.js"])).toMatchObject({ isFollowing: true, names: [] });
    // Each of them for its types.
    expect(await linted(["a.ts", "b.ts", "a.ts", "b.ts"])).toMatchObject({ isFollowing: true, names: [] });
  });

  it("tries read again, and show nothing by that", async () => {
    expect(await linted(["a.ts", "b.ts", "a.ts", "b.ts"], [], 2)).toMatchObject({ isFollowing: false });
  });

  it("what a target imports, though only for its types, and is none itself, shows it too", async () => {
    expect(await linted(["a.ts"], ["b.ts"])).toMatchObject({ isFollowing: true });
    expect(await linted(["a.ts"], ["d.js"])).toMatchObject({ isFollowing: false });
  });

  it("its configuration is loaded, with what that imports, and shows nothing", async () => {
    const opens = [
      "eslint.config.js",
      "rules/no-foo.js",
      "a.ts",
      "b.ts",
      "eslint.config.js",
      "rules/no-foo.js",
    ];
    expect(await linted(opens)).toMatchObject({
      isFollowing: false,
      names: ["eslint.config.js", "rules/no-foo.js"],
      begin: 2,
    });
  });

  it("what it opens before a target that it reads once, and again, is loaded", async () => {
    const opens = ["local-rules.js", "rules/bar.js", "a.ts", "b.ts", "local-rules.js", "rules/bar.js"];
    expect(await linted(opens)).toMatchObject({
      isFollowing: false,
      names: ["local-rules.js", "rules/bar.js"],
    });
  });

  it("where a linter reads every file more than once, any that it can load may be loaded", async () => {
    const opens = ["local-rules.js", "a.ts", "b.ts", "local-rules.js", "a.ts", "b.ts"];
    expect(await linted(opens)).toMatchObject({
      isFollowing: true,
      names: ["local-rules.js", "rules/bar.js"],
    });
  });

  it("a linter that reads every file more than once loads no more than its configuration imports", async () => {
    const opens = ["c.js", "d.js", "e.js", "c.js", "d.js", "e.js"];
    expect(await linted(opens, ["eslint.config.js"])).toMatchObject({
      isFollowing: true,
      names: ["eslint.config.js", "rules/no-foo.js"],
      begin: 0,
    });
    // This one may name what it extends.
    expect(await linted(opens, [".eslintrc.cjs"])).toMatchObject({
      isFollowing: true,
      names: [".eslintrc.cjs", "c.js", "d.js", "e.js"],
    });
  });

  it("what it loads counts for all, also if it is given nothing else", async () => {
    const opens = ["eslint.config.js", "rules/no-foo.js", "eslint.config.js", "rules/no-foo.js"];
    expect(await linted(opens)).toMatchObject({
      isFollowing: true,
      names: ["eslint.config.js", "rules/no-foo.js"],
    });
  });
});

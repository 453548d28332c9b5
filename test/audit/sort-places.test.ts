import { describe, expect, it } from "vitest";
import { sortPlaces, type UnitReads } from "../../src/audit/sort-places.ts";
import type { Access, Place } from "../../src/vocabulary/tree/path-set.ts";
import type { ContentId } from "../../src/vocabulary/tree/path.ts";
import type { FileEntry } from "../../src/vocabulary/tree/snapshot.ts";
import { p } from "../graph/repository.ts";

const entry = (kind: FileEntry["kind"]): FileEntry => ({ kind, id: "1" as ContentId });

function sort(...accesses: readonly (readonly [Place, Access])[]): UnitReads {
  return sortPlaces(accesses, {
    root: "/r",
    home: "/home",
    gitDirectories: ["/main/.git"],
    snapshot: {
      files: new Map([
        [p("src/a.ts"), entry("file")],
        [p("link.json"), entry("symlink")],
        [p("lost.json"), entry("symlink")],
        [p("kept/.cache/x"), entry("file")],
      ]),
    },
    isThere: (place) => !place.includes("absent"),
    isFile: (place) => !place.includes("absent") && !place.endsWith("directory"),
    leadsTo: (link) => (link === "lost.json" ? null : "data.json"),
  });
}

describe("what a unit was seen to look at", () => {
  it("is read where its content was taken, in the tree or beside it, and is still there", () => {
    const { files } = sort(
      ["src/a.ts", "module"],
      ["ignored.json", "content"],
      ["absent.tmp", "content"],
      ["a/directory", "content"],
    );
    expect([...files]).toEqual(["src/a.ts", "ignored.json"]);
  });

  it("is a cache where tools keep what they found beside the tree, and a file in it", () => {
    const { files, caches } = sort(
      [".eslintcache", "content"],
      ["a/b.tsbuildinfo", "content"],
      ["kept/.cache/x", "content"],
    );
    expect([...caches]).toEqual([".eslintcache", "a/b.tsbuildinfo"]);
    expect([...files]).toEqual(["kept/.cache/x"]);
  });

  it("is read where it is a link of the tree, however it was come by, and leads on", () => {
    const { files, links } = sort(["link.json", "presence"], ["lost.json", "presence"]);
    expect([...files]).toEqual(["link.json", "lost.json"]);
    expect([...links]).toEqual([["link.json", "data.json"]]);
  });

  it("sets packages, git and what is elsewhere apart, and counts only what was read of these", () => {
    const sorted = sort(
      ["node_modules/a/index.js", "content"],
      ["src/node_modules", "presence"],
      [".git/HEAD", "content"],
      [".git/config.worktree", "presence"],
      ["vendored/.git/HEAD", "content"],
      ["/main/.git/packed-refs", "content"],
      ["~/.npmrc", "content"],
      ["/usr/bin/env", "content"],
      ["/other", "names"],
    );
    expect(sorted.files.size + sorted.missing.size + sorted.listed.size).toBe(0);
    expect([...sorted.packages]).toEqual(["node_modules/a/index.js"]);
    expect([...sorted.git]).toEqual([".git/HEAD", "vendored/.git/HEAD", "/main/.git/packed-refs"]);
    expect([...sorted.outside]).toEqual(["/home/.npmrc", "/usr/bin/env"]);
  });

  it("is listed, or missing where it is not there", () => {
    const { listed, missing } = sort([".", "names"], ["absent.rc", "presence"], ["found.rc", "presence"]);
    expect([...listed]).toEqual(["."]);
    expect([...missing]).toEqual(["absent.rc"]);
  });
});

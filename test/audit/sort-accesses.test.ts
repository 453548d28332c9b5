import { describe, expect, it } from "vitest";
import { sortAccesses, type SortedAccesses } from "../../src/audit/sort-accesses.ts";
import type { TracedAccess } from "../../src/system/read-trace.ts";
import type { FileEntry } from "../../src/vocabulary/snapshot.ts";
import type { ContentId, RepoPath } from "../../src/vocabulary/path.ts";

function sort(
  accesses: readonly (readonly [TracedAccess["type"], string, string?])[],
  products: readonly string[] = [],
): SortedAccesses {
  const entry = (kind: FileEntry["kind"]): FileEntry => ({ kind, id: "1" as ContentId });
  const files = new Map<RepoPath, FileEntry>([
    ["src/a.ts" as RepoPath, entry("file")],
    ["data.json" as RepoPath, entry("file")],
    ["link.json" as RepoPath, entry("symlink")],
    ["linked" as RepoPath, entry("symlink")],
    ["dist/kept.js" as RepoPath, entry("file")],
  ]);
  return sortAccesses(
    accesses.map(([type, path, named = path]) => ({ type, path, named })),
    {
      root: "/r",
      gitDirectory: "/main/.git",
      snapshot: { files },
      isOwn: (path) => path.startsWith(".verification-cache"),
      isProduct: (path) => products.includes(path),
      isFile: (path) => path !== "directory" && !path.startsWith("gone"),
      isDirectory: (path) => path === "directory",
    },
  );
}

function reads(sorted: SortedAccesses): readonly string[] {
  return [...sorted.reads.keys()];
}

describe("what a command did with files", () => {
  it("takes for an input what is read and not written before", () => {
    expect(reads(sort([["read", "/r/src/a.ts"]]))).toEqual(["src/a.ts"]);
    expect(
      reads(
        sort([
          ["read", "/r/dist/kept.js"],
          ["write", "/r/dist/kept.js"],
        ]),
      ),
    ).toEqual(["dist/kept.js"]);
    expect(
      reads(
        sort([
          ["write", "/r/dist/kept.js"],
          ["read", "/r/dist/kept.js"],
        ]),
      ),
    ).toEqual([]);
  });

  it("takes what a command keeps for itself, beside the tree, for its own product", () => {
    const sorted = sort([
      ["read", "/r/kept.db"],
      ["write", "/r/kept.db"],
      ["read", "/r/temp/a.tsbuildinfo"],
      ["write", "/r/new"],
      ["read", "/r/new"],
    ]);
    expect(reads(sorted)).toEqual([]);
    expect([...sorted.writes]).toEqual(["kept.db", "new"]);
    expect([...sorted.caches]).toEqual(["kept.db", "temp/a.tsbuildinfo"]);
  });

  it("takes a program that was started for one that was read, and what was only asked for not", () => {
    const sorted = sort([
      ["start", "/r/src/a.ts"],
      ["found", "/r/data.json"],
      ["start", "/usr/bin/env"],
      ["write", "/r/directory"],
    ]);
    expect(reads(sorted)).toEqual(["src/a.ts"]);
    expect([...sorted.outside]).toEqual(["/usr/bin/env"]);
    expect([...sorted.writes]).toEqual([]);
  });

  it("does not take the products of other checks for inputs, nor directories, nor what is gone", () => {
    const sorted = sort(
      [
        ["read", "/r/dist/new.js"],
        ["read", "/r/directory"],
        ["read", "/r/gone.tmp"],
        ["read", "/r/.verification-cache/store"],
        ["read", "/r/ignored.json"],
      ],
      ["dist/new.js"],
    );
    expect(reads(sorted)).toEqual(["ignored.json"]);
  });

  it("sets packages, git and what is elsewhere apart", () => {
    const sorted = sort([
      ["read", "/r/node_modules/a/index.js"],
      ["read", "/store/a/index.js", "/r/node_modules/a/index.js"],
      ["read", "/r/.git/HEAD"],
      ["read", "/main/.git/worktrees/w/HEAD"],
      ["read", "/other/.git/HEAD"],
      ["read", "/etc/passwd"],
      ["read", "/rest"],
    ]);
    expect(reads(sorted)).toEqual([]);
    expect([...sorted.packages]).toEqual(["node_modules/a/index.js"]);
    expect([...sorted.git]).toEqual([".git/HEAD", "/main/.git/worktrees/w/HEAD"]);
    expect([...sorted.outside]).toEqual(["/other/.git/HEAD", "/etc/passwd", "/rest"]);
  });

  it("reads a link and what it leads to; beside the tree the link is all there is", () => {
    const sorted = sort([
      ["read", "/r/data.json", "/r/link.json"],
      ["read", "/r/src/a.ts", "/r/linked/a.ts"],
      ["read", "/elsewhere", "/r/ignored-link"],
      ["read", "/elsewhere/b", "/r/linked/b"],
    ]);
    expect(sorted.reads).toEqual(
      new Map([
        ["data.json", new Set(["link.json"])],
        ["link.json", new Set()],
        ["src/a.ts", new Set(["linked"])],
        ["linked", new Set()],
        ["ignored-link", new Set()],
      ]),
    );
    expect([...sorted.outside]).toEqual(["/elsewhere/b"]);
  });

  it("keeps lists and what was looked for in vain, but not what it made later", () => {
    const sorted = sort([
      ["list", "/r"],
      ["list", "/r/src"],
      ["list", "/r/node_modules/a"],
      ["missing", "/r/.config"],
      ["missing", "/r/cache.json"],
      ["write", "/r/cache.json"],
    ]);
    expect([...sorted.listed]).toEqual([".", "src"]);
    expect([...sorted.missing]).toEqual([".config"]);
  });
});

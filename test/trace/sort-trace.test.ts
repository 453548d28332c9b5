import { describe, expect, it } from "vitest";
import type { GatheredAccess } from "../../src/system/process/describe-call.ts";
import { type Seen, sortTraces, type TraceContext } from "../../src/trace/sort-trace.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { FileEntry } from "../../src/vocabulary/tree/snapshot.ts";
import { tracedAs } from "./traces.ts";

const ROOT = "/repo";

const entry = (kind: FileEntry["kind"]): FileEntry => ({ kind, id: "id" as FileEntry["id"] });
const FILES = new Map([
  ...["a.ts", "b.ts", "data/x.json", "package.json", "one/x", "mod.py"].map(
    (path) => [path as RepoPath, entry("file")] as const,
  ),
  ["link" as RepoPath, entry("symlink")],
]);

const LINKS = new Map([
  [`${ROOT}/link`, "one"],
  [`${ROOT}/ignored/far`, "near"],
  [`${ROOT}/ignored/near`, `${ROOT}/other/../link`],
  [`${ROOT}/ignored/round`, "round"],
]);

const CONTEXT: TraceContext = {
  root: ROOT,
  home: "/home/u",
  gitDirectories: [`${ROOT}/.git`],
  temporary: ["/tmp"],
  snapshot: { files: FILES },
  depth: "full",
  targets: [],
  searches: true,
  isOwn: (path) => path.startsWith(".verification"),
  linkAt: (absolute) => LINKS.get(absolute) ?? null,
  isProduct: (path) => `${path}/`.startsWith("out/"),
  isNote: (path) => path.startsWith("note"),
  isThere: (place) => FILES.has(place as RepoPath) || ["data", "one", "empty", "/tmp"].includes(place),
  isFile: (place) => FILES.has(place as RepoPath),
  isUnchanged: (place) => FILES.has(place as RepoPath),
};

function sort(
  lines: readonly string[],
  context: Partial<TraceContext> = {},
  more: readonly string[] = [],
): Seen {
  return sortTraces(
    [lines, more].map((each) => ({ accesses: tracedAs(each, ROOT), blind: null })),
    { ...CONTEXT, ...context },
  );
}

const seen = (...args: Parameters<typeof sort>): Readonly<Record<string, string>> =>
  Object.fromEntries(sort(...args).accesses);
const targets = ["a.ts", "b.ts"] as RepoPath[];

describe("what a command did with files", () => {
  it("counts by the strongest thing that it did with each", () => {
    expect(
      seen(["found data/x.json", "read data/x.json", "found data/x.json", "list data", "found data"]),
    ).toEqual({
      "data/x.json": "content",
      data: "names",
    });
  });

  it("counts what stat says of a file by its content, and of a directory by its presence", () => {
    expect(seen(["asked data/x.json", "asked data"])).toEqual({ "data/x.json": "content", data: "presence" });
  });

  it("counts what pytest comes by in search of tests by its presence, unless it is asked about again", () => {
    const search = ["missing data/x.json/pyvenv.cfg", "asked data/x.json"];
    expect(seen(search)).toMatchObject({ "data/x.json": "presence" });
    expect(seen([...search, "asked data/x.json"])).toMatchObject({ "data/x.json": "content" });
    expect(seen([...search, "read data/x.json"])).toMatchObject({ "data/x.json": "content" });
  });

  it("takes more accesses than fit on a stack", () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => ({
      ...(tracedAs(["read data/x.json"], ROOT)[0] as GatheredAccess),
      path: `${ROOT}/data/${at}`,
    }));
    const context = { ...CONTEXT, targets: ["data/1", "data/2"] as RepoPath[] };
    expect(sortTraces([{ accesses: lines, blind: null }], context).accesses.size).toBe(200_000);
  });

  it("counts what is absent by the highest directory that is absent", () => {
    const { accesses, missing } = sort(["missing new/deep/x", "missing data/y"]);
    expect(Object.fromEntries(accesses)).toEqual({ new: "presence", "data/y": "presence" });
    expect(missing).toEqual(new Set(["new", "data/y"]));
  });

  it("counts modules with where they lead, unless every name that it asks for is seen", () => {
    expect(seen(["read a.ts"], { depth: "calls" })).toEqual({ "a.ts": "module" });
    expect(seen(["read a.ts"])).toEqual({ "a.ts": "content" });
  });

  it("counts the links on the way, whatever it does at their end", () => {
    for (const type of ["read", "list", "missing", "found", "asked"]) {
      expect(seen([`${type} one/x as link/x`])).toMatchObject({ link: "presence" });
      expect(seen([`${type} one/x as ignored/far/x`])).toMatchObject({
        "ignored/far": "presence",
        "ignored/near": "presence",
        link: "presence",
      });
    }
    expect(seen(["missing link/y"])).toMatchObject({ link: "presence" });
    expect(seen(["read one/x as ignored/round/x"])).toMatchObject({ "ignored/round": "presence" });
  });

  it("counts what git is asked by what git says of the tree and the commit, and anything else but objects by its bytes", () => {
    const state = ["read .git/index", "read .git/HEAD", "read .git/refs/heads/main", "read .git/logs/HEAD"];
    const passing = [
      "read .git/objects/x",
      "missing .git/index.lock",
      "list .git",
      "read .git/verification/x",
    ];
    const told = { ".git/index": "content", ".git/HEAD": "content" };
    expect(seen([...state, ...passing], { branch: "main" })).toEqual(told);
    expect(seen(state, { branch: "topic" })).toEqual({ ...told, ".git/refs/heads/main": "content" });
    expect(
      seen(["read .git/refs/remotes/origin/main", "missing .git/MERGE_HEAD", "list .git/refs/heads"], {
        branch: "main",
        isThere: (place) => place === ".git",
      }),
    ).toEqual({
      ".git/refs/remotes/origin/main": "content",
      ".git/MERGE_HEAD": "presence",
      ".git/refs/heads": "names",
    });
  });

  it("tells a worktree's own state from that of the others", () => {
    const gitDirectories = ["/main/.git", "/main/.git/worktrees/one"];
    const lines = ["read /main/.git/worktrees/one/HEAD", "read /main/.git/worktrees/two/HEAD"];
    expect(seen(lines, { gitDirectories })).toEqual({
      ".git/HEAD": "content",
      "/main/.git/worktrees/two/HEAD": "content",
    });
  });

  it("does not count this tool's own files, the system's, caches of all, and which names crowded places have", () => {
    const lines = [
      "read .verification-cache/x",
      "read /usr/lib/x",
      "read /var/lib/x",
      "read /home/u/.npm/x",
      "read /tmp/jest_0/x",
      "read /tmp/jiti/x",
      "list /tmp",
      "list /home/u",
    ];
    expect(seen(lines)).toEqual({});
  });

  it("counts files of the user, programs, what lies beside the system's, and temporary files of others", () => {
    const lines = [
      "read /home/u/.rc",
      "list /home/u/d",
      "start /usr/bin/dash as /bin/sh",
      "read /usr/src/x",
      "read /var/www/x",
      "read /dev/shm/x",
      "read /tmp/x",
      "list /tmp/y",
      "missing /tmp/z",
    ];
    expect(seen(lines)).toEqual({
      "~/.rc": "content",
      "~/d": "names",
      "/usr/bin/dash": "content",
      "/bin/sh": "presence",
      "/usr/src/x": "content",
      "/var/www/x": "content",
      "/dev/shm/x": "content",
      "/tmp/x": "content",
      "/tmp/y": "names",
      "/tmp/z": "presence",
    });
  });

  it("was not written to outside of the repository, where that was opened to lock it alone", () => {
    const locked = ["read /home/u/.lock", "write /home/u/.lock"];
    expect(sort(locked, { isUnchanged: () => true }).writes).toEqual(new Set());
    expect(sort(locked, { isUnchanged: () => false }).writes).toEqual(new Set(["~/.lock"]));
  });

  it("does not count what it asks of a temporary directory that it made itself", () => {
    expect(seen(["write /tmp/own", "missing /tmp/own/x", "list /tmp/own/d", "asked /tmp/own"])).toEqual({});
  });

  it("does not count a program that it made itself, wherever it put it", () => {
    expect(seen(["write /tmp/own", "write /tmp/own/tool", "start /tmp/own/tool"])).toEqual({});
    expect(seen(["write /home/u/bin/tool", "start /home/u/bin/tool"])).toEqual({});
    expect(seen(["start /tmp/other/tool"])).toEqual({ "/tmp/other/tool": "content" });
  });

  it("all tries to open a file count together", () => {
    expect(seen(["read data/x.json"], {}, ["read package.json"])).toEqual({
      "data/x.json": "content",
      "package.json": "content",
    });
  });

  it("counts in packages only what is read, and whether a package is there", () => {
    const lines = [
      "found node_modules/p",
      "missing node_modules/p/x",
      "list node_modules/p/lib",
      "read node_modules/p/i.js",
    ];
    expect(seen(lines, { isThere: () => true })).toEqual({
      "node_modules/p": "presence",
      "node_modules/p/i.js": "content",
    });
  });

  it("counts a compiled file as its source, where there is one", () => {
    expect(seen(["read __pycache__/mod.cpython-311.pyc", "read __pycache__/gone.cpython-311.pyc"])).toEqual({
      "mod.py": "content",
      "__pycache__/gone.cpython-311.pyc": "content",
    });
  });
});

describe("what a command writes", () => {
  it("does not count where it was written before it was read", () => {
    expect(seen(["write made", "read made", "found made", "write /tmp/own", "read /tmp/own/y"])).toEqual({});
  });

  it("does not count where it was read before, if git ignores it", () => {
    expect(seen(["read made", "write made"])).toEqual({});
  });

  it("counts where it is of the tree, was read before, and has the same bytes", () => {
    expect(seen(["read a.ts", "write a.ts"])).toEqual({ "a.ts": "content" });
  });

  it("is a changed input where its bytes are others", () => {
    const { accesses, modified } = sort(["read a.ts", "write a.ts"], { isUnchanged: () => false });
    expect([...accesses]).toEqual([]);
    expect(modified).toEqual(["a.ts"]);
  });

  it("counts where git ignores it and it was opened for writing too, but not written to", () => {
    expect(seen(["read made", "write made"], { isUnchanged: () => true })).toEqual({ made: "content" });
  });

  it("is told wherever it lies, but for what is this tool's own or git's", () => {
    const { writes } = sort([
      "write made",
      "write /tmp/x",
      "write .verification-cache/x",
      "write .git/index",
    ]);
    expect(writes).toEqual(new Set(["made", "/tmp/x"]));
  });

  it("does not count where another check makes it", () => {
    expect(seen(["read out/x", "list out", "missing out/y"])).toEqual({});
  });
});

describe("a cache of an earlier run", () => {
  it.each([
    ".eslintcache",
    "x.tsbuildinfo",
    ".mypy_cache/3/x.json",
    "node_modules/.cache/prettier/.prettier-cache",
  ])("hides what would have been read: %s", (path) => {
    expect(sort([`read ${path}`]).cache).toBe(path);
  });

  it("hides nothing where the tool opens all the same, and does not count then", () => {
    const { cache, accesses } = sort(["read note.tsbuildinfo", "read a.ts"]);
    expect({ cache, read: [...accesses.keys()] }).toEqual({ cache: null, read: ["a.ts"] });
  });

  it("hides nothing where the command itself wrote it first, or git tracks it", () => {
    expect(sort(["write .eslintcache", "read .eslintcache"]).cache).toBeNull();
    const files = new Map([[".eslintcache" as RepoPath, entry("file")]]);
    expect(sort(["read .eslintcache"], { snapshot: { files } }).cache).toBeNull();
  });
});

describe("of a command that is given files", () => {
  it("listings before the first of them are how it finds its files, and others count", () => {
    const { accesses, searched } = sort(["list .", "list data", "read a.ts", "list one"], { targets });
    expect(searched).toEqual(new Set([".", "data"]));
    expect(Object.fromEntries(accesses)).toEqual({ "a.ts": "content", one: "names" });
  });

  it("all listings count where its tool does not look for files, or reads there before", () => {
    expect(seen(["list .", "read a.ts"], { targets, searches: false })).toMatchObject({ ".": "names" });
    expect(seen(["list .", "list data", "read data/x.json", "read a.ts"], { targets })).toMatchObject({
      data: "names",
    });
  });

  it("all listings count where it opens none of them", () => {
    expect(seen(["list data"], { targets })).toEqual({ data: "names" });
  });

  it("says which it opened, and when", () => {
    const { opened, firstRead } = sort(["read package.json", "read b.ts", "read b.ts"], { targets });
    expect(opened.get("b.ts" as RepoPath)).toMatchObject({ first: 1, last: 2, times: 2 });
    expect(firstRead.get("package.json")).toBe(0);
  });

  it("says which it opened more often than others, unless a process did that opens nothing else of them", () => {
    const reread = (lines: readonly string[], ...by: readonly number[]): readonly string[] => [
      ...sortTraces([{ accesses: tracedAs(lines, ROOT, by), blind: null }], { ...CONTEXT, targets }).reread,
    ];
    const lines = ["read a.ts", "read b.ts", "read b.ts"];
    expect(reread(lines, 1, 1, 1)).toEqual(["b.ts"]);
    expect(reread(lines, 1, 2, 2)).toEqual([]);
    expect(reread(lines, 1, 2, 3)).toEqual(["b.ts"]);
    expect(reread(lines, 1, 1, 2)).toEqual(["b.ts"]);
  });
});

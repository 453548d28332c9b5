import { execFileSync } from "node:child_process";
import { utimesSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMemoryStatIndex } from "../../src/detect/stat-index.ts";
import { blobId, readEveryFile } from "./oracle.ts";
import { createRepository, entriesOf, entryOf, isolateGit, temporaryDirectory } from "./repository.ts";

isolateGit();

test("a file that git was told to assume unchanged is read", async () => {
  const repo = createRepository();
  repo.write("assumed", "one\n");
  repo.write("gone", "one\n");
  repo.commitAll();
  repo.git("update-index", "--assume-unchanged", "assumed", "gone");
  repo.write("assumed", "two\n");
  repo.remove("gone");
  expect(repo.git("status", "--porcelain")).toBe("");
  const snapshot = await repo.snapshot();
  expect(entriesOf(snapshot)).toEqual({ assumed: `file:${blobId("two\n")}` });
  expect([...snapshot.uncommitted].sort()).toEqual(["assumed", "gone"]);
});

test("a file that git was told to skip is read where it is there, and absent where it is not", async () => {
  const repo = createRepository();
  repo.write("there", "one\n");
  repo.write("away", "one\n");
  repo.commitAll();
  repo.git("update-index", "--skip-worktree", "there", "away");
  repo.write("there", "two\n");
  repo.remove("away");
  const snapshot = await repo.snapshot();
  expect(entriesOf(snapshot)).toEqual({ there: `file:${blobId("two\n")}` });
  expect([...snapshot.uncommitted]).toEqual(["there"]);
});

test("a sparse checkout has the files that are checked out", async () => {
  const repo = createRepository();
  repo.write("kept/a", "a");
  repo.write("left/b", "b");
  repo.commitAll();
  repo.git("sparse-checkout", "set", "kept");
  const snapshot = await repo.snapshot();
  expect(Object.keys(entriesOf(snapshot))).toEqual(["kept/a"]);
  expect([...snapshot.uncommitted]).toEqual([]);
  repo.git("sparse-checkout", "set", "--sparse-index", "kept");
  expect(Object.keys(entriesOf(await repo.snapshot()))).toEqual(["kept/a"]);
});

test("line endings that git converts are part of the content", async () => {
  const repo = createRepository();
  repo.write(".gitattributes", "* text=auto\n*.png binary\n");
  repo.write("a.txt", "one\ntwo\n");
  repo.write("b.png", "\0\n");
  repo.commitAll();
  const before = await repo.snapshot();
  repo.write("a.txt", "one\r\ntwo\r\n");
  const unstaged = await repo.snapshot();
  repo.git("add", "a.txt");
  expect(repo.git("status", "--porcelain")).toBe("");
  const after = await repo.snapshot();
  expect(entriesOf(unstaged)).toEqual(entriesOf(after));
  expect(entryOf(before, "a.txt")).toBe(`file:${blobId("one\ntwo\n")}`);
  expect(entryOf(after, "a.txt")).toBe(`file:${blobId("one\r\ntwo\r\n")}`);
  expect(entriesOf(after)).toEqual(readEveryFile(repo.root));
});

test("a file that was checked out with converted line endings has the id of its bytes", async () => {
  const repo = createRepository();
  repo.write("a.txt", "one\n");
  repo.commitAll();
  repo.git("config", "core.autocrlf", "true");
  repo.remove("a.txt");
  repo.git("checkout", "a.txt");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(entryOf(await repo.snapshot(), "a.txt")).toBe(`file:${blobId("one\r\n")}`);
});

test("content that passes a filter or an encoding has the id of its bytes", async () => {
  const repo = createRepository();
  repo.git("config", "filter.upper.clean", "tr a-z A-Z");
  repo.write(".gitattributes", "*.up filter=upper\n*.utf16 working-tree-encoding=UTF-16LE\n");
  repo.write("a.up", "small\n");
  repo.write("b.utf16", Buffer.from("text\n", "utf16le"));
  repo.commitAll();
  expect(entriesOf(await repo.snapshot())).toEqual(readEveryFile(repo.root));
  repo.write("a.up", "SmAlL\n");
  expect(entriesOf(await repo.snapshot())).toEqual(readEveryFile(repo.root));
});

test("an edit of the same size within one tick of the clock is seen", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  for (const primary of ["git", "hybrid", "timestamp", "hash"] as const) {
    const first = await repo.snapshot({ primary });
    repo.write("a", "two\n");
    expect(entryOf(await repo.snapshot({ primary }), "a")).toBe(`file:${blobId("two\n")}`);
    repo.write("a", "one\n");
    expect(entriesOf(await repo.snapshot({ primary }))).toEqual(entriesOf(first));
  }
});

test("an edit of the same size whose time was put back is seen", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.age("a");
  repo.commitAll();
  // Git compares times by the second, so the edit has to be in another one than the commit.
  const second = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) === second) execFileSync("git", ["--version"]);
  repo.git("config", "core.trustctime", "false");
  repo.git("config", "core.checkStat", "minimal");
  repo.write("a", "two\n");
  repo.age("a");
  expect(entryOf(await repo.snapshot(), "a")).toBe(`file:${blobId("two\n")}`);
});

test("an index that is written while git is asked does not hide an edit", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const tools = temporaryDirectory();
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  // The first status waits for the listing, and then for an edit to be staged.
  const script = [
    "#!/bin/sh",
    `if [ -e "${tools}/done" ]; then exec ${real} "$@"; fi`,
    'case " $* " in',
    `*" ls-files -s "*) ${real} "$@"; touch "${tools}/listed";;`,
    `*" status "*) while [ ! -e "${tools}/listed" ]; do :; done; touch "${tools}/done"`,
    `  echo two > a; ${real} add a; exec ${real} "$@";;`,
    `*) exec ${real} "$@";;`,
    "esac",
  ];
  writeFileSync(`${tools}/git`, script.join("\n"), { mode: 0o755 });
  const path = process.env["PATH"];
  process.env["PATH"] = `${tools}:${path}`;
  try {
    expect(entryOf(await repo.snapshot(), "a")).toBe(`file:${blobId("two\n")}`);
  } finally {
    process.env["PATH"] = path;
  }
});

test("a file with the time of the future is read every time", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  const future = new Date(Date.now() + 3_600_000);
  utimesSync(`${repo.root}/a`, future, future);
  const stats = createMemoryStatIndex();
  await repo.snapshot({ primary: "timestamp", stats });
  writeFileSync(`${repo.root}/a`, "two\n");
  utimesSync(`${repo.root}/a`, future, future);
  expect(entryOf(await repo.snapshot({ primary: "timestamp", stats }), "a")).toBe(`file:${blobId("two\n")}`);
});

test("a file that git cannot look at, and therefore calls unchanged, is gone", async () => {
  const repo = createRepository();
  repo.write("dir/a", "a");
  repo.commitAll();
  repo.remove("dir");
  repo.link("dir", "dir/b");
  expect(repo.git("status", "--porcelain")).toBe("?? dir");
  const snapshot = await repo.snapshot();
  expect(entriesOf(snapshot)).toEqual({ dir: `symlink:${blobId("dir/b")}` });
  expect([...snapshot.uncommitted].sort()).toEqual(["dir", "dir/a"]);
});

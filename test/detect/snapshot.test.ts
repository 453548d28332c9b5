import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync, symlinkSync, truncateSync, unlinkSync } from "node:fs";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { decodePath } from "../../src/paths/encode-path.ts";
import { DETECTION_METHODS } from "../../src/vocabulary/tree/snapshot.ts";
import { blobId, readEveryFile } from "./oracle.ts";
import { createRepository, entriesOf, entryOf, isolateGit } from "./repository.ts";

isolateGit();

test("a clean tree has the blob ids of its files, its commit and its branch", async () => {
  const repo = createRepository();
  repo.write("a.txt", "a\n");
  repo.write("bin/run", "#!/bin/sh\n");
  repo.chmod("bin/run", 0o755);
  const commit = repo.commitAll();
  const snapshot = await repo.snapshot();
  expect(entriesOf(snapshot)).toEqual({
    "a.txt": `file:${blobId("a\n")}`,
    "bin/run": `executable:${blobId("#!/bin/sh\n")}`,
  });
  expect(snapshot).toMatchObject({ method: "git", commit, branch: "main", notes: [] });
  expect([...snapshot.uncommitted, ...snapshot.unreadable]).toEqual([]);
});

test("staged, unstaged, untracked and deleted files are as they are on disk, and uncommitted", async () => {
  const repo = createRepository();
  for (const name of ["staged", "unstaged", "both", "deleted", "same"]) repo.write(name, "one\n");
  repo.commitAll();
  repo.write("staged", "two\n");
  repo.write("both", "two\n");
  repo.git("add", ".");
  repo.write("both", "three\n");
  repo.write("unstaged", "two\n");
  repo.write("untracked", "new\n");
  repo.remove("deleted");
  const snapshot = await repo.snapshot();
  expect(entriesOf(snapshot)).toEqual(readEveryFile(repo.root));
  expect(entryOf(snapshot, "both")).toBe(`file:${blobId("three\n")}`);
  expect([...snapshot.uncommitted].sort()).toEqual(["both", "deleted", "staged", "unstaged", "untracked"]);
});

test("ignored files are left out", async () => {
  const repo = createRepository();
  repo.write(".gitignore", "out/\n.env\n");
  repo.write("out/a.js", "a");
  repo.write(".env", "SECRET=1");
  repo.commitAll();
  expect(Object.keys(entriesOf(await repo.snapshot()))).toEqual([".gitignore"]);
});

test("excluded files and the tool's own files are left out by every method", async () => {
  const repo = createRepository();
  repo.write("src/a.ts", "a");
  repo.write("vendor/deep/b.ts", "b");
  repo.write("other/vendor.ts", "c");
  repo.write(".verification-baseline.json", "{}");
  repo.write(".verification-cache/db", "x");
  repo.write(".verification/state.json", "x");
  repo.write(".verification.yml", "checks: {}");
  repo.commitAll();
  repo.write("vendor/new.ts", "new");
  repo.write(".verification-baseline.json.tmp", "x");
  for (const primary of DETECTION_METHODS) {
    const snapshot = await repo.snapshot({ primary, exclude: ["vendor/**"] });
    expect([primary, ...snapshot.files.keys()].sort()).toEqual(
      [primary, ".verification.yml", "other/vendor.ts", "src/a.ts"].sort(),
    );
    expect([...snapshot.uncommitted]).toEqual([]);
  }
});

test.each([
  [
    "an attribute of the clone",
    (repo: ReturnType<typeof createRepository>) => repo.write(".git/info/attributes", "*.txt ident\n"),
  ],
  [
    "an ignored attribute file",
    (repo: ReturnType<typeof createRepository>) => {
      repo.write(".git/info/exclude", ".gitattributes\n");
      repo.write(".gitattributes", "*.txt ident\n");
    },
  ],
  [
    "an attribute of the user",
    (repo: ReturnType<typeof createRepository>) => {
      repo.write(".git/attributes-of-user", "*.txt ident\n");
      repo.git("config", "core.attributesFile", `${repo.root}/.git/attributes-of-user`);
    },
  ],
])("content that git converts by %s has the id of its bytes", async (_, declare) => {
  const repo = createRepository();
  repo.write("a.txt", "$Id$\n");
  repo.commitAll();
  declare(repo);
  repo.write("a.txt", "$Id: anything $\n");
  const unstaged = await repo.snapshot();
  repo.git("add", "a.txt");
  expect(repo.git("status", "--porcelain", "a.txt")).toBe("");
  expect(entryOf(await repo.snapshot(), "a.txt")).toBe(`file:${blobId("$Id: anything $\n")}`);
  expect(entryOf(unstaged, "a.txt")).toBe(`file:${blobId("$Id: anything $\n")}`);
});

test("a link is its text and is not followed", async () => {
  const repo = createRepository();
  repo.write("target", "one");
  repo.link("link", "target");
  repo.link("dangling", "/nowhere/at/all");
  repo.commitAll();
  repo.link("untracked", "target");
  const before = await repo.snapshot();
  repo.write("target", "two");
  const after = await repo.snapshot();
  for (const [name, text] of [
    ["link", "target"],
    ["dangling", "/nowhere/at/all"],
    ["untracked", "target"],
  ] as const) {
    expect(entryOf(before, name)).toBe(`symlink:${blobId(text)}`);
    expect(entryOf(after, name)).toBe(entryOf(before, name));
  }
});

test("a file that became a link, a directory or executable is what it is now", async () => {
  const repo = createRepository();
  for (const name of ["to-link", "to-directory", "to-executable", "was-directory/a"]) repo.write(name, name);
  repo.commitAll();
  repo.remove("to-link");
  repo.link("to-link", "elsewhere");
  repo.remove("to-directory");
  repo.write("to-directory/inner", "inner");
  repo.git("config", "core.fileMode", "false");
  repo.chmod("to-executable", 0o755);
  repo.remove("was-directory");
  repo.write("was-directory", "now a file");
  const snapshot = await repo.snapshot();
  expect(entriesOf(snapshot)).toEqual(readEveryFile(repo.root));
  expect(entryOf(snapshot, "to-executable")).toBe(`executable:${blobId("to-executable")}`);
});

test("files behind a directory that became a link are gone, also those that git does not look at", async () => {
  const repo = createRepository();
  repo.write("dir/a", "a");
  repo.write("dir/hidden", "b");
  repo.commitAll();
  repo.git("update-index", "--assume-unchanged", "dir/hidden");
  renameSync(`${repo.root}/dir`, `${repo.root}/moved`);
  symlinkSync("moved", `${repo.root}/dir`);
  expect(entriesOf(await repo.snapshot())).toEqual({
    dir: `symlink:${blobId("moved")}`,
    "moved/a": `file:${blobId("a")}`,
    "moved/hidden": `file:${blobId("b")}`,
  });
});

test("links that git writes as files are files", async () => {
  const repo = createRepository();
  repo.link("link", "target");
  repo.commitAll();
  repo.git("config", "core.symlinks", "false");
  unlinkSync(`${repo.root}/link`);
  repo.git("checkout", "link");
  expect(entryOf(await repo.snapshot(), "link")).toBe(`file:${blobId("target")}`);
});

test("a renamed file, also if only its case changed, is under its new name", async () => {
  const repo = createRepository();
  repo.write("readme", "text");
  repo.commitAll();
  repo.git("mv", "readme", "README");
  expect(Object.keys(entriesOf(await repo.snapshot()))).toEqual(["README"]);
  renameSync(`${repo.root}/README`, `${repo.root}/ReadMe`);
  repo.git("config", "core.ignoreCase", "true");
  const snapshot = await repo.snapshot();
  expect(Object.keys(entriesOf(snapshot))).toContain("ReadMe");
});

test("names with any bytes survive", async () => {
  const repo = createRepository();
  const invalid = decodePath(Buffer.from([0x62, 0xff, 0xfe, 0x2e, 0x74]));
  const names = [
    "with space",
    "-dash",
    "line\nbreak",
    'quo"te',
    "back\\slash",
    "ünïcode/日本語",
    invalid,
    "tab\there",
  ];
  for (const name of names) repo.write(name, name);
  repo.write(`dir-${invalid}/inner`, "inner");
  repo.commitAll();
  repo.write(`untracked-${invalid}`, "new");
  repo.write(invalid, "edited");
  repo.write("line\nbreak", "edited");
  const expected = readEveryFile(repo.root);
  expect(Object.keys(expected)).toHaveLength(names.length + 2);
  for (const primary of DETECTION_METHODS)
    expect(entriesOf(await repo.snapshot({ primary }))).toEqual(expected);
});

test("a file that git was only told about is read", async () => {
  const repo = createRepository();
  repo.write("intended", "content");
  repo.git("add", "--intent-to-add", "intended");
  const snapshot = await repo.snapshot();
  expect(entriesOf(snapshot)).toEqual({ intended: `file:${blobId("content")}` });
  expect([...snapshot.uncommitted]).toEqual(["intended"]);
});

test("a file in conflict is what is on disk", async () => {
  const repo = createRepository();
  repo.write("a", "base\n");
  repo.write("b", "base\n");
  repo.commitAll();
  repo.git("checkout", "-q", "-b", "side");
  repo.write("a", "side\n");
  repo.remove("b");
  repo.commitAll();
  repo.git("checkout", "-q", "main");
  repo.write("a", "main\n");
  repo.write("b", "main\n");
  repo.commitAll();
  expect(() => repo.git("merge", "-q", "side")).toThrow("Command failed");
  const snapshot = await repo.snapshot();
  expect(entriesOf(snapshot)).toEqual(readEveryFile(repo.root));
  expect([...snapshot.uncommitted].sort()).toEqual(["a", "b"]);
});

test("a FIFO, a socket or a device is never opened, and a tracked file that became one is unreadable", async () => {
  const repo = createRepository();
  repo.write("tracked", "a");
  repo.write("assumed", "a");
  repo.write("kept", "a");
  repo.commitAll();
  repo.git("update-index", "--assume-unchanged", "assumed");
  for (const name of ["tracked", "assumed"]) repo.remove(name);
  execFileSync("mkfifo", ["tracked", "assumed", "untracked"], { cwd: repo.root });
  const server = createServer().listen(`${repo.root}/socket`);
  await new Promise((resolve) => server.once("listening", resolve));
  const snapshot = await repo.snapshot();
  expect(Object.keys(entriesOf(snapshot))).toEqual(["kept"]);
  expect([...snapshot.unreadable].sort()).toEqual(["assumed", "tracked"]);
  for (const primary of ["timestamp", "hash"] as const) {
    const walked = await repo.snapshot({ primary });
    expect(Object.keys(entriesOf(walked))).toEqual(["kept"]);
    expect([...walked.unreadable]).toEqual([]);
  }
  expect([...(await repo.snapshot({ primary: "hybrid" })).unreadable].sort()).toEqual(["assumed", "tracked"]);
  await new Promise((resolve) => server.close(resolve));
});

test("a file of more than 2 GiB is read as a stream", { timeout: 300_000 }, async () => {
  const repo = createRepository();
  repo.write("large", "start");
  truncateSync(`${repo.root}/large`, 2 ** 31 + 5);
  const snapshot = await repo.snapshot();
  // What `git hash-object` says.
  expect(entryOf(snapshot, "large")).toBe("file:ac59782aeb69785230b2e0b86240d247d6bee4c8");
});

test("files that vanish or appear while the tree is read do no harm", async () => {
  const repo = createRepository();
  for (let at = 0; at < 200; at += 1) repo.write(`file${at}`, `${at}`);
  const pending = repo.snapshot();
  for (let at = 0; at < 200; at += 2) rmSync(`${repo.root}/file${at}`);
  const snapshot = await pending;
  expect([...snapshot.unreadable]).toEqual([]);
  expect(entryOf(snapshot, "file1")).toBe(`file:${blobId("1")}`);
  expect(existsSync(`${repo.root}/file0`)).toBe(false);
});

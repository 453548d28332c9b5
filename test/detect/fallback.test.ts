import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { blobId } from "./oracle.ts";
import {
  createRepository,
  entriesOf,
  entryOf,
  isolateGit,
  openRepository,
  temporaryDirectory,
} from "./repository.ts";

isolateGit();

const original = { ...process.env };
afterEach(() => {
  for (const name of [
    "PATH",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_WORK_TREE",
    "GIT_TEST_ASSUME_DIFFERENT_OWNER",
  ]) {
    if (original[name] === undefined) delete process.env[name];
    else process.env[name] = original[name];
  }
  if (process.getuid?.() === 0 || process.geteuid?.() !== process.getuid?.())
    process.seteuid?.(process.getuid?.() ?? 0);
});

test("without git, files are compared by content, and a note says so", async () => {
  const repo = createRepository();
  repo.write("a", "one");
  repo.commitAll();
  repo.write("a", "two");
  process.env["PATH"] = temporaryDirectory();
  const snapshot = await repo.snapshot();
  expect(snapshot).toMatchObject({ method: "hash", commit: null, branch: null });
  expect(snapshot.notes).toEqual([
    "Git was not used: it is not installed. Files were compared by their contents.",
  ]);
  expect(entriesOf(snapshot)).toEqual({ a: `file:${blobId("two")}` });
});

test("outside of a repository the fallback is used, and a git fallback means hashing", async () => {
  const tree = openRepository(temporaryDirectory());
  tree.write("a", "one");
  for (const [fallback, method] of [
    ["hash", "hash"],
    ["timestamp", "timestamp"],
    ["git", "hash"],
    ["hybrid", "hash"],
  ] as const) {
    const snapshot = await tree.snapshot({ fallback });
    expect(snapshot.method).toBe(method);
    expect(snapshot.notes.join()).toContain("not in a repository");
    expect(entriesOf(snapshot)).toEqual({ a: `file:${blobId("one")}` });
  }
});

test("a method that does not need git gives no note", async () => {
  const tree = openRepository(temporaryDirectory());
  tree.write("a", "one");
  for (const primary of ["hash", "timestamp"] as const) {
    expect(await tree.snapshot({ primary })).toMatchObject({ method: primary, notes: [] });
  }
});

test("a corrupt index is not believed", async () => {
  const repo = createRepository();
  repo.write("a", "one");
  repo.commitAll();
  writeFileSync(`${repo.root}/.git/index`, "garbage that is long enough to be looked at by git");
  const snapshot = await repo.snapshot();
  expect(snapshot.method).toBe("hash");
  expect(snapshot.notes.join()).toMatch(/it said ".*index/);
  expect(entriesOf(snapshot)).toEqual({ a: `file:${blobId("one")}` });
});

test("a repository of another user is not asked", async () => {
  const repo = createRepository();
  repo.write("a", "one");
  repo.commitAll();
  process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
  const snapshot = await repo.snapshot();
  expect(snapshot.method).toBe("hash");
  expect(snapshot.notes.join()).toContain("belongs to another user");
});

test("a bare repository has no tree to ask about", async () => {
  const repo = createRepository("--bare");
  const snapshot = await repo.snapshot();
  expect(snapshot.method).toBe("hash");
});

test("what a git hook sets does not lead to another repository or index", async () => {
  const other = createRepository();
  other.write("other", "other");
  other.commitAll();
  const repo = createRepository();
  repo.write("a", "one");
  const commit = repo.commitAll();
  process.env["GIT_DIR"] = `${other.root}/.git`;
  process.env["GIT_WORK_TREE"] = other.root;
  process.env["GIT_INDEX_FILE"] = `${other.root}/.git/index`;
  const snapshot = await repo.snapshot();
  expect(snapshot).toMatchObject({ method: "git", commit });
  expect(entriesOf(snapshot)).toEqual({ a: `file:${blobId("one")}` });
  expect([...snapshot.uncommitted]).toEqual([]);
});

test("what cannot be read is named, by every method", async () => {
  const repo = createRepository();
  repo.write("readable", "a");
  repo.commitAll();
  repo.write("secret", "b");
  mkdirSync(`${repo.root}/closed`);
  repo.write("closed/inside", "c");
  const nobody = 65534;
  if (process.getuid?.() === 0) {
    // Root can read everything, so the snapshot is taken as somebody else.
    for (const path of [repo.root, `${repo.root}/..`]) chmodSync(path, 0o755);
    repo.git("config", "--global", "safe.directory", "*");
    for (const path of ["secret", "closed"]) chownSync(`${repo.root}/${path}`, 0, 0);
  }
  chmodSync(`${repo.root}/secret`, 0);
  chmodSync(`${repo.root}/closed`, 0);
  if (process.getuid?.() === 0) process.seteuid?.(nobody);
  try {
    for (const primary of ["git", "hybrid", "timestamp", "hash"] as const) {
      const snapshot = await repo.snapshot({ primary });
      expect([primary, snapshot.method]).toEqual([primary, primary]);
      expect([...snapshot.unreadable].sort()).toEqual(["closed", "secret"]);
      expect(entryOf(snapshot, "readable")).toBe(`file:${blobId("a")}`);
      expect(entryOf(snapshot, "secret")).toBe("absent");
    }
  } finally {
    if (process.getuid?.() === 0) process.seteuid?.(0);
    rmSync(`${process.env["HOME"]}/.gitconfig`, { force: true });
    chmodSync(`${repo.root}/closed`, 0o755);
  }
});

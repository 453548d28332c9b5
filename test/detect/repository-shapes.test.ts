import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { blobId, readEveryFile } from "./oracle.ts";
import {
  createRepository,
  entriesOf,
  entryOf,
  openRepository,
  temporaryDirectory,
  isolateGit,
} from "./repository.ts";

isolateGit();

test("before the first commit there is no commit, and every file is uncommitted", async () => {
  const repo = createRepository();
  repo.write("staged", "a");
  repo.git("add", "staged");
  repo.write("untracked", "b");
  const snapshot = await repo.snapshot();
  expect(snapshot).toMatchObject({ commit: null, branch: "main", method: "git" });
  expect(entriesOf(snapshot)).toEqual(readEveryFile(repo.root));
  expect([...snapshot.uncommitted].sort()).toEqual(["staged", "untracked"]);
});

test("an empty repository is an empty tree", async () => {
  const snapshot = await createRepository().snapshot();
  expect(snapshot).toMatchObject({ method: "git", commit: null, notes: [] });
  expect(snapshot.files.size).toBe(0);
});

test("a detached HEAD has no branch", async () => {
  const repo = createRepository();
  repo.write("a", "a");
  const commit = repo.commitAll();
  repo.git("checkout", "-q", "--detach");
  expect(await repo.snapshot()).toMatchObject({ commit, branch: null });
});

test("a repository with SHA-256 ids has such ids", async () => {
  const repo = createRepository("--object-format=sha256");
  repo.write("a", "a");
  repo.commitAll();
  const clean = await repo.snapshot();
  repo.write("b", "a");
  const snapshot = await repo.snapshot();
  expect(entryOf(snapshot, "a")).toBe(entryOf(clean, "a"));
  expect(entryOf(snapshot, "b")).toBe(entryOf(snapshot, "a"));
  expect(entryOf(snapshot, "a")).toHaveLength("file:".length + 64);
});

test("a work tree is its own tree", async () => {
  const repo = createRepository();
  repo.write("a", "one");
  const commit = repo.commitAll();
  const other = openRepository(`${temporaryDirectory()}/other`);
  repo.git("worktree", "add", "-q", "-b", "side", other.root);
  other.write("a", "two");
  other.write("b", "new");
  const snapshot = await other.snapshot();
  expect(snapshot).toMatchObject({ method: "git", branch: "side", commit });
  expect(entriesOf(snapshot)).toEqual({ a: `file:${blobId("two")}`, b: `file:${blobId("new")}` });
  expect(entriesOf(await repo.snapshot())).toEqual({ a: `file:${blobId("one")}` });
});

test("a directory below the top of a repository is seen from itself", async () => {
  const repo = createRepository();
  repo.write("top", "top");
  repo.write("sub dir/a", "a");
  repo.write("sub dir/b", "b");
  repo.commitAll();
  repo.write("sub dir/a", "edited");
  repo.write("sub dir/new", "new");
  repo.write("outside", "new");
  const below = openRepository(`${repo.root}/sub dir`);
  const snapshot = await below.snapshot();
  expect(snapshot.method).toBe("git");
  expect(entriesOf(snapshot)).toEqual(readEveryFile(below.root));
  expect([...snapshot.uncommitted].sort()).toEqual(["a", "new"]);
});

test("a directory that the repository around it ignores is not seen through that repository", async () => {
  const repo = createRepository();
  repo.write(".gitignore", "ignored/\n");
  repo.write("ignored/a", "a");
  repo.commitAll();
  const snapshot = await openRepository(`${repo.root}/ignored`).snapshot();
  expect(snapshot.method).toBe("hash");
  expect(snapshot.notes.join()).toContain("ignores it");
  expect(entriesOf(snapshot)).toEqual({ a: `file:${blobId("a")}` });
});

test("a broken repository is not answered for by the one around it", async () => {
  const repo = createRepository();
  repo.write("inner/a", "a");
  repo.commitAll();
  mkdirSync(`${repo.root}/inner/.git`);
  const snapshot = await openRepository(`${repo.root}/inner`).snapshot();
  expect(snapshot.method).toBe("hash");
  expect(entriesOf(snapshot)).toEqual({ a: `file:${blobId("a")}` });
});

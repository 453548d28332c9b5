import { expect, test } from "vitest";
import { readGitTree } from "../../src/detect/git/git-tree.ts";
import { takeSnapshot, treeOptions } from "../../src/detect/snapshot.ts";
import { areReadAgain, isTreeUnchanged, stampTree } from "../../src/detect/tree-stamp.ts";
import type { TreeStamp } from "../../src/vocabulary/tree/snapshot.ts";
import { createRepository, entriesOf, isolateGit, type Repository, snapshotDefaults } from "./repository.ts";

isolateGit();

async function sealOf(repo: Repository): Promise<TreeStamp | null> {
  const tree = await readGitTree({ ...treeOptions(snapshotDefaults(repo.root)), stats: null });
  if ("ok" in tree) throw new Error(tree.detail);
  return stampTree(tree);
}

async function sealed(repo: Repository): Promise<TreeStamp> {
  const seal = await sealOf(repo);
  if (seal === null) throw new Error("The tree cannot be sealed.");
  return seal;
}

test("a seal holds as long as nothing changes, and breaks with any change", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.write("link-target", "x\n");
  repo.commitAll();
  const changes: readonly (() => void)[] = [
    () => repo.write("a", "two\n"),
    () => repo.write("a", "six\n"),
    () => repo.chmod("a", 0o755),
    () => repo.write("new", "new\n"),
    () => repo.write("new", "now\n"),
    () => repo.write("with space .verification", "not ours\n"),
    () => void repo.git("add", "new"),
    () => void repo.git("commit", "-q", "-m", "new"),
    () => repo.remove("a"),
    () => void repo.git("checkout", "-q", "-b", "other"),
    () => repo.link("link", "link-target"),
    () => void repo.git("config", "core.autocrlf", "true"),
    () => repo.write(".git/info/attributes", "* text\n"),
  ];
  for (const change of changes) {
    const before = await sealed(repo);
    expect([String(change), await isTreeUnchanged(repo.root, before)]).toEqual([String(change), true]);
    change();
    expect([String(change), await isTreeUnchanged(repo.root, before)]).toEqual([String(change), false]);
  }
});

test("hiding a file from git breaks the seal, and a tree with hidden files has none", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const seal = await sealed(repo);
  repo.git("update-index", "--assume-unchanged", "a");
  repo.write("a", "hidden\n");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(await isTreeUnchanged(repo.root, seal)).toBe(false);
  expect(await sealOf(repo)).toBe(null);
});

test("undoing an edit makes the seal hold again", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const seal = await sealed(repo);
  repo.write("a", "two\n");
  expect(await isTreeUnchanged(repo.root, seal)).toBe(false);
  repo.write("a", "one\n");
  expect(await isTreeUnchanged(repo.root, seal)).toBe(true);
});

test("what this tool writes does not break a seal", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const seal = await sealed(repo);
  repo.write(".verification-baseline.json", "{}\n");
  expect(repo.git("status", "--porcelain")).toContain(".verification-baseline.json");
  expect(await isTreeUnchanged(repo.root, seal)).toBe(true);
});

test("a file that git converts breaks the seal although git calls it clean", async () => {
  const repo = createRepository();
  repo.write(".gitattributes", "*.txt text\n");
  repo.write("a.txt", "one\r\ntwo\n");
  repo.commitAll();
  const seal = await sealed(repo);
  expect(await isTreeUnchanged(repo.root, seal)).toBe(true);
  // As many bytes as before, and the same text to git.
  repo.write("a.txt", "one\ntwo\r\n");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(await isTreeUnchanged(repo.root, seal)).toBe(false);
});

test("a tree that was read before can be used for the snapshot", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  repo.write("b", "new\n");
  const options = snapshotDefaults(repo.root);
  const tree = await readGitTree(treeOptions(options));
  if ("ok" in tree) throw new Error(tree.detail);
  expect(entriesOf(await takeSnapshot({ ...options, tree }))).toEqual(entriesOf(await repo.snapshot()));
});

test("another edit of a file that was edited before shows without asking git", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  repo.write("a", "two\n");
  const seal = await sealed(repo);
  expect(await areReadAgain(repo.root, seal)).toBe(true);
  repo.write("a", "six\n");
  expect(await areReadAgain(repo.root, seal)).toBe(false);
});

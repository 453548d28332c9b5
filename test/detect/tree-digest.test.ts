import { expect, test } from "vitest";
import { readGitTree } from "../../src/detect/git-tree.ts";
import { takeSnapshot, treeOptions } from "../../src/detect/snapshot.ts";
import { digestTree } from "../../src/detect/tree-digest.ts";
import { createRepository, entriesOf, isolateGit, type Repository, snapshotDefaults } from "./repository.ts";

isolateGit();

const HOUR = 3_600_000;

async function digestOf(
  repo: Repository,
  globs: { exclude?: string[]; declared?: string[] } = {},
  now = Date.now(),
) {
  const options = { ...snapshotDefaults(repo.root), ...globs };
  const tree = await readGitTree({ ...treeOptions(options), stats: null });
  if ("ok" in tree) throw new Error(tree.detail);
  return digestTree({ tree, exclude: options.exclude, declared: options.declared, now });
}

test("the digest is equal for an equal tree, and different after any change", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.write(".gitignore", "ignored\n");
  repo.write("ignored", "one\n");
  repo.commitAll();
  const declared = ["ignored"];
  const clean = await digestOf(repo, { declared });
  expect(await digestOf(repo, { declared })).toBe(clean);
  const changes: readonly (() => void)[] = [
    () => repo.write("a", "two\n"),
    () => repo.write("a", "six\n"),
    () => repo.chmod("a", 0o755),
    () => repo.write("new", "new\n"),
    () => repo.write("new", "now\n"),
    () => repo.write("ignored", "two\n"),
    () => void repo.git("update-index", "--assume-unchanged", "a"),
    () => repo.write("a", "hidden\n"),
    () => repo.remove("a"),
  ];
  const seen = new Set([clean]);
  for (const change of changes) {
    change();
    const digest = await digestOf(repo, { declared });
    expect(seen.has(digest)).toBe(false);
    seen.add(digest);
  }
  expect(seen.has(await digestOf(repo, { declared, exclude: ["new"] }))).toBe(false);
});

test("undoing an edit restores the digest", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const before = await digestOf(repo);
  repo.write("a", "two\n");
  expect(await digestOf(repo)).not.toBe(before);
  repo.write("a", "one\n");
  expect(await digestOf(repo)).toBe(before);
});

test("where git converts files their times stand for them, unless they are too young", async () => {
  const repo = createRepository();
  repo.write(".gitattributes", "*.txt text\n");
  repo.write("a.txt", "one\n");
  repo.commitAll();
  expect(await digestOf(repo)).toBe(null);
  repo.age("a.txt");
  repo.git("status");
  expect(await digestOf(repo)).toBe(null);
  const settled = await digestOf(repo, {}, Date.now() + HOUR);
  expect(settled).not.toBe(null);
  expect(await digestOf(repo, {}, Date.now() + HOUR)).toBe(settled);
  repo.write("a.txt", "one\r\n");
  repo.git("add", "a.txt");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(await digestOf(repo, {}, Date.now() + HOUR)).not.toBe(settled);
});

test("a tree that was read for its digest can be used for the snapshot", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  repo.write("b", "new\n");
  const options = snapshotDefaults(repo.root);
  const tree = await readGitTree(treeOptions(options));
  if ("ok" in tree) throw new Error(tree.detail);
  expect(entriesOf(await takeSnapshot({ ...options, tree }))).toEqual(entriesOf(await repo.snapshot()));
});

import { existsSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCommitTree } from "../../../src/detect/git/commit-tree.ts";
import { createExclude } from "../../../src/detect/exclude.ts";
import { askGit } from "../../../src/detect/git/git-questions.ts";
import { headTree } from "../../../src/detect/git/head-tree.ts";
import { parseIndexListing } from "../../../src/detect/git/index-listing.ts";
import { listIndex } from "../../../src/detect/git/list-index.ts";
import type { FileEntry } from "../../../src/vocabulary/tree/snapshot.ts";
import { createRepository, isolateGit, openRepository, type Repository } from "../repository.ts";

isolateGit();

async function toldHead(root: string, prefix = ""): Promise<ReadonlyMap<string, FileEntry> | null> {
  const [answers, listed] = await Promise.all([askGit(root), listIndex(root)]);
  if ("ok" in answers || !listed.ok) throw new Error("git did not answer");
  const excluded = createExclude([]);
  const isThere = (path: string): boolean => existsSync(`${root}/${path}`);
  return headTree({
    index: parseIndexListing(listed.stdout, excluded),
    status: answers.status,
    excluded,
    prefix,
    isThere,
  });
}

function sorted(files: ReadonlyMap<string, FileEntry> | null): unknown {
  return files === null ? null : [...files].map(([path, { kind, id }]) => `${path} ${kind} ${id}`).sort();
}

async function committed(repo: Repository): Promise<unknown> {
  const tree = await readCommitTree(repo.root, repo.git("rev-parse", "HEAD"));
  return tree.ok ? sorted(tree.files) : tree.reason;
}

const NAMES = ["a", "b", "dir/a", "dir/deep/b", "with space", "tab\there", "line\nbreak", "ünï"] as const;
const OPERATIONS = ["write", "add", "remove", "rm", "unstage", "intend", "link", "mode", "commit"] as const;

function operate(repo: Repository, operation: (typeof OPERATIONS)[number], path: string, text: string): void {
  const ifPossible = (work: () => unknown): void => {
    try {
      work();
    } catch {
      // Git refuses what makes no sense where things stand.
    }
  };
  ifPossible(() => {
    if (operation === "write") repo.write(path, text);
    if (operation === "add") repo.git("add", "-A", "--", path);
    if (operation === "remove") repo.remove(path);
    if (operation === "rm") repo.git("rm", "-q", "-f", "--cached", "--", path);
    if (operation === "unstage") repo.git("reset", "-q", "--", path);
    if (operation === "intend") repo.git("add", "-N", "--", path);
    if (operation === "mode") repo.chmod(path, 0o755);
    if (operation === "commit") repo.git("commit", "-q", "-m", text);
    if (operation === "link") {
      repo.remove(path);
      repo.link(path, text);
    }
  });
}

test("the files of the commit that is checked out are told from the index and the status, as git lists them", async () => {
  const step = fc.tuple(fc.constantFrom(...OPERATIONS), fc.constantFrom(...NAMES), fc.constantFrom("x", "y"));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const repo = createRepository();
      for (const name of NAMES.slice(0, 5)) repo.write(name, "first");
      repo.commitAll();
      for (const [operation, path, text] of steps) operate(repo, operation, path, text);
      const told = await toldHead(repo.root);
      const truth = await committed(repo);
      // Where nothing is told, git is asked.
      expect(told === null ? truth : sorted(told)).toEqual(truth);
    }),
    { numRuns: 25 },
  );
});

test("nothing is told where a file that was meant to be added is gone", async () => {
  const repo = createRepository();
  repo.write("a", "1");
  repo.write("empty", "");
  repo.commitAll();
  expect(sorted(await toldHead(repo.root))).toEqual(await committed(repo));
  repo.write("b", "1");
  repo.git("add", "-N", "b");
  expect(sorted(await toldHead(repo.root))).toEqual(await committed(repo));
  repo.remove("b");
  expect(await toldHead(repo.root)).toBeNull();
});

test("below the top of a repository, the files are those below", async () => {
  const repo = createRepository();
  repo.write("top", "1");
  repo.write("sub/a", "1");
  repo.commitAll();
  repo.write("sub/a", "2");
  repo.git("add", "sub/a");
  repo.git("rm", "-q", "--cached", "top");
  const sub = openRepository(`${repo.root}/sub`);
  expect(sorted(await toldHead(sub.root, "sub/"))).toEqual(await committed(sub));
});

test("nothing is told in a conflict, nor with a submodule", async () => {
  const repo = createRepository();
  repo.write("a", "1\n");
  const first = repo.commitAll();
  repo.git("checkout", "-q", "-b", "other");
  repo.write("a", "2\n");
  repo.commitAll();
  repo.git("checkout", "-q", "main");
  repo.write("a", "3\n");
  repo.commitAll();
  expect(() => repo.git("merge", "other")).toThrow("merge other");
  expect(await toldHead(repo.root)).toBeNull();
  repo.git("merge", "--abort");
  repo.git("update-index", "--add", "--cacheinfo", `160000,${first},module`);
  expect(await toldHead(repo.root)).toBeNull();
});

test("a commit is known by what the last look at the tree told, until git does not answer", async () => {
  const repo = createRepository();
  repo.write("a", "1");
  const commit = repo.commitAll();
  const { files } = await repo.snapshot();
  repo.git("update-ref", "-d", "HEAD");
  repo.remove(`.git/objects/${commit.slice(0, 2)}`);
  const excluded = createExclude([]);
  expect(await readCommitTree(repo.root, commit, excluded)).toMatchObject({ ok: true, files });
  expect(await readCommitTree(repo.root, commit)).toMatchObject({ ok: false });
  repo.remove(".git");
  await repo.snapshot();
  expect(await readCommitTree(repo.root, commit, excluded)).toMatchObject({ ok: false });
});

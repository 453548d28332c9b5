import { mkdirSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { blobId } from "./oracle.ts";
import {
  createRepository,
  entriesOf,
  entryOf,
  isolateGit,
  openRepository,
  type Repository,
} from "./repository.ts";

isolateGit();

function repositoryWithSubmodule(): { outer: Repository; inner: Repository; commit: string } {
  const library = createRepository();
  library.write("lib.ts", "one\n");
  const commit = library.commitAll();
  const outer = createRepository();
  outer.write("main.ts", "main\n");
  outer.git("submodule", "--quiet", "add", library.root, "vendor/lib");
  outer.commitAll();
  return { outer, inner: openRepository(`${outer.root}/vendor/lib`), commit };
}

test("a clean submodule is one entry with the commit that is checked out", async () => {
  const { outer, commit } = repositoryWithSubmodule();
  const snapshot = await outer.snapshot();
  expect(Object.keys(entriesOf(snapshot))).toEqual([".gitmodules", "main.ts", "vendor/lib"]);
  expect(entryOf(snapshot, "vendor/lib")).toBe(`submodule:${commit}`);
  expect([...snapshot.uncommitted]).toEqual([]);
});

test.each([
  ["an edit", (inner: Repository) => inner.write("lib.ts", "two\n")],
  ["a new file", (inner: Repository) => inner.write("new.ts", "new\n")],
  ["a deleted file", (inner: Repository) => inner.remove("lib.ts")],
  [
    "a staged edit",
    (inner: Repository) => {
      inner.write("lib.ts", "two\n");
      inner.git("add", ".");
    },
  ],
  ["another commit", (inner: Repository) => void inner.commitAll("empty")],
  [
    "an edit that git was told to overlook",
    (inner: Repository) => {
      inner.git("update-index", "--assume-unchanged", "lib.ts");
      inner.write("lib.ts", "two\n");
    },
  ],
  [
    "an edit that settings tell git to ignore",
    (inner: Repository) => {
      openRepository(`${inner.root}/../..`).git("config", "submodule.vendor/lib.ignore", "all");
      inner.write("lib.ts", "two\n");
    },
  ],
])("%s in a submodule changes its id, and undoing it restores the id", async (_, change) => {
  const { outer, inner, commit } = repositoryWithSubmodule();
  change(inner);
  const changed = await outer.snapshot();
  expect(entryOf(changed, "vendor/lib")).toMatch(/^submodule:/);
  expect(entryOf(changed, "vendor/lib")).not.toBe(`submodule:${commit}`);
  expect([...changed.uncommitted]).toEqual(["vendor/lib"]);
  expect(entryOf(await outer.snapshot(), "vendor/lib")).toBe(entryOf(changed, "vendor/lib"));
  inner.git("read-tree", "--empty");
  inner.git("reset", "-q", "--hard", commit);
  inner.git("clean", "-qfd");
  expect(entryOf(await outer.snapshot(), "vendor/lib")).toBe(`submodule:${commit}`);
});

test("two different edits in a submodule have different ids", async () => {
  const { outer, inner } = repositoryWithSubmodule();
  inner.write("lib.ts", "two\n");
  const first = await outer.snapshot();
  inner.write("lib.ts", "six\n");
  expect(entryOf(await outer.snapshot(), "vendor/lib")).not.toBe(entryOf(first, "vendor/lib"));
});

test("a submodule that is not checked out is absent", async () => {
  const { outer } = repositoryWithSubmodule();
  outer.git("submodule", "--quiet", "deinit", "-f", "vendor/lib");
  expect(Object.keys(entriesOf(await outer.snapshot()))).toEqual([".gitmodules", "main.ts"]);
  rmSync(`${outer.root}/vendor/lib`, { recursive: true });
  expect(Object.keys(entriesOf(await outer.snapshot()))).toEqual([".gitmodules", "main.ts"]);
});

test("files in the place of a submodule, which git does not look at, are read as files", async () => {
  const { outer } = repositoryWithSubmodule();
  outer.remove("vendor/lib/.git");
  outer.write("vendor/lib/extra/new.ts", "new\n");
  const snapshot = await outer.snapshot();
  expect(entryOf(snapshot, "vendor/lib/lib.ts")).toBe(`file:${blobId("one\n")}`);
  expect(entryOf(snapshot, "vendor/lib/extra/new.ts")).toBe(`file:${blobId("new\n")}`);
});

test("a snapshot can be taken inside a submodule", async () => {
  const { inner, commit } = repositoryWithSubmodule();
  inner.write("new.ts", "new\n");
  const snapshot = await inner.snapshot();
  expect(snapshot).toMatchObject({ method: "git", commit });
  expect(entriesOf(snapshot)).toEqual({
    "lib.ts": `file:${blobId("one\n")}`,
    "new.ts": `file:${blobId("new\n")}`,
  });
});

test("an untracked repository is one entry that follows its content", async () => {
  const outer = createRepository();
  outer.write("main.ts", "main\n");
  outer.commitAll();
  mkdirSync(`${outer.root}/nested`);
  const nested = openRepository(`${outer.root}/nested`);
  nested.git("init", "-q");
  nested.write("a", "one\n");
  const unborn = await outer.snapshot();
  expect(Object.keys(entriesOf(unborn))).toEqual(["main.ts", "nested"]);
  expect([...unborn.uncommitted]).toEqual(["nested"]);
  const commit = nested.commitAll();
  expect(entryOf(await outer.snapshot(), "nested")).toBe(`submodule:${commit}`);
  nested.write("a", "two\n");
  expect(entryOf(await outer.snapshot(), "nested")).not.toBe(`submodule:${commit}`);
  expect(Object.keys(entriesOf(await outer.snapshot({ exclude: ["nested"] })))).toEqual(["main.ts"]);
});

test("a nested repository that git does not answer for counts file by file", async () => {
  const { outer, inner } = repositoryWithSubmodule();
  inner.git("rev-parse", "--git-dir");
  outer.write(".git/modules/vendor/lib/index", "not an index");
  expect(entryOf(await outer.snapshot(), "vendor/lib/lib.ts")).toBe(`file:${blobId("one\n")}`);
});

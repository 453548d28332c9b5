import { expect, test } from "vitest";
import { detectChanges } from "../../src/detect/change-set.ts";
import { type Baselines, readBaselines } from "../../src/detect/past/baseline-file.ts";
import { type Baseline, buildBaseline } from "../../src/detect/past/baseline.ts";
import { NO_SKETCHES } from "../../src/detect/renames/sketches.ts";
import { BASELINE_FILE } from "../../src/paths/own-files.ts";
import type { ChangeSet } from "../../src/vocabulary/tree/change-set.ts";
import { blobId } from "./oracle.ts";
import {
  createRepository,
  isolateGit,
  openRepository,
  type Repository,
  runIn,
  temporaryDirectory,
} from "./repository.ts";

isolateGit();

const RENAMES = { threshold: 0.6, sketches: NO_SKETCHES };
const TIMESTAMP = "2026-01-02T03:04:05.000Z";

async function baselineOf(repo: Repository): Promise<Baseline> {
  return buildBaseline({ snapshot: await repo.snapshot(), exclude: [], timestamp: TIMESTAMP });
}

async function changesSince(
  repo: Repository,
  against: Baseline | Baselines | { readonly commit: string },
  exclude: readonly string[] = [],
): Promise<ChangeSet> {
  const listed = "timestamp" in against ? only(against) : against;
  const snapshot = await repo.snapshot({ exclude });
  return detectChanges({ snapshot, against: listed, exclude, renames: RENAMES });
}

const only = (baseline: Baseline): Baselines => ({ found: [baseline], problems: [] });

function pathsOf(changes: ChangeSet): Readonly<Record<string, readonly string[]>> {
  return {
    added: changes.added.map((file) => file.path),
    modified: changes.modified.map((file) => file.path),
    deleted: changes.deleted.map((file) => file.path),
  };
}

test("added, modified and deleted files are told apart, with their ids", async () => {
  const repo = createRepository();
  for (const name of ["same", "edited", "gone", "mode"]) repo.write(name, `${name}\n`);
  const commit = repo.commitAll();
  const baseline = await baselineOf(repo);
  repo.write("edited", "now\n");
  repo.remove("gone");
  repo.write("new", "new\n");
  repo.chmod("mode", 0o755);
  expect(await changesSince(repo, baseline)).toEqual({
    added: [{ path: "new", currentId: blobId("new\n") }],
    modified: [
      {
        path: "edited",
        previousId: blobId("edited\n"),
        currentId: blobId("now\n"),
        previousKind: "file",
        currentKind: "file",
      },
      {
        path: "mode",
        previousId: blobId("mode\n"),
        currentId: blobId("mode\n"),
        previousKind: "file",
        currentKind: "executable",
      },
    ],
    deleted: [{ path: "gone", previousId: blobId("gone\n") }],
    renamed: [],
    unchangedCount: 1,
    method: "git",
    baseline: { commitHash: commit, timestamp: TIMESTAMP },
    complete: true,
    reason: null,
  });
});

test("nothing has changed when edits are committed, stashed and restored, or reverted", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  repo.write("a", "two\n");
  repo.write("b", "new\n");
  const baseline = await baselineOf(repo);
  const nothing = { added: [], modified: [], deleted: [] };
  expect(pathsOf(await changesSince(repo, baseline))).toEqual(nothing);
  repo.git("add", "-A");
  expect(pathsOf(await changesSince(repo, baseline))).toEqual(nothing);
  repo.commitAll();
  expect(pathsOf(await changesSince(repo, baseline))).toEqual(nothing);
  repo.write("a", "three\n");
  expect(pathsOf(await changesSince(repo, baseline))).toEqual({ ...nothing, modified: ["a"] });
  repo.write("a", "two\n");
  expect(await changesSince(repo, baseline)).toMatchObject({ ...nothing, unchangedCount: 2 });
});

test("a reverted edit that was there at the baseline is a change", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  repo.write("a", "two\n");
  repo.write("b", "new\n");
  const baseline = await baselineOf(repo);
  repo.write("a", "one\n");
  repo.remove("b");
  expect(pathsOf(await changesSince(repo, baseline))).toEqual({ added: [], modified: ["a"], deleted: ["b"] });
});

test("a rebase, an amended commit or another branch is compared by content", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  repo.git("checkout", "-q", "-b", "side");
  repo.write("b", "side\n");
  repo.commitAll();
  const baseline = await baselineOf(repo);
  repo.git("commit", "-q", "--amend", "-m", "reworded");
  expect(pathsOf(await changesSince(repo, baseline))).toEqual({ added: [], modified: [], deleted: [] });
  repo.git("checkout", "-q", "main");
  expect(pathsOf(await changesSince(repo, baseline))).toEqual({ added: [], modified: [], deleted: ["b"] });
  repo.git("checkout", "-q", "--orphan", "fresh");
  repo.write("c", "new\n");
  expect(pathsOf(await changesSince(repo, baseline))).toEqual({ added: ["c"], modified: [], deleted: ["b"] });
});

test("a commit can be compared with instead", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.write("vendor/x", "x\n");
  const commit = repo.commitAll();
  repo.write("a", "two\n");
  repo.commitAll();
  repo.write("b", "new\n");
  const changes = await changesSince(repo, { commit }, ["vendor/**"]);
  expect(pathsOf(changes)).toEqual({ added: ["b"], modified: ["a"], deleted: [] });
  expect(changes.baseline).toEqual({
    commitHash: commit,
    timestamp: repo.git("show", "-s", "--format=%cI", commit),
  });
});

test("a missing, corrupt or foreign baseline makes every file count, with the reason", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const missing = await changesSince(repo, readBaselines([{ base: repo.root, path: BASELINE_FILE }]));
  expect(missing).toMatchObject({ complete: false, baseline: null, unchangedCount: 0 });
  expect(missing.reason).toContain("never verified");
  expect(pathsOf(missing)).toEqual({ added: ["a"], modified: [], deleted: [] });
});

test("a commit that is not here makes every file count, with the reason", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const changes = await changesSince(repo, { commit: "1234567890".repeat(4) });
  expect(changes).toMatchObject({ complete: false, added: [{ path: "a" }] });
  expect(changes.reason).toContain("123456789012 or its files are not in this repository");
});

test("a commit that a shallow clone does not have is named as such", async () => {
  const origin = createRepository();
  origin.write("a", "one\n");
  const first = origin.commitAll();
  const baseline = await baselineOf(origin);
  origin.write("a", "two\n");
  origin.commitAll();
  const clone = openRepository(`${temporaryDirectory()}/clone`);
  runIn(origin.root, ["clone", "-q", "--depth", "1", `file://${origin.root}`, clone.root]);
  for (const against of [baseline, { commit: first }]) {
    const changes = await changesSince(clone, against);
    expect(changes).toMatchObject({ complete: false, method: "git", added: [{ path: "a" }] });
    expect(changes.reason).toContain("shallow clone");
  }
});

test("a commit whose files were never fetched is not fetched now", async () => {
  const origin = createRepository();
  origin.write("dir/a", "one\n");
  const first = origin.commitAll();
  origin.write("dir/a", "two\n");
  origin.commitAll();
  origin.git("config", "uploadpack.allowFilter", "true");
  const clone = openRepository(`${temporaryDirectory()}/clone`);
  runIn(origin.root, ["clone", "-q", "--filter=tree:0", `file://${origin.root}`, clone.root]);
  expect(await changesSince(clone, { commit: first })).toMatchObject({
    complete: false,
    reason: expect.stringContaining("or its files are not in this repository"),
  });
});

test("a baseline with a commit cannot be used where git cannot be asked", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const baseline = await baselineOf(repo);
  repo.remove(".git");
  const changes = await changesSince(repo, baseline);
  expect(changes).toMatchObject({ complete: false, method: "hash", added: [{ path: "a" }] });
  expect(changes.reason).toContain("cannot be read");
});

test("without git, trees are compared by the ids of all files", async () => {
  const tree = openRepository(temporaryDirectory());
  tree.write("a", "one\n");
  tree.write("b", "one\n");
  const baseline = await baselineOf(tree);
  tree.write("a", "two\n");
  tree.remove("b");
  tree.write("c", "new\n");
  const changes = await changesSince(tree, baseline);
  expect(pathsOf(changes)).toEqual({ added: ["c"], modified: ["a"], deleted: ["b"] });
  expect(changes).toMatchObject({ complete: true, baseline: { commitHash: null, timestamp: TIMESTAMP } });
});

test("a file that can no longer be read counts as modified, without an id", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const baseline = await baselineOf(repo);
  const snapshot = await repo.snapshot();
  const unread = {
    ...snapshot,
    files: new Map(),
    unreadable: new Set([...snapshot.files.keys(), "b" as never]),
  };
  const changes = await detectChanges({
    snapshot: unread,
    against: only(baseline),
    exclude: [],
    renames: RENAMES,
  });
  expect(changes.modified).toEqual([
    { path: "a", previousId: blobId("one\n"), currentId: null, previousKind: "file", currentKind: null },
  ]);
  expect(changes.added).toEqual([{ path: "b", currentId: null }]);
  expect(changes.deleted).toEqual([]);
});

test("line endings that only git would overlook are a change", async () => {
  const repo = createRepository();
  repo.write(".gitattributes", "* text=auto\n");
  repo.write("a.txt", "one\n");
  repo.commitAll();
  const baseline = await baselineOf(repo);
  repo.write("a.txt", "one\r\n");
  repo.git("add", "a.txt");
  expect(pathsOf(await changesSince(repo, baseline))).toEqual({
    added: [],
    modified: ["a.txt"],
    deleted: [],
  });
});

test("a baseline whose commit is not here gives way to the next one", async () => {
  const repo = createRepository();
  repo.write("a", "one");
  repo.commitAll();
  const here = await baselineOf(repo);
  const elsewhere = { ...here, commitHash: "1234567890".repeat(4) };
  repo.write("a", "two");
  const against = { found: [elsewhere, here], problems: [] };
  expect(pathsOf(await changesSince(repo, against))).toEqual({ added: [], modified: ["a"], deleted: [] });
});

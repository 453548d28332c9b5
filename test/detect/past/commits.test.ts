import { expect, test } from "vitest";
import { changedInRange, commitTime, isShallow, resolveCommit } from "../../../src/detect/past/commits.ts";
import { createRepository, isolateGit, openRepository, runIn, temporaryDirectory } from "../repository.ts";

isolateGit();

test("a revision of any kind is resolved to its commit", async () => {
  const repo = createRepository();
  const first = repo.commitAll();
  repo.git("tag", "-a", "v1", "-m", "annotated");
  const second = repo.commitAll();
  for (const [revision, commit] of [
    ["v1", first],
    ["HEAD~1", first],
    ["main", second],
    [second.slice(0, 8), second],
  ]) {
    expect(await resolveCommit(repo.root, revision as string)).toEqual({ ok: true, value: commit });
  }
});

test.each(["nothing", "--help", "-x", "HEAD:a", "", "a b; c", "HEAD^{tree}"])(
  "%j is not a commit, and the message names it",
  async (revision) => {
    const repo = createRepository();
    repo.write("a", "a");
    repo.commitAll();
    const resolved = await resolveCommit(repo.root, revision);
    expect(resolved).toMatchObject({ ok: false, failures: [{ kind: "usage", value: revision }] });
    expect(JSON.stringify(resolved)).toContain(JSON.stringify(JSON.stringify(revision)).slice(1, -1));
  },
);

test("files that changed in a range include deleted and renamed ones", async () => {
  const repo = createRepository();
  for (const name of ["kept", "edited", "deleted", "renamed", "bad\nname"]) repo.write(name, name);
  const from = repo.commitAll();
  repo.write("edited", "now");
  repo.write("bad\nname", "now");
  repo.remove("deleted");
  repo.git("mv", "renamed", "moved");
  repo.commitAll();
  repo.write("kept", "uncommitted");
  const changed = await changedInRange(repo.root, { from, to: "HEAD" });
  expect(changed).toEqual({ ok: true, value: ["bad\nname", "deleted", "edited", "moved", "renamed"] });
  expect(await changedInRange(repo.root, { from: "nowhere", to: "HEAD" })).toMatchObject({
    ok: false,
    failures: [{ message: '"nowhere" is not a commit of this repository.' }],
  });
});

test("a shallow clone is known as one", async () => {
  const origin = createRepository();
  const first = origin.commitAll();
  origin.commitAll();
  const clone = openRepository(`${temporaryDirectory()}/clone`);
  runIn(origin.root, ["clone", "-q", "--depth", "1", `file://${origin.root}`, clone.root]);
  expect(await isShallow(clone.root)).toBe(true);
  expect(await isShallow(origin.root)).toBe(false);
  expect(await isShallow(temporaryDirectory())).toBe(false);
  const resolved = await resolveCommit(clone.root, first);
  expect(JSON.stringify(resolved)).toContain("the clone is shallow");
});

test("a commit has its time", async () => {
  const repo = createRepository();
  const commit = repo.commitAll();
  expect(await commitTime(repo.root, commit)).toBe(repo.git("show", "-s", "--format=%cI"));
  expect(await commitTime(repo.root, "0".repeat(40))).toBe(null);
});

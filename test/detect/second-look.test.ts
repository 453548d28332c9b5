import { expect, test } from "vitest";
import { createSecondLook } from "../../src/detect/second-look.ts";
import { beginSnapshot, takeSnapshot } from "../../src/detect/snapshot.ts";
import type { Snapshot } from "../../src/vocabulary/tree/snapshot.ts";
import { createRepository, isolateGit, snapshotDefaults } from "./repository.ts";

isolateGit();

test("a tree is taken again only where something differs from the last time", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  let taken = 0;
  const look = (): Promise<Snapshot> => {
    taken += 1;
    return takeSnapshot(snapshotDefaults(repo.root));
  };
  const first = await look();
  const { lookAgain, isUnmoved } = createSecondLook(first, look);
  expect(await lookAgain()).toBe(first);
  expect(isUnmoved()).toBe(true);
  repo.write("a", "two\n");
  const second = await lookAgain();
  expect(second.files.get("a" as never)?.id).not.toBe(first.files.get("a" as never)?.id);
  expect(await lookAgain()).toBe(second);
  expect(isUnmoved()).toBe(false);
  repo.write("new", "new\n");
  expect([...(await lookAgain()).files.keys()]).toContain("new");
  repo.remove("new");
  repo.write("a", "one\n");
  expect((await lookAgain()).files).toEqual(first.files);
  expect(taken).toBe(4);
});

test("a tree that cannot be stamped is taken every time", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.commitAll();
  const first = { ...(await takeSnapshot(snapshotDefaults(repo.root))), stamp: null };
  const again = { ...first };
  expect(await createSecondLook(first, () => Promise.resolve(again)).lookAgain()).toBe(again);
});

test("a snapshot that git was asked for earlier is taken again if the index was written since", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.write("b", "one\n");
  repo.commitAll();
  const begun = beginSnapshot({ root: repo.root, primary: "git" });
  // To git, the file is clean and has this content by the time that it lists the index.
  await begun?.answers;
  repo.write("a", "two\n");
  repo.git("add", "a");
  repo.write("a", "three\n");
  const late = await repo.snapshot({ begun });
  expect(late.files).toEqual((await repo.snapshot()).files);
  expect(beginSnapshot({ root: repo.root, primary: "hash" })).toBeUndefined();
});

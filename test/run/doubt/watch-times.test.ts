import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startFileClock } from "../../../src/system/files/file-clock.ts";
import { watchTimes, type Written } from "../../../src/run/doubt/watch-times.ts";
import type { FileEntry } from "../../../src/vocabulary/tree/snapshot.ts";
import { p } from "../../graph/repository.ts";

interface Watched {
  readonly root: string;
  readonly look: () => Written;
}

/** A tree that was left alone before the watch began. */
async function watchFiles(
  paths: readonly string[],
  { wall = Date.now }: { readonly wall?: () => number } = {},
): Promise<Watched> {
  const root = mkdtempSync(join(tmpdir(), "verification-times-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of paths) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  // Clocks of file systems take steps of up to ten milliseconds.
  await delay(15);
  const mark = join(root, "mark");
  writeFileSync(mark, "");
  const files = new Map(paths.map((path) => [p(path), { kind: "file", id: path } as unknown as FileEntry]));
  return { root, look: watchTimes({ root, files }, startFileClock(mark, { wall })) };
}

it("only a file that was written since is listed", async () => {
  const { root, look } = await watchFiles(["a/one", "a/two"]);
  expect(look().list().size).toBe(0);
  writeFileSync(join(root, "a/two"), "other");
  expect([...look().list().keys()]).toEqual(["a/two"]);
  expect(look().stampOf(p("a/one"))).toBeNull();
});

it("a file counts as written even if its bytes and its first time are the same again", async () => {
  const { root, look } = await watchFiles(["a"]);
  utimesSync(join(root, "a"), 1, 1);
  expect(look().stampOf(p("a"))).not.toBeNull();
});

it("each writing of a file gives it another stamp", async () => {
  const { root, look } = await watchFiles(["a"]);
  writeFileSync(join(root, "a"), "1");
  const first = look().stampOf(p("a"));
  expect(look().stampOf(p("a"))).toBe(first);
  await delay(15);
  writeFileSync(join(root, "a"), "1");
  expect(look().stampOf(p("a"))).not.toBe(first);
});

it("a file that is gone, or became a directory, counts as written", async () => {
  const { root, look } = await watchFiles(["gone", "other"]);
  rmSync(join(root, "gone"));
  rmSync(join(root, "other"));
  mkdirSync(join(root, "other"));
  expect([...look().list().keys()]).toEqual(["gone", "other"]);
});

it("the files of a directory that was moved away and back count as written, and those beside it do not", async () => {
  const { root, look } = await watchFiles(["in/moved/deep/file", "in/left/file"]);
  renameSync(join(root, "in/moved"), join(root, "in/elsewhere"));
  renameSync(join(root, "in/elsewhere"), join(root, "in/moved"));
  expect([...look().list().keys()]).toEqual(["in/moved/deep/file"]);
});

it("a name that comes into a directory says nothing about the files in it", async () => {
  const { root, look } = await watchFiles(["in/deep/file"]);
  writeFileSync(join(root, "in/deep/new"), "");
  mkdirSync(join(root, "in/new"));
  expect(look().list().size).toBe(0);
});

it("after the clock was set back, every file counts as written", async () => {
  let behind = 0;
  const { look } = await watchFiles(["a"], { wall: () => Date.now() - behind });
  expect(look().stampOf(p("a"))).toBeNull();
  behind = 60_000;
  expect(look().stampOf(p("a"))).not.toBeNull();
});

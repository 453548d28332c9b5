import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMemoryStatIndex, recordStands, type StatIndex } from "../../src/detect/stat-index.ts";
import { statPath } from "../../src/system/files/file-stat.ts";
import type { ContentId, RepoPath } from "../../src/vocabulary/tree/path.ts";
import { blobId } from "./oracle.ts";
import { createRepository, entryOf, isolateGit } from "./repository.ts";

isolateGit();

const HOUR = 3_600_000;
const FAKE = "f".repeat(40) as ContentId;

/** Puts a wrong id into a record, so that it shows whether the record was believed. */
function poison(stats: StatIndex, path: string): void {
  const record = stats.get(path as RepoPath);
  if (record !== undefined) stats.set(path as RepoPath, { ...record, id: FAKE });
}

test("a file that was not touched since it was read is not read again, except by the hash method", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  const stats = createMemoryStatIndex();
  const later = (): number => Date.now() + HOUR;
  for (const primary of ["timestamp", "hybrid"] as const) {
    await repo.snapshot({ primary, stats, now: later });
    poison(stats, "a");
    expect(entryOf(await repo.snapshot({ primary, stats }), "a")).toBe(`file:${FAKE}`);
  }
  expect(entryOf(await repo.snapshot({ primary: "hash", stats }), "a")).toBe(`file:${blobId("one\n")}`);
});

test("a file that was touched shortly before it was read is read again", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  const stats = createMemoryStatIndex();
  await repo.snapshot({ primary: "timestamp", stats });
  poison(stats, "a");
  expect(entryOf(await repo.snapshot({ primary: "timestamp", stats }), "a")).toBe(`file:${blobId("one\n")}`);
});

test("a file whose time was put back is read again, because its change time was not", async () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  repo.age("a");
  const stats = createMemoryStatIndex();
  await repo.snapshot({ primary: "timestamp", stats, now: () => Date.now() + HOUR });
  await new Promise((resolve) => setTimeout(resolve, 20));
  repo.write("a", "two\n");
  repo.age("a");
  expect(entryOf(await repo.snapshot({ primary: "timestamp", stats }), "a")).toBe(`file:${blobId("two\n")}`);
});

test("a record stands only if everything in it is equal", () => {
  const repo = createRepository();
  repo.write("a", "one\n");
  const stat = statPath(`${repo.root}/a`);
  if (typeof stat === "string") throw new Error(stat);
  const record = { ...stat, id: FAKE, recordedMs: Date.now() + HOUR };
  expect(recordStands(record, stat)).toBe(true);
  expect(recordStands({ ...record, recordedMs: Date.now() }, stat)).toBe(false);
  const old = { ...stat, mtimeNs: 1n };
  expect(recordStands({ ...record, mtimeNs: 1n, recordedMs: Date.now() }, old)).toBe(false);
  expect(recordStands({ ...record, size: stat.size + 1 }, stat)).toBe(false);
  expect(recordStands({ ...record, mode: stat.mode ^ 0o100 }, stat)).toBe(false);
  for (const name of ["mtimeNs", "ctimeNs", "ino"] as const) {
    expect(recordStands({ ...record, [name]: stat[name] + 1n }, stat)).toBe(false);
  }
});

test("an id of another algorithm is not believed", async () => {
  const repo = createRepository("--object-format=sha256");
  repo.write("a", "one\n");
  const stats = createMemoryStatIndex();
  await repo.snapshot({ primary: "timestamp", stats, now: () => Date.now() + HOUR });
  expect(entryOf(await repo.snapshot({ primary: "hybrid", stats }), "a")).toHaveLength("file:".length + 64);
});

test("converted files in submodules are remembered under their full paths", async () => {
  const library = createRepository();
  library.write(".gitattributes", "* text=auto\n");
  library.write("a", "one\n");
  library.commitAll();
  const outer = createRepository();
  outer.git("submodule", "--quiet", "add", library.root, "lib");
  outer.commitAll();
  const stats = createMemoryStatIndex();
  await outer.snapshot({ stats });
  expect(stats.get("lib/a" as RepoPath)?.id).toBe(blobId("one\n"));
  expect(stats.get("a" as RepoPath)).toBe(undefined);
  writeFileSync(`${outer.root}/lib/a`, "one\r\n");
  expect(readFileSync(`${outer.root}/lib/a`, "utf8")).toBe("one\r\n");
  expect(entryOf(await outer.snapshot({ stats }), "lib")).not.toBe(
    `submodule:${outer.git("rev-parse", "HEAD:lib")}`,
  );
});

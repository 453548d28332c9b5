import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readBaseline, writeBaseline } from "../../../src/detect/past/baseline-file.ts";
import { type Baseline, buildBaseline, readBaselineTree } from "../../../src/detect/past/baseline.ts";
import { decodePath } from "../../../src/paths/encode-path.ts";
import { BASELINE_FILE } from "../../../src/paths/own-files.ts";
import {
  createRepository,
  isolateGit,
  openRepository,
  type Repository,
  temporaryDirectory,
} from "../repository.ts";

isolateGit();

const placeIn = (base: string) => ({ base, path: BASELINE_FILE });

const TIMESTAMP = "2026-01-02T03:04:05.000Z";

/** Takes a snapshot, writes its baseline, reads it back, and gives the files that it stands for. */
async function roundTrip(repo: Repository, exclude: readonly string[] = []) {
  const snapshot = await repo.snapshot({ exclude });
  expect(
    writeBaseline(placeIn(repo.root), await buildBaseline({ snapshot, exclude, timestamp: TIMESTAMP })),
  ).toBe("written");
  const baseline = readBaseline(placeIn(repo.root)) as Baseline;
  const read = await readBaselineTree(repo.root, baseline);
  const tree = read.ok ? { ok: true, files: new Map(read.files) } : read;
  return { snapshot, baseline, tree };
}

test("a clean tree's baseline is its commit and nothing more", async () => {
  const repo = createRepository();
  repo.write("a", "a");
  const commit = repo.commitAll();
  const { baseline } = await roundTrip(repo);
  expect(baseline).toEqual({
    commitHash: commit,
    timestamp: TIMESTAMP,
    exclude: [],
    files: new Map(),
    isWhole: false,
  });
  expect(JSON.parse(readFileSync(`${repo.root}/${BASELINE_FILE}`, "utf8"))).toEqual({
    schemaVersion: 1,
    commitHash: commit,
    timestamp: TIMESTAMP,
    exclude: [],
    files: {},
  });
});

test("a baseline gives back exactly the files of its snapshot, whatever state they were in", async () => {
  const repo = createRepository();
  const invalid = decodePath(Buffer.from([0x62, 0xff]));
  for (const name of ["edited", "deleted", "same", "sparse", "vendor/x", invalid, "__proto__"])
    repo.write(name, name);
  repo.write(".gitattributes", "*.txt text eol=crlf\n");
  repo.write("converted.txt", "one\r\n");
  repo.commitAll();
  repo.git("update-index", "--skip-worktree", "sparse");
  for (const name of ["deleted", "sparse"]) repo.remove(name);
  for (const name of ["edited", "new", "constructor", invalid, "__proto__"]) repo.write(name, "now");
  repo.link("link", "edited");
  const { snapshot, baseline, tree } = await roundTrip(repo, ["vendor"]);
  expect(tree).toEqual({ ok: true, files: new Map(snapshot.files) });
  expect(baseline.files.has("vendor/x" as never)).toBe(false);
  expect(baseline.files.has("same" as never)).toBe(false);
});

test("without git a baseline holds every file", async () => {
  const tree = openRepository(temporaryDirectory());
  tree.write("a", "a");
  const trip = await roundTrip(tree);
  expect(trip.baseline.commitHash).toBe(null);
  expect(trip.tree).toEqual({ ok: true, files: new Map(trip.snapshot.files) });
});

test("equal trees have equal baseline files", async () => {
  const repo = createRepository();
  for (const name of ["b", "a", "10", "9"]) repo.write(name, name);
  await roundTrip(repo);
  const first = readFileSync(`${repo.root}/${BASELINE_FILE}`, "utf8");
  repo.git("add", "9", "b");
  await roundTrip(repo);
  expect(readFileSync(`${repo.root}/${BASELINE_FILE}`, "utf8")).toBe(first);
});

test("writing leaves nothing else behind, and a failure leaves the old file", async () => {
  const repo = createRepository();
  repo.write("a", "a");
  const { baseline } = await roundTrip(repo);
  expect(readdirSync(repo.root).sort()).toEqual([".git", BASELINE_FILE, "a"]);
  const directory = temporaryDirectory();
  mkdirSync(`${directory}/${BASELINE_FILE}`);
  expect(writeBaseline(placeIn(directory), baseline)).toMatchObject({
    reason: expect.stringContaining(BASELINE_FILE),
  });
  expect(readdirSync(directory)).toEqual([BASELINE_FILE]);
  expect(writeBaseline(placeIn(`${directory}/missing`), baseline)).toMatchObject({
    reason: expect.any(String),
  });
});

const VALID = { schemaVersion: 1, commitHash: "a".repeat(40), timestamp: TIMESTAMP, exclude: [], files: {} };

test.each<[string, unknown, string]>([
  ["nothing", "", "corrupt"],
  ["half a file", '{"schemaVersion": 1, "comm', "corrupt"],
  ["a merge conflict", `<<<<<<< HEAD\n${JSON.stringify(VALID)}\n=======\n`, "corrupt"],
  ["a list", [], "corrupt"],
  ["null", null, "corrupt"],
  ["a text", '"text"', "corrupt"],
  ["the format of another tool", { commit: "a".repeat(40), timestamp: TIMESTAMP, hashes: {} }, "foreign"],
  ["a later version", { ...VALID, schemaVersion: 2 }, "foreign"],
  ["a version as text", { ...VALID, schemaVersion: "1" }, "foreign"],
  ["a branch for a commit", { ...VALID, commitHash: "main" }, "corrupt"],
  ["an option for a commit", { ...VALID, commitHash: "--output=x" }, "corrupt"],
  ["no commit and no files", { ...VALID, commitHash: null }, "corrupt"],
  ["a number for a commit", { ...VALID, commitHash: 1 }, "corrupt"],
  ["a timestamp that is none", { ...VALID, timestamp: "yesterday" }, "corrupt"],
  ["a timestamp that is a number", { ...VALID, timestamp: 1 }, "corrupt"],
  ["globs that are no list", { ...VALID, exclude: "dist" }, "corrupt"],
  ["globs that are no texts", { ...VALID, exclude: [1] }, "corrupt"],
  ["files that are a list", { ...VALID, files: [] }, "corrupt"],
  ["an id without a kind", { ...VALID, files: { a: "b".repeat(40) } }, "corrupt"],
  ["an id that is none", { ...VALID, files: { a: "file:xyz" } }, "corrupt"],
  ["an unknown kind", { ...VALID, files: { a: `socket:${"b".repeat(40)}` } }, "corrupt"],
  ["an absolute path", { ...VALID, files: { "/etc/passwd": null } }, "corrupt"],
  ["a path that leads out", { ...VALID, files: { "a/../../b": null } }, "corrupt"],
  ["a path with a drive", { ...VALID, files: { "C:/x": null } }, "corrupt"],
  ["an empty path", { ...VALID, files: { "": null } }, "corrupt"],
])("a baseline file with %s is not used, and the reason says so", (_, content, problem) => {
  const root = temporaryDirectory();
  writeFileSync(`${root}/${BASELINE_FILE}`, typeof content === "string" ? content : JSON.stringify(content));
  const read = readBaseline(placeIn(root));
  expect(read).toMatchObject({ problem, reason: expect.stringContaining(BASELINE_FILE) });
});

test("a baseline that is missing, a directory or a FIFO is not used", () => {
  const root = temporaryDirectory();
  expect(readBaseline(placeIn(root))).toMatchObject({ problem: "missing" });
  mkdirSync(`${root}/${BASELINE_FILE}`);
  expect(readBaseline(placeIn(root))).toMatchObject({ problem: "corrupt" });
  const other = temporaryDirectory();
  execFileSync("mkfifo", [BASELINE_FILE], { cwd: other });
  expect(readBaseline(placeIn(other))).toMatchObject({ problem: "corrupt" });
  expect(existsSync(`${other}/${BASELINE_FILE}`)).toBe(true);
});

test("a baseline that is a commit, a time and hashes is accepted", async () => {
  const repo = createRepository();
  repo.write("a", "a");
  const commit = repo.commitAll();
  const place = placeIn(repo.root);
  const plain = { commitHash: commit, timestamp: TIMESTAMP, fileHashes: { a: "0".repeat(64) } };
  repo.write(BASELINE_FILE, JSON.stringify(plain));
  expect(readBaseline(place)).toMatchObject({ commitHash: commit, timestamp: TIMESTAMP, isWhole: false });
  const id = repo.git("hash-object", "a").trim();
  repo.write(
    BASELINE_FILE,
    JSON.stringify({ ...plain, commitHash: "", fileHashes: { a: `file:${id}`, b: "x" } }),
  );
  const baseline = readBaseline(place) as Baseline;
  expect(baseline).toMatchObject({ commitHash: null, isWhole: true });
  expect(baseline.files.get("a" as never)).toEqual({ kind: "file", id });
  for (const wrong of [
    { fileHashes: [] },
    { fileHashes: { "../a": "x" } },
    { timestamp: "x" },
    { commitHash: "x" },
  ]) {
    repo.write(BASELINE_FILE, JSON.stringify({ ...plain, ...wrong }));
    expect(readBaseline(place)).toMatchObject({ problem: "corrupt" });
  }
});

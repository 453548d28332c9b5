import { describe, expect, it } from "vitest";
import { decodePath } from "../../src/paths/encode-path.ts";
import { createNullStore } from "../../src/store/null-store.ts";
import type { Store } from "../../src/store/store.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { createMemoryStore } from "./memory/memory-store.ts";
import {
  execution,
  fingerprint,
  makeDir,
  open,
  run,
  START,
  stat,
  verdict,
  findVerdict,
  latestVerdict,
} from "./support.ts";

const STORES: readonly (readonly [string, () => Promise<Store>])[] = [
  ["a store in SQLite", () => open(makeDir())],
  ["a store in memory", async () => createMemoryStore({ now: () => START })],
];

describe.each(STORES)("%s", (_name, create) => {
  it("gives back a verdict exactly as it was put in", async () => {
    const store = await create();
    const long = verdict(1, {
      stdout: "line\n".repeat(5000) + "\0\u001b[31m\u2028é😀",
      findings: [
        {
          id: "f",
          check: "lint",
          category: "c",
          severity: "warning",
          message: "m",
          file: "a",
          column: 2,
          raw: "r",
        },
      ],
    });
    store.verdicts.putMany([long]);
    expect(findVerdict(store, long.fingerprint)).toEqual({
      ...long,
      origin: "#1",
      createdAt: START,
      lastUsedAt: START,
    });
    expect(findVerdict(store, fingerprint("unknown"))).toBeUndefined();
  });

  it("keeps the earlier verdicts of a unit and knows the latest", async () => {
    const store = await create();
    const unit = { check: "lint", target: "a.ts" as RepoPath };
    store.verdicts.putMany([verdict("old", unit)]);
    store.verdicts.putMany([verdict("new", unit)]);
    expect(findVerdict(store, fingerprint("old"))?.stdout).toBe("printed old");
    expect(latestVerdict(store, "lint", unit.target)?.stdout).toBe("printed new");
    store.verdicts.putMany([verdict("old", unit)]);
    expect(latestVerdict(store, "lint", unit.target)?.stdout).toBe("printed old");
    expect(latestVerdict(store, "lint", "")).toBeUndefined();
    expect(latestVerdict(store, "test", unit.target)).toBeUndefined();
  });

  it("gives the latest verdict of each target of a check, and of the project", async () => {
    const store = await create();
    for (const name of ["a", "b", "a"])
      store.verdicts.putMany([verdict(`${name}${Math.random()}`, { target: name as RepoPath })]);
    store.verdicts.putMany([verdict("newest", { target: "a" as RepoPath })]);
    store.verdicts.putMany([verdict("project", { target: "" })]);
    store.verdicts.putMany([verdict("other", { check: "test" })]);
    const latest = store.verdicts.latestMany("lint");
    expect([...latest.keys()].sort()).toEqual(["", "a", "b"]);
    expect(latest.get("a" as RepoPath)?.fingerprint).toBe(fingerprint("newest"));
  });

  it("replaces a verdict that is put in again for the same fingerprint", async () => {
    const store = await create();
    store.verdicts.putMany([verdict(1, { status: "passed" })]);
    store.verdicts.putMany([verdict(1, { status: "failed" })]);
    expect(findVerdict(store, fingerprint(1))?.status).toBe("failed");
    expect(store.stats().verdicts.entries).toBe(1);
  });

  it("finds many at once, and each once", async () => {
    const store = await create();
    for (let at = 0; at < 50; at += 1) store.verdicts.putMany([verdict(at)]);
    const wanted = [3, 3, 7, 99].map(fingerprint);
    const found = store.verdicts.findMany(wanted);
    expect([...found.keys()].sort()).toEqual([fingerprint(3), fingerprint(7)].sort());
    expect(store.verdicts.findMany([]).size).toBe(0);
    expect(store.stats()).toMatchObject({ hits: 2, misses: 1 });
  });

  it("evicts a verdict and notes why", async () => {
    const store = await create();
    store.verdicts.putMany([verdict(1)]);
    expect(store.verdicts.evict(fingerprint(1), "mismatch", "sample")).toBe(true);
    expect(store.verdicts.evict(fingerprint(1), "mismatch", "sample")).toBe(false);
    expect(findVerdict(store, fingerprint(1))).toBeUndefined();
    expect(store.invalidations.list(10)).toEqual([
      {
        check: "lint",
        target: "src/1.ts",
        fingerprint: fingerprint(1),
        reason: "mismatch",
        triggeredBy: "sample",
        at: START,
      },
    ]);
  });

  it("takes names that no text encoding can carry", async () => {
    const store = await create();
    const names = [
      decodePath(Buffer.from([0x61, 0xff])),
      decodePath(Buffer.from([0x61, 0xfe])),
      'a"\\\n\u0001',
    ];
    for (const [at, name] of names.entries()) {
      store.verdicts.putMany([
        verdict(`name ${at}`, { target: name as RepoPath, check: name, stdout: `mine ${at}` }),
      ]);
      store.files.save([[name, stat(at)]]);
    }
    for (const [at, name] of names.entries()) {
      expect(latestVerdict(store, name, name as RepoPath)?.stdout).toBe(`mine ${at}`);
      expect([...store.verdicts.latestMany(name).keys()]).toEqual([name]);
      expect(store.files.load().get(name)).toEqual(stat(at));
    }
    expect([...store.files.load().keys()].sort()).toEqual(names.toSorted());
    store.verdicts.evict(fingerprint("name 0"), "r", "t");
    expect(store.invalidations.list(1)[0]?.target).toBe(names[0]);
  });

  it.each(["nodes", "extractions"] as const)("keeps %s by key", async (table) => {
    const store = await create();
    const documents = store[table];
    documents.putMany([
      ["k1", { imports: ["a", "b"] }],
      ["k2", null],
      ["k3", "x".repeat(10_000)],
    ]);
    documents.putMany([["k1", { imports: ["a", "b"] }]]);
    expect(documents.get("k1")).toEqual({ imports: ["a", "b"] });
    expect(documents.getMany(["k3", "k2", "k4"])).toEqual(
      new Map<string, unknown>([
        ["k2", null],
        ["k3", "x".repeat(10_000)],
      ]),
    );
    expect(documents.get("k4")).toBeUndefined();
    expect(store.stats()[table].entries).toBe(3);
  });

  it("keeps file stats to the last bit, for relative and absolute paths", async () => {
    const store = await create();
    store.files.save([
      ["src/a.ts", stat(1)],
      ["/usr/bin/tsc", stat(2)],
    ]);
    store.files.save([["src/a.ts", stat(3)]]);
    expect(store.files.load()).toEqual(
      new Map([
        ["src/a.ts", stat(3)],
        ["/usr/bin/tsc", stat(2)],
      ]),
    );
  });

  it("keeps runs, newest first", async () => {
    const store = await create();
    for (const id of ["one", "two", "three"]) store.history.recordRun(run(id, { success: id !== "three" }));
    expect(store.history.listRuns(2).map(({ runId }) => runId)).toEqual(["three", "two"]);
    expect(store.history.getRun("one")).toEqual(run("one"));
    expect(store.history.getRun("none")).toBeUndefined();
    expect(store.history.latestRun(({ success }) => success)?.runId).toBe("two");
    expect(store.history.latestRun(() => false)).toBeUndefined();
  });

  it("keeps every execution, also of the same unit", async () => {
    const store = await create();
    store.history.recordExecutions([execution("a"), execution("b")]);
    store.history.recordExecutions([execution("a", { status: "failed", runId: "run-2" })]);
    expect(store.history.repeatedExecutions().map(({ status }) => status)).toEqual(["failed", "passed"]);
    expect(store.history.countExecutions()).toBe(3);
  });

  it("clears what verdicts can be reused from, and leaves history", async () => {
    const store = await create();
    store.verdicts.putMany([verdict(1)]);
    store.nodes.putMany([["n", 1]]);
    store.extractions.putMany([["e", 1]]);
    store.files.save([["f", stat(1)]]);
    store.history.recordRun(run("one"));
    expect(store.clear()).toBe(1);
    expect(findVerdict(store, fingerprint(1))).toBeUndefined();
    expect(store.nodes.get("n")).toBeUndefined();
    expect(store.extractions.get("e")).toBeUndefined();
    expect(store.files.load().size).toBe(0);
    expect(store.history.listRuns(1)).toHaveLength(1);
    expect(store.invalidations.list(1)[0]).toMatchObject({ reason: "cleared", fingerprint: fingerprint(1) });
    expect(store.warnings).toEqual([]);
  });
});

describe("a null store", () => {
  it("neither keeps nor finds anything", () => {
    const store = createNullStore({ warnings: ["why"] });
    store.verdicts.putMany([verdict(1)]);
    store.nodes.putMany([["n", 1]]);
    store.files.save([["f", stat(1)]]);
    store.history.recordRun(run("one"));
    store.history.recordExecutions([execution("a")]);
    expect(findVerdict(store, fingerprint(1))).toBeUndefined();
    expect(store.verdicts.findMany([fingerprint(1)]).size).toBe(0);
    expect(store.verdicts.latestMany("lint").size).toBe(0);
    expect(store.nodes.get("n")).toBeUndefined();
    expect(store.files.load().size).toBe(0);
    expect(store.history.listRuns(1)).toEqual([]);
    expect(store.stats().verdicts.entries).toBe(0);
    expect(store.warnings).toEqual(["why"]);
  });
});

describe("a store in SQLite that is opened again", () => {
  it("has what was put into it before", async () => {
    const dir = makeDir();
    const first = await open(dir);
    first.verdicts.putMany([verdict(1)]);
    first.nodes.putMany([["n", [1]]]);
    findVerdict(first, fingerprint(1));
    first.close();
    first.close();
    const second = await open(dir);
    expect(findVerdict(second, fingerprint(1))?.stdout).toBe("printed 1");
    expect(second.nodes.get("n")).toEqual([1]);
    expect(second.stats()).toMatchObject({ dir, hits: 2, misses: 0, maxBytes: 1e9 });
    expect(second.stats().bytes).toBeGreaterThan(4096);
    expect(second.warnings).toEqual([]);
  });

  it("does not show another engine's extractions, but all else", async () => {
    const dir = makeDir();
    const old = await open(dir, { engine: "1.0.0" });
    old.extractions.putMany([["e", "old"]]);
    old.nodes.putMany([["n", "old"]]);
    old.close();
    const newer = await open(dir, { engine: "1.0.1" });
    expect(newer.extractions.get("e")).toBeUndefined();
    expect(newer.nodes.get("n")).toBe("old");
    newer.extractions.putMany([["e", "new"]]);
    expect(newer.extractions.get("e")).toBe("new");
  });

  it("does nothing after it is closed", async () => {
    const store = await open(makeDir());
    store.close();
    store.verdicts.putMany([verdict(1)]);
    expect(findVerdict(store, fingerprint(1))).toBeUndefined();
    expect(store.stats().verdicts.entries).toBe(0);
  });

  it("keeps history within its limits, losing the oldest", async () => {
    const store = await open(makeDir(), { history: { runs: 3, executions: 2, invalidations: 2 } });
    for (let at = 0; at < 6; at += 1) {
      store.history.recordRun(run(`run-${at}`));
      store.history.recordExecutions([execution("same", { runId: `run-${at}` })]);
      store.verdicts.putMany([verdict(at)]);
      store.verdicts.evict(fingerprint(at), `reason ${at}`, "test");
    }
    expect(store.history.listRuns(99).map(({ runId }) => runId)).toEqual(["run-5", "run-4", "run-3"]);
    expect(store.history.repeatedExecutions().map(({ runId }) => runId)).toEqual(["run-5", "run-4"]);
    expect(store.invalidations.list(99).map(({ reason }) => reason)).toEqual(["reason 5", "reason 4"]);
  });

  it("lists of the newest entries those with a reason that is asked for, also where they are compressed", async () => {
    const store = await open(makeDir(), { history: { runs: 3, executions: 2, invalidations: 99 } });
    const long = `"long" ${"é".repeat(3000)}`;
    ["wanted", "other", long, "wanted", "other"].forEach((reason, at) => {
      store.verdicts.putMany([verdict(at)]);
      store.verdicts.evict(fingerprint(at), reason, "test");
    });
    const reasons = (limit: number, ...asked: readonly string[]): readonly string[] =>
      store.invalidations.list(limit, asked).map(({ reason }) => reason);
    expect(reasons(99, "wanted").filter((reason) => reason !== long)).toEqual(["wanted", "wanted"]);
    expect(reasons(3, "wanted").filter((reason) => reason !== long)).toEqual(["wanted"]);
    expect(reasons(99, long)).toContain(long);
    expect(reasons(2, "none")).toEqual([]);
  });
});

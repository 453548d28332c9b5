import { existsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLastRun, writeLastRun } from "../../../src/store/kept/last-run.ts";
import type { StoreOptions } from "../../../src/store/options.ts";
import type { Store } from "../../../src/store/store.ts";
import {
  databaseFile,
  DAY,
  fingerprint,
  lastRunOf,
  makeDir,
  open,
  START,
  stat,
  verdict,
  findVerdict,
  latestVerdict,
} from "../support.ts";

const NONE = { verdicts: 0, pathSets: 0, nodes: 0, extractions: 0, files: 0 };

/** A store whose clock the test sets, in days. */
async function openAt(dir: string, day: number, changes: Partial<StoreOptions> = {}): Promise<Store> {
  return open(dir, { now: () => START + day * DAY, ...changes });
}

function fill(store: Store, name: string): void {
  store.verdicts.putMany([verdict(name)]);
  store.nodes.putMany([[name, { name }]]);
  store.extractions.putMany([[name, { name }]]);
  store.files.save([[name, stat(1)]]);
}

function has(store: Store, name: string): boolean {
  return latestVerdict(store, "lint", verdict(name).target) !== undefined;
}

describe("pruning by age", () => {
  it("removes what was not used for longer than the limit, and notes the verdicts", async () => {
    const dir = makeDir();
    const first = await openAt(dir, 0);
    fill(first, "old");
    first.close();
    const second = await openAt(dir, 20);
    fill(second, "new");
    second.close();
    const third = await openAt(dir, 31);
    expect(third.prune()).toMatchObject({
      expired: { verdicts: 1, nodes: 1, extractions: 1, files: 1 },
      overLimit: NONE,
    });
    expect([has(third, "old"), has(third, "new")]).toEqual([false, true]);
    expect(third.invalidations.list(9)).toMatchObject([
      {
        fingerprint: fingerprint("old"),
        check: "lint",
        reason: "expired",
        triggeredBy: "prune",
        at: START + 31 * DAY,
      },
    ]);
    expect(third.stats().prunedAt).toBe(START + 31 * DAY);
  });

  it("keeps what was used meanwhile", async () => {
    const dir = makeDir();
    const first = await openAt(dir, 0);
    fill(first, "used");
    first.close();
    const second = await openAt(dir, 20);
    findVerdict(second, fingerprint("used"));
    second.nodes.get("used");
    second.extractions.getMany(["used"]);
    second.files.load();
    second.close();
    const third = await openAt(dir, 45);
    expect(third.prune()).toMatchObject({ expired: NONE });
    expect(findVerdict(third, fingerprint("used"))?.lastUsedAt).toBe(START + 20 * DAY);
  });

  it("never decides whether a verdict stands", async () => {
    const dir = makeDir();
    const first = await openAt(dir, 0);
    first.verdicts.putMany([verdict(1)]);
    first.close();
    const later = await openAt(dir, 400);
    expect(findVerdict(later, fingerprint(1))?.stdout).toBe("printed 1");
  });
});

describe("pruning by size", () => {
  it("removes what was used longest ago, and no more than needed", async () => {
    const dir = makeDir();
    for (let day = 0; day < 20; day += 1) {
      const store = await openAt(dir, day);
      store.verdicts.putMany([verdict(day, { status: "passed", findings: [], stdout: "x".repeat(1000) })]);
      store.close();
    }
    const full = await openAt(dir, 20);
    findVerdict(full, fingerprint(0));
    const each = full.stats().verdicts.bytes / 20;
    full.close();
    const store = await openAt(dir, 20, { maxBytes: each * 5.5 });
    expect(store.prune()).toMatchObject({ expired: NONE, overLimit: { ...NONE, verdicts: 15 } });
    const kept = Array.from({ length: 20 }, (_, day) => day).filter((day) => has(store, `${day}`));
    expect(kept).toEqual([0, 16, 17, 18, 19]);
    expect(store.invalidations.list(1)[0]?.reason).toBe("size limit");
  });

  it("gives the space back to the disk", async () => {
    const dir = makeDir();
    const store = await openAt(dir, 0, { maxBytes: 100_000 });
    store.nodes.putMany(
      Array.from({ length: 5000 }, (_, at) => [`n${at}`, `${Math.random()}`.repeat(50)] as const),
    );
    const report = store.prune();
    expect(report?.overLimit.nodes).toBeGreaterThan(4000);
    expect(report?.bytes).toBeLessThanOrEqual(100_000);
    expect(statSync(databaseFile(dir, 0)).size).toBeLessThan(400_000);
    expect(store.stats().bytes).toBeLessThan(500_000);
  });
});

describe("a clock that is wrong", () => {
  it("does not age what was stored while it was ahead", async () => {
    const dir = makeDir();
    const ahead = await openAt(dir, 30_000);
    fill(ahead, "ahead");
    ahead.close();
    const now = await openAt(dir, 0);
    expect(now.prune()).toMatchObject({ expired: NONE });
    expect(findVerdict(now, fingerprint("ahead"))?.lastUsedAt).toBe(START);
    now.close();
    const later = await openAt(dir, 29);
    expect(later.prune()?.expired.verdicts).toBe(0);
    later.close();
    const muchLater = await openAt(dir, 31);
    expect(muchLater.prune()?.expired.verdicts).toBe(1);
  });

  it("does not make everything expire when it jumps ahead for a while", async () => {
    const dir = makeDir();
    const first = await openAt(dir, 0);
    fill(first, "used");
    fill(first, "unused");
    first.close();
    const ahead = await openAt(dir, 30_000);
    findVerdict(ahead, fingerprint("used"));
    ahead.close();
    const back = await openAt(dir, 1);
    expect([has(back, "used"), has(back, "unused")]).toEqual([true, true]);
    back.close();
    const next = await openAt(dir, 2);
    expect([has(next, "used"), has(next, "unused")]).toEqual([true, true]);
  });

  it("makes nothing expire in the past", async () => {
    const dir = makeDir();
    const first = await openAt(dir, 0);
    fill(first, "a");
    first.close();
    const past = await openAt(dir, -20_000);
    expect(past.prune()).toMatchObject({ expired: NONE });
    expect(has(past, "a")).toBe(true);
  });
});

describe("pruning on closing", () => {
  it("happens at most once a day", async () => {
    const dir = makeDir();
    const prunedOn = async (day: number): Promise<number | null> => {
      (await openAt(dir, day)).close();
      const at = (await openAt(dir, day)).stats().prunedAt;
      return at === null ? null : (at - START) / DAY;
    };
    expect(await prunedOn(0)).toBe(0);
    expect(await prunedOn(0.9)).toBe(0);
    expect(await prunedOn(1)).toBe(1);
    expect(await prunedOn(1.5)).toBe(1);
  });

  it("pruning on closing removes what has expired", async () => {
    const dir = makeDir();
    for (const day of [0, 15, 31, 32]) {
      const store = await openAt(dir, day);
      if (day === 0) fill(store, "old");
      store.close();
    }
    const store = await openAt(dir, 32);
    expect(has(store, "old")).toBe(false);
    expect(store.stats().nodes.entries).toBe(0);
  });
});

describe("what is concluded from the store", () => {
  it.each<readonly [string, (store: Store) => void]>([
    ["a verdict is evicted", (store) => store.verdicts.evict(fingerprint(1), "r", "t")],
    ["the store is cleared", (store) => store.clear()],
    ["a verdict expires", (store) => store.prune()],
  ])("is forgotten when %s", async (_name, change) => {
    const dir = makeDir();
    const first = await openAt(dir, 0);
    first.verdicts.putMany([verdict(1)]);
    expect(writeLastRun(lastRunOf(dir, "1.0.0"), "all well")).not.toBeNull();
    first.close();
    expect(readLastRun(lastRunOf(dir, "1.0.0"))).toBe("all well");
    change(await openAt(dir, 31));
    expect(readLastRun(lastRunOf(dir, "1.0.0"))).toBeUndefined();
  });
});

describe("leftovers", () => {
  it("go after a while, and the database of another version that is in use does not", async () => {
    const dir = makeDir();
    const store = await openAt(dir, 0);
    const long = new Date(START - 31 * DAY);
    for (const name of [
      "store-0.0.db",
      "store-0.0.db-wal",
      "store-7.0.db",
      "last-run.sealed.draft",
      "mine.txt",
    ]) {
      writeFileSync(join(dir, name), "");
      utimesSync(join(dir, name), long, long);
    }
    utimesSync(join(dir, "store-7.0.db"), new Date(START), new Date(START));
    store.prune();
    const left = ["store-0.0.db", "store-0.0.db-wal", "store-7.0.db", "last-run.sealed.draft", "mine.txt"];
    expect(left.filter((name) => existsSync(join(dir, name)))).toEqual(["store-7.0.db", "mine.txt"]);
  });
});

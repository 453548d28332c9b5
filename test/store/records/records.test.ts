import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identifyPathSet } from "../../../src/paths/path-sets.ts";
import { loadBinding } from "../../../src/store/database/binding.ts";
import { choose, type Ranked } from "../../../src/store/records/origins.ts";
import type { StoredVerdict } from "../../../src/store/records/records.ts";
import type { Store } from "../../../src/store/store.ts";
import type { PathSet } from "../../../src/vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import {
  databaseFile,
  DAY,
  fingerprint,
  makeDir,
  open,
  START,
  storeOptions,
  verdict,
  findVerdict,
} from "../support.ts";

const SET: PathSet = { kind: "predicted", parts: ["configuration", "content"], accesses: [] };
const WATCHED: PathSet = {
  kind: "observed",
  parts: [],
  accesses: [
    ["content", "src", ["a.ts"]],
    ["presence", "", [".eslintignore"]],
    ["names", "", ["src"]],
  ],
};

/** The store of one directory, as a worktree of this name has it. */
async function openIn(dir: string, worktree: string, now = START): Promise<Store> {
  return open(dir, {
    place: { ...storeOptions(dir).place, worktree, origin: `${worktree}#1` },
    now: () => now,
  });
}

const ranked = (origin: string, status: "passed" | "failed", sequence: number): Ranked => ({
  sequence,
  verdict: { ...verdict(1), origin, status } as StoredVerdict,
});

describe("verdicts of several worktrees for one fingerprint", () => {
  it("count in each of them where they agree, with who reached them", async () => {
    const dir = makeDir();
    (await openIn(dir, "one")).verdicts.putMany([verdict(1)]);
    const found = findVerdict(await openIn(dir, "two"), fingerprint(1));
    expect(found).toMatchObject({ origin: "one#1", stdout: "printed 1" });
  });

  it("make the unit run where they disagree, and are settled by what is found here afterwards", async () => {
    const dir = makeDir();
    const [one, two] = [await openIn(dir, "one"), await openIn(dir, "two")];
    one.verdicts.putMany([verdict(1, { status: "passed" })]);
    two.verdicts.putMany([verdict(1, { status: "failed" })]);
    expect(findVerdict(one, fingerprint(1))).toBeUndefined();
    expect(one.verdicts.isContested(fingerprint(1))).toBe(true);
    expect(findVerdict(await openIn(dir, "three"), fingerprint(1))).toBeUndefined();
    // What this worktree found last is what a run finds here.
    expect(findVerdict(two, fingerprint(1))?.status).toBe("failed");
    one.verdicts.putMany([verdict(1, { status: "passed" })]);
    expect(findVerdict(one, fingerprint(1))?.status).toBe("passed");
    expect(one.verdicts.isContested(fingerprint(1))).toBe(false);
    expect(findVerdict(two, fingerprint(1))).toBeUndefined();
  });

  it("are not settled by one that only stood again while another was found", async () => {
    const dir = makeDir();
    const [one, two] = [await openIn(dir, "one"), await openIn(dir, "two")];
    const unit = { target: verdict(1).target };
    one.verdicts.putMany([verdict(1, { status: "passed" })]);
    one.verdicts.putMany([verdict(2, unit)]);
    two.verdicts.putMany([verdict(1, { status: "failed" })]);
    one.verdicts.standAgain([fingerprint(1)]);
    expect(findVerdict(one, fingerprint(1))).toBeUndefined();
  });

  it("are forgotten everywhere by what was concluded from them, once they are contradicted or thrown away", async () => {
    const dir = makeDir();
    const [one, two] = [await openIn(dir, "one"), await openIn(dir, "two")];
    one.verdicts.putMany([verdict(1, { status: "passed" })]);
    const editions = [one.lastRun.edition()];
    two.verdicts.putMany([verdict(1, { status: "passed" })]);
    expect(one.lastRun.edition()).toBe(editions[0]);
    two.verdicts.putMany([verdict(1, { status: "failed" })]);
    editions.push(one.lastRun.edition());
    two.verdicts.evict(fingerprint(1), "wrong", "test");
    editions.push(one.lastRun.edition());
    expect(new Set(editions).size).toBe(3);
  });

  it("never give what an own verdict, or all others, does not say", () => {
    const status = fc.constantFrom("passed" as const, "failed" as const);
    const some = fc.uniqueArray(fc.tuple(fc.constantFrom("", "a", "b", "c"), status, fc.nat()), {
      selector: ([origin]) => origin,
      minLength: 1,
    });
    fc.assert(
      fc.property(some, (list) => {
        const all = list.map(([origin, each, sequence]) => ranked(origin, each, sequence));
        const chosen = choose(all, { origin: "", surroundings: "", admits: () => true });
        const own = all.find(({ verdict: { origin } }) => origin === "");
        const counting = all.filter(({ sequence }) => sequence >= (own?.sequence ?? 0));
        const statuses = new Set(counting.map((each) => each.verdict.status));
        expect(chosen === null).toBe(statuses.size > 1);
        expect(chosen === null || chosen === (own ?? all[0])?.verdict).toBe(true);
      }),
    );
  });
});

describe("a verdict of another worktree that is used again", () => {
  it("keeps its place: what that worktree found last stays the last", async () => {
    const dir = makeDir();
    const [one, two] = [await openIn(dir, "one"), await openIn(dir, "two")];
    const target = "a.ts" as RepoPath;
    one.verdicts.putMany([verdict("earlier", { target })]);
    one.verdicts.putMany([verdict("later", { target })]);
    const latest = (): string | undefined => one.verdicts.latestMany("lint").get(target)?.stdout;
    two.verdicts.standAgain([fingerprint("earlier")]);
    expect(latest()).toBe("printed later");
    one.verdicts.standAgain([fingerprint("earlier")]);
    expect(latest()).toBe("printed earlier");
  });
});

describe("a verdict that was reached by running code", () => {
  it("counts in another checkout only where the same lies around the tree", async () => {
    const dir = makeDir();
    const of = (origin: string, surroundings: string): Promise<Store> =>
      open(dir, { place: { ...storeOptions(dir).place, origin }, surroundings });
    (await of("a#1", "bare")).verdicts.putMany([verdict(1, { surroundings: "bare" })]);
    expect(findVerdict(await of("b#1", "bare"), fingerprint(1))).toBeDefined();
    expect(findVerdict(await of("b#1", "local.cfg"), fingerprint(1))).toBeUndefined();
    expect(findVerdict(await of("a#1", "local.cfg"), fingerprint(1))).toBeDefined();
    // Made again under the same name, it is another checkout.
    expect(findVerdict(await of("a#2", "local.cfg"), fingerprint(1))).toBeUndefined();
  });
});

describe("a row that is damaged", () => {
  it("goes alone: what another worktree has for the same fingerprint is whole", async () => {
    const dir = makeDir();
    const [one, two] = [await openIn(dir, "one"), await openIn(dir, "two")];
    one.verdicts.putMany([verdict(1)]);
    two.verdicts.putMany([verdict(1)]);
    const { DatabaseSync } = await loadBinding();
    const vandal = new DatabaseSync(databaseFile(dir, 0));
    vandal.exec("UPDATE verdicts SET seal = '' WHERE origin = 'one#1'");
    vandal.close();
    expect(findVerdict(one, fingerprint(1))).toMatchObject({ origin: "two#1" });
    expect(one.stats().verdicts.entries).toBe(1);
    expect(one.invalidations.list(1)[0]).toMatchObject({ reason: "damaged", fingerprint: fingerprint(1) });
  });
});

describe("path sets", () => {
  it("are stored once under the name of what is in them, and read back as they were", async () => {
    const store = await open(makeDir());
    store.pathSets.putMany([SET, WATCHED, { ...SET }]);
    const ids = [SET, WATCHED].map(identifyPathSet);
    expect(store.pathSets.getMany([...ids, identifyPathSet({ ...SET, parts: [] })])).toEqual(
      new Map([
        [ids[0], SET],
        [ids[1], WATCHED],
      ]),
    );
    expect(store.stats().pathSets.entries).toBe(2);
  });

  it("are collected when no verdict depends on them any more", async () => {
    const store = await open(makeDir());
    store.pathSets.putMany([SET, WATCHED]);
    store.verdicts.putMany([verdict(1, { pathSet: identifyPathSet(SET) })]);
    store.prune();
    expect([...store.pathSets.getMany([SET, WATCHED].map(identifyPathSet)).values()]).toEqual([SET]);
    expect(findVerdict(store, fingerprint(1))).toBeDefined();
  });

  it("take no more than their share: those used longest ago go, with their verdicts", async () => {
    const dir = makeDir();
    const long = (seed: number): PathSet => ({
      ...WATCHED,
      accesses: Array.from({ length: 400 }, (_, at) => [
        "content",
        String(seed),
        [String(Math.sin(at + seed)).slice(2)],
      ]),
    });
    for (const day of [0, 1, 2, 3]) {
      const store = await open(dir, { now: () => START + day * 2 * DAY });
      store.pathSets.putMany([long(day)]);
      store.verdicts.putMany([verdict(day, { pathSet: identifyPathSet(long(day)) })]);
      store.close();
    }
    const store = await open(dir, { now: () => START + 7 * DAY, maxBytes: 60_000 });
    const report = store.prune();
    expect(report?.bytes).toBeLessThan(60_000);
    const kept = [0, 1, 2, 3].filter((day) => findVerdict(store, fingerprint(day)) !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(4);
    expect(kept.at(-1)).toBe(3);
    expect(report?.overLimit.verdicts).toBe(4 - kept.length);
    expect(store.stats().pathSets).toMatchObject({ entries: kept.length });
    expect(store.stats().pathSets.bytes).toBeLessThanOrEqual(15_000);
  });
});

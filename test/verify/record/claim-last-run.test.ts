import { expect, it } from "vitest";
import type { LastRuns } from "../../../src/store/store.ts";
import { claimLastRun } from "../../../src/verify/record/claim-last-run.ts";

/** The editions of one store, which several runs use. */
function storeOfAll(): { readonly lastRun: LastRuns } {
  let edition = 0;
  const forget = (): string => String(++edition);
  return {
    lastRun: {
      keep: forget,
      forget,
      forgetEverywhere: () => void forget(),
      edition: () => String(edition),
      file: null,
      editionFile: null,
    },
  };
}

it("a run that was alone may keep what it found", () => {
  const store = storeOfAll();
  const claim = claimLastRun(store, store.lastRun.edition());
  claim.beforeStoring();
  expect(claim.end()).toBe(store.lastRun.edition());
});

it("a run that looked before another one stored its verdicts keeps nothing", () => {
  const store = storeOfAll();
  const first = claimLastRun(store, store.lastRun.edition());
  // The second looks while the first is under way, and starts when that has ended.
  const seen = store.lastRun.edition();
  first.beforeStoring();
  first.end();
  expect(claimLastRun(store, seen).end()).toBeNull();
});

it("a kept run is of no use once an earlier one stores its verdicts", () => {
  const store = storeOfAll();
  const first = claimLastRun(store, store.lastRun.edition());
  const kept = claimLastRun(store, store.lastRun.edition()).end();
  expect(kept).toBe(store.lastRun.edition());
  first.beforeStoring();
  expect(store.lastRun.edition()).not.toBe(kept);
  expect(first.end()).toBeNull();
});

it("one of two runs at once at most keeps what it found, whichever ends first", () => {
  const store = storeOfAll();
  const seen = store.lastRun.edition();
  const [first, second] = [claimLastRun(store, seen), claimLastRun(store, seen)];
  for (const claim of [first, second]) claim.beforeStoring();
  expect([second.end(), first.end()]).toEqual([null, null]);
});

import { describe, expect, it } from "vitest";
import { totalReplay } from "../../src/replay/replay-totals.ts";
import { sampleCommit, sampleDifference, sampleRun } from "../report/sample-replay.ts";

describe("the totals of a replay", () => {
  it("count agreement and savings among the commits that could be compared", () => {
    const totals = totalReplay([
      sampleCommit(),
      sampleCommit({
        outcome: "differs",
        differences: [sampleDifference({ type: "stale", units: [] })],
      }),
      sampleCommit({
        outcome: "differs",
        differences: [sampleDifference({ type: "not-deterministic" })],
      }),
      sampleCommit({
        outcome: "not-run",
        why: "broken",
        incremental: sampleRun({ unitsStood: 1000 }),
        full: null,
      }),
    ]);
    expect(totals).toEqual({
      commits: 4,
      compared: 3,
      agreeing: 1,
      stale: 1,
      notDeterministic: 1,
      notRun: 1,
      unitsRun: 6,
      unitsStood: 24,
      unitsSaved: 0.8,
      incrementalDuration: 300,
      fullDuration: 1200,
      timeSaved: 0.75,
    });
  });

  it("blame reuse for what an earlier run left behind, and not for what follows from another check", () => {
    const blamed = (cause: Parameters<typeof sampleDifference>[0]): number =>
      totalReplay([sampleCommit({ outcome: "differs", differences: [sampleDifference(cause)] })]).stale;
    expect(blamed({ type: "left-behind" })).toBe(1);
    expect(blamed({ type: "consequence", why: "types did not pass" })).toBe(0);
  });

  it("the totals of a replay without commits are all zero", () => {
    expect(totalReplay([])).toMatchObject({ compared: 0, unitsSaved: 0, timeSaved: 0 });
  });
});

import { describe, expect, it } from "vitest";
import { totalReplay } from "../../../src/replay/replay-totals.ts";
import { renderReplay } from "../../../src/report/features/replay-text.ts";
import { withoutColour } from "../../../src/report/print/paint.ts";
import type { ReplayedCommit } from "../../../src/vocabulary/run/replay.ts";
import type { Fingerprint } from "../../../src/vocabulary/tree/path.ts";
import { sampleCommit, sampleDifference, sampleRun } from "../sample-replay.ts";
import { sampleFinding } from "../sample-result.ts";

function render(...commits: readonly ReplayedCommit[]): string {
  const totals = totalReplay(commits);
  const replayed = {
    schemaVersion: 1,
    success: totals.stale === 0,
    interrupted: false,
    range: "5",
    warmUp: null,
    commits,
    totals,
  } as const;
  return String(renderReplay(replayed, withoutColour));
}

describe("the report of a replay", () => {
  it("is a table, every difference with its cause, and the totals", () => {
    const stale = sampleDifference({
      type: "stale",
      units: [
        {
          target: "",
          fingerprint: "0123456789abcdef" as Fingerprint,
          stood: "passed",
          runId: "1",
          since: "c".repeat(40),
          changedSince: ["hidden.txt"],
        },
      ],
    });
    const text = render(
      sampleCommit(),
      sampleCommit({
        commit: "b".repeat(40),
        outcome: "differs",
        subject: "Turn \u001B[31mred",
        differences: [
          { ...stale, missing: [sampleFinding()] },
          sampleDifference({ type: "not-deterministic" }),
        ],
      }),
      sampleCommit({
        commit: "d".repeat(40),
        outcome: "not-run",
        why: ".verification.yml:1:1: Unknown key.",
        incremental: null,
        full: null,
      }),
      sampleCommit({
        incremental: sampleRun({ triggers: ["schema-change"] }),
        otherLockfile: true,
        packages: "linked",
      }),
    );
    expect(text).toMatchInlineSnapshot(`
      "  commit     files  run  cached  incremental    full  subject
      ✓ aaaaaaaaa      1    2       8       100 ms  400 ms  Change something
      ✗ bbbbbbbbb      1    2       8       100 ms  400 ms  Turn red
      ○ ddddddddd      1                                    Change something
      ✓ aaaaaaaaa      1   2*       8       100 ms  400 ms  Change something

      ✗ bbbbbbbbb
        lint: incremental passed; fresh failed: exit code 1
          only the fresh run found: src/cart.ts:12: 'total' is assigned a value but never used.
          stale: the cached verdict of the whole project was passed since ccccccccc, fingerprint 0123456789ab
          changed since, without changing the fingerprint: hidden.txt
        lint: incremental passed; fresh failed: exit code 1
          not deterministic: a second run on the same tree gave another answer

      ○ ddddddddd could not be compared: .verification.yml:1:1: Unknown key.

      2 of 3 commits agree, 1 stale, 1 not deterministic, 1 could not be compared
      24 of 30 units did not have to run (80.0 %)
      300 ms incrementally, 1.2 s in full (75.0 % saved)
      * a trigger verified everything (--incremental overrides it)
      configuration: the commit's own; packages: none (3), linked from your checkout (1)
      1 commit with a different lockfile than yours (see --prepare)
      "
    `);
  });

  it("says that incremental runs took longer, where they did", () => {
    const slow = sampleCommit({
      incremental: sampleRun({ duration: 640 }),
      full: sampleRun({ duration: 400 }),
    });
    expect(render(slow)).toContain("640 ms incrementally, 400 ms in full (60.0 % more)");
  });
});

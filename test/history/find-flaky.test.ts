import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFlaky } from "../../src/history/find-flaky.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { execution, fingerprint } from "../store/support.ts";

const failed = { status: "failed" } as const;

describe("flakiness", () => {
  it("is proved by one fingerprint with both verdicts, and the evidence is all of its executions", () => {
    const evidence = [execution("a", { runId: "2", ...failed }), execution("a", { runId: "1" })];
    expect(findFlaky([execution("b", failed), ...evidence])).toEqual([
      {
        check: "test",
        target: "",
        fingerprint: fingerprint("a"),
        passed: 1,
        failed: 1,
        executions: evidence,
      },
    ]);
  });

  it("is not claimed of what is broken, or was fixed by a change", () => {
    expect(
      findFlaky([
        execution("fixed"),
        execution("broken", failed),
        execution("broken", failed),
        execution("before"),
      ]),
    ).toEqual([]);
  });

  it("is of one target: that another with the same fingerprint failed proves nothing about it", () => {
    const [a, b] = ["a.ts", "b.ts"].map((target) => ({ target: target as RepoPath }));
    expect(findFlaky([execution("same", a), execution("same", { ...b, ...failed })])).toEqual([]);
  });

  it("says of a batch how many files it is about", () => {
    const batch = { files: 3, first: "a.ts" as RepoPath };
    expect(findFlaky([execution("a", { batch, ...failed }), execution("a", { batch })])).toMatchObject([
      { batch, target: "" },
    ]);
  });

  it("is claimed exactly where both verdicts are there, whatever the order", () => {
    const list = fc.array(
      fc.record({ seed: fc.constantFrom("a", "b", "c"), status: fc.constantFrom("passed", "failed") }),
    );
    fc.assert(
      fc.property(list, (made) => {
        const found = findFlaky(made.map(({ seed, status }) => execution(seed, { status })));
        const expected = ["a", "b", "c"].filter((seed) => {
          const statuses = new Set(made.filter((each) => each.seed === seed).map(({ status }) => status));
          return statuses.size === 2;
        });
        expect(found.map((unit) => unit.fingerprint).sort()).toEqual(expected.map(fingerprint).sort());
      }),
    );
  });
});

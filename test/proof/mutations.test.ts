import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBlind } from "./mutations/find-blind.ts";
import { runMutations } from "./mutations/mutations-part.ts";
import { MUTATIONS, type Mutation } from "./mutations/mutations.ts";

const ROOT = join(import.meta.dirname, "../..");
const CHOSEN = "a variable that is not set is not one that is empty";

describe("the guards against stale verdicts", () => {
  it("are where they are taken out, and the tests that notice are there under their names", () => {
    expect(MUTATIONS.length).toBeGreaterThan(200);
    expect(findBlind(MUTATIONS, ROOT)).toEqual([]);
  });

  it("are found to be blind if the source or the test has another name, before any is taken out", () => {
    const chosen = MUTATIONS.find(({ guard }) => guard === CHOSEN) as Mutation;
    const { file } = chosen.caughtBy;
    const blind: readonly Mutation[] = [
      { ...chosen, from: "no such text" },
      { ...chosen, from: "import" },
      { ...chosen, caughtBy: { file, test: "no such test" } },
      { ...chosen, caughtBy: { file: "test/none.test.ts", test: chosen.caughtBy.test } },
    ];
    const failures = [
      `${CHOSEN}: ${chosen.file} has "no such text" 0 times, not once`,
      expect.stringMatching(/has "import" \d+ times, not once$/),
      `${CHOSEN}: ${file} has no test whose name contains "no such test"`,
      `${CHOSEN}: test/none.test.ts has no test whose name contains "${chosen.caughtBy.test}"`,
    ];
    expect(runMutations(blind, () => {}, ROOT)).toMatchObject({ failures });
  });

  it("are missed by a test when they are taken out, for one of them; npm run prove tries all", () => {
    const chosen = MUTATIONS.filter(({ guard }) => guard === CHOSEN);
    expect(runMutations(chosen, () => {}, ROOT)).toEqual({
      figures: [expect.objectContaining({ value: 1 }), expect.objectContaining({ value: 0 })],
      failures: [],
    });
  });
});

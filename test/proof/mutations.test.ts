import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runMutations } from "./mutations/mutations-part.ts";
import { MUTATIONS } from "./mutations/mutations.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("the guards against stale verdicts", () => {
  it.each(MUTATIONS)("are where they are taken out: $guard", ({ also, caughtBy, ...edit }) => {
    for (const { file, from } of [edit, ...(also === undefined ? [] : [also])])
      expect(readFileSync(join(ROOT, file), "utf8").split(from)).toHaveLength(2);
    expect(existsSync(join(ROOT, caughtBy.file))).toBe(true);
  });

  it("are missed by a test when they are taken out, for one of them; npm run prove tries all", () => {
    const chosen = MUTATIONS.filter(
      ({ guard }) => guard === "a variable that is not set is not one that is empty",
    );
    expect(runMutations(chosen, () => {}, ROOT)).toEqual({
      figures: [expect.objectContaining({ value: 1 }), expect.objectContaining({ value: 0 })],
      failures: [],
    });
  });
});

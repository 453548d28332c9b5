import * as fc from "fast-check";
import { expect, it } from "vitest";
import { buildBatches } from "../../src/plan/batches.ts";
import { planCommands } from "../../src/plan/plan-commands.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";

const named = (count: number): readonly RepoPath[] =>
  Array.from({ length: count }, (_, index) => `src/${index}.ts` as RepoPath);

it("every file goes to exactly one command, in order, and no command has more files than the limit", () => {
  const counts = fc.record({ files: fc.nat(40), limit: fc.integer({ min: 1, max: 45 }) });
  fc.assert(
    fc.property(counts, ({ files, limit }) => {
      const batches = buildBatches(declaredCheck(), named(files), limit);
      expect(batches.flatMap((batch) => batch.files)).toEqual(named(files));
      expect(batches).toHaveLength(Math.ceil(files / limit));
      for (const batch of batches) expect(batch.args).toHaveLength(batch.files.length);
    }),
  );
});

it("no command is too long for the system, whatever the limit", () => {
  const long = named(3).map((path) => `${"d".repeat(100_000)}/${path}` as RepoPath);
  expect(buildBatches(declaredCheck(), long, 2)).toHaveLength(3);
});

it("the limit comes from the check, and has no effect on a check of the whole project", () => {
  expect(planCommands(declaredCheck({ batch: 2 }), named(5)).map(({ files }) => files.length)).toEqual([
    2, 2, 1,
  ]);
  expect(planCommands(declaredCheck({ batch: null }), named(5))).toHaveLength(1);
  expect(planCommands(declaredCheck({ batch: 1, args: [] }), [""])).toHaveLength(1);
});

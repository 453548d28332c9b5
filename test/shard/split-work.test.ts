import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countShards, splitWork, type Work } from "../../src/shard/split-work.ts";
import type { Target } from "../../src/vocabulary/verdict/unit.ts";

const checks = ["build", "lint", "test", "types"];
const someWork = fc
  .uniqueArray(
    fc.record({
      check: fc.constantFrom(...checks),
      target: fc.stringMatching(/^[a-z]{1,3}$/) as fc.Arbitrary<Target>,
      estimate: fc.integer({ min: 1, max: 1000 }),
    }),
    { selector: ({ check, target }) => `${check} ${target}`, maxLength: 200 },
  )
  .map((work): readonly Work[] => work);
const someDependencies = fc
  .subarray([["test", ["build"]] as const, ["types", ["build"]] as const, ["lint", [] as string[]] as const])
  .map((entries) => new Map<string, readonly string[]>(entries));

describe("work that is split", () => {
  it("is all there, each unit once", () => {
    fc.assert(
      fc.property(someWork, someDependencies, fc.integer({ min: 1, max: 9 }), (work, dependencies, count) => {
        const shards = splitWork(work, dependencies, count);
        expect(shards).toHaveLength(count);
        const units = shards.flatMap((shard) =>
          shard.work.flatMap(({ check, targets }) => targets.map((target) => `${check} ${target}`)),
        );
        expect(units.sort()).toEqual(work.map(({ check, target }) => `${check} ${target}`).sort());
      }),
    );
  });

  it("leaves together what depends on one another", () => {
    fc.assert(
      fc.property(someWork, someDependencies, fc.integer({ min: 2, max: 9 }), (work, dependencies, count) => {
        const shards = splitWork(work, dependencies, count);
        for (const [check, names] of dependencies)
          for (const name of names) {
            const having = shards.filter((shard) =>
              shard.work.some((each) => each.check === check || each.check === name),
            );
            expect(having.length).toBeLessThanOrEqual(1);
          }
      }),
    );
  });

  it("takes about as long everywhere: no part is longer than the mean by more than one piece", () => {
    fc.assert(
      fc.property(someWork, fc.integer({ min: 1, max: 9 }), (work, count) => {
        const estimates = splitWork(work, new Map(), count).map(({ estimate }) => estimate);
        const longest = Math.max(0, ...work.map(({ estimate }) => estimate));
        const mean = estimates.reduce((sum, each) => sum + each, 0) / count;
        expect(Math.max(...estimates)).toBeLessThanOrEqual(mean + longest);
      }),
    );
  });

  it("does not depend on the order in which it comes", () => {
    fc.assert(
      fc.property(someWork, someDependencies, (work, dependencies) => {
        expect(splitWork(work.toReversed(), dependencies, 3)).toEqual(splitWork(work, dependencies, 3));
      }),
    );
  });

  it("is split into as many parts as the time asks for, and no more than there are pieces", () => {
    const work = ["a", "b", "c", "d"].map((target) => ({
      check: "test",
      target: target as Target,
      estimate: 1000,
    }));
    expect(countShards(work, new Map(), 2000)).toBe(2);
    expect(countShards(work, new Map(), 10)).toBe(4);
    expect(countShards([], new Map(), 10)).toBe(1);
  });
});

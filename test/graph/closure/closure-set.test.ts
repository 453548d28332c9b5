import fc from "fast-check";
import { expect, test } from "vitest";
import { ClosureSet, type Groups } from "../../../src/graph/closure/closure-set.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";

const nameOf = (number: number): RepoPath => `f${number}` as RepoPath;

/** Every group leads to some with lower numbers. */
function groupsOf(next: readonly (readonly number[])[]): Groups {
  return {
    numberOf: (path) => (/^f\d+$/.test(path) ? Number(path.slice(1)) : undefined),
    members: (number) => [nameOf(number)],
    next: (number) => (number === 0 ? [] : (next[number] ?? []).map((other) => other % number)),
  };
}

test("a set holds what its group leads to, in the order of the groups, be that few of all groups or many", () => {
  let few = 0;
  let many = 0;
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(), { maxLength: 2 }), { minLength: 1, maxLength: 80 }), (next) => {
      const groups = groupsOf(next);
      const start = next.length - 1;
      const reached = new Set([start]);
      for (const number of reached) for (const other of groups.next(number)) reached.add(other);
      const set = new ClosureSet(start, groups);
      const expected = [...reached].sort((one, other) => one - other).map(nameOf);
      expect([...set]).toEqual(expected);
      expect(set.size).toBe(reached.size);
      for (let number = 0; number <= start + 1; number += 1)
        expect(set.has(nameOf(number))).toBe(reached.has(number));
      if (reached.size * 8 > next.length) many += 1;
      else few += 1;
    }),
  );
  expect(Math.min(few, many)).toBeGreaterThan(0);
});

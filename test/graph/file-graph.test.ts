import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findComponents } from "../../src/graph/closure/components.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { buildRandom, nameOf, type RandomGraph, randomGraph } from "./random-graph.ts";

/** Whether there is a way of at least one step, found by trying every way up to the graph's size. */
function distances(files: RandomGraph): number[][] {
  const size = files.length;
  const far = files.map((_, a) => files.map((__, b) => (a === b ? 0 : Infinity)));
  for (const [a, { targets }] of files.entries()) {
    for (const b of targets) if (b < size && b !== a) (far[a] as number[])[b] = 1;
  }
  for (let k = 0; k < size; k += 1) {
    for (let a = 0; a < size; a += 1) {
      for (let b = 0; b < size; b += 1) {
        const through = (far[a]?.[k] ?? Infinity) + (far[k]?.[b] ?? Infinity);
        if (through < (far[a]?.[b] ?? Infinity)) (far[a] as number[])[b] = through;
      }
    }
  }
  return far;
}

function isChain(chain: readonly RepoPath[], next: (path: RepoPath) => readonly RepoPath[]): boolean {
  return chain.every((path, at) => at === 0 || next(chain[at - 1] as RepoPath).includes(path));
}

test("dependencies and dependents are what can be reached, by shortest chains", () => {
  fc.assert(
    fc.property(randomGraph, (files) => {
      const { graph } = buildRandom(files);
      const far = distances(files);
      for (const [a] of files.entries()) {
        const from = nameOf(a);
        const down = graph.transitiveDependencies(from);
        const up = graph.transitiveDependents([from]);
        for (const [b] of files.entries()) {
          const there = far[a]?.[b] ?? Infinity;
          const back = far[b]?.[a] ?? Infinity;
          expect(down.paths.includes(nameOf(b))).toBe(there < Infinity);
          expect(up.paths.includes(nameOf(b))).toBe(back < Infinity);
          expect(down.chain(nameOf(b))?.length).toBe(there < Infinity ? there + 1 : undefined);
          expect(up.chain(nameOf(b))?.length).toBe(back < Infinity ? back + 1 : undefined);
          expect(graph.chain(from, new Set([nameOf(b)]))).toEqual(down.chain(nameOf(b)));
          expect(isChain(down.chain(nameOf(b)) ?? [], (path) => graph.dependencies(path))).toBe(true);
          expect(isChain(up.chain(nameOf(b)) ?? [], (path) => graph.dependents(path))).toBe(true);
        }
      }
    }),
  );
});

test("cycles are the groups that reach each other", () => {
  fc.assert(
    fc.property(randomGraph, (files) => {
      const { graph } = buildRandom(files);
      const far = distances(files);
      const groups = new Set<string>();
      for (const [a] of files.entries()) {
        const group = files
          .map((_, b) => b)
          .filter((b) => (far[a]?.[b] ?? Infinity) + (far[b]?.[a] ?? Infinity) < Infinity);
        if (group.length > 1) groups.add(group.map(nameOf).join());
      }
      expect(graph.cycles().map((cycle) => cycle.join())).toEqual([...groups].sort());
    }),
  );
});

test("a component comes after all that it leads to", () => {
  fc.assert(
    fc.property(randomGraph, (files) => {
      const adjacency = files.map((file) => file.targets.filter((target) => target < files.length));
      const { members, of } = findComponents(adjacency);
      expect(members.flat().toSorted((a, b) => a - b)).toEqual(files.map((_, index) => index));
      for (const [from, targets] of adjacency.entries()) {
        for (const to of targets) expect(of[to]).toBeLessThanOrEqual(of[from] as number);
      }
    }),
  );
});

describe("a chain of 40,000 files", () => {
  const size = 40_000;
  const chain = (last: readonly number[]): readonly (readonly number[])[] =>
    Array.from({ length: size }, (_, index) => (index + 1 < size ? [index + 1] : last));

  test("does not exhaust the stack", () => {
    expect(findComponents(chain([])).members).toHaveLength(size);
  });

  test("a chain of 40,000 files may be one cycle", () => {
    expect(findComponents(chain([0])).members).toHaveLength(1);
  });
});

test("every list is in the same order for the same graph", () => {
  fc.assert(
    fc.property(randomGraph, (files) => {
      const [one, other] = [buildRandom(files).graph, buildRandom(files).graph];
      for (const path of one.paths) {
        expect(one.edgesFrom(path)).toEqual(other.edgesFrom(path));
        expect(one.edgesTo(path)).toEqual(other.edgesTo(path));
        expect(one.edgesTo(path).map((edge) => edge.from)).toEqual(
          one
            .edgesTo(path)
            .map((edge) => edge.from)
            .toSorted(),
        );
      }
    }),
  );
});

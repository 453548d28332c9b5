import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shortestChain } from "../../src/graph/closure/reach.ts";
import { createNearest } from "../../src/graph/nearest.ts";
import { p } from "./repository.ts";

test("a chain found back from the targets is the one that a search from the file finds", () => {
  const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
    fc.record({
      edges: fc.array(fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 4 }), {
        minLength: size,
        maxLength: size,
      }),
      targets: fc.uniqueArray(fc.nat({ max: size + 1 }), { maxLength: 3 }),
    }),
  );
  fc.assert(
    fc.property(graph, ({ edges, targets }) => {
      const name = (index: number): ReturnType<typeof p> => p(`f${index}`);
      const paths = edges.map((_, index) => name(index));
      const neighbours = (path: string): ReturnType<typeof p>[] =>
        (edges[Number(path.slice(1))] ?? []).map(name);
      const wanted = new Set(targets.map(name));
      const chainTo = createNearest(paths, neighbours)(wanted);
      for (const path of [...paths, p("f99"), name(edges.length + 1)])
        expect(chainTo(path)).toEqual(shortestChain(path, wanted, neighbours));
    }),
    { numRuns: 1000 },
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findUpstream } from "../../src/graph/find-upstream.ts";
import { buildRandom, nameOf, randomGraph } from "./random-graph.ts";

test("every file is told with how many others depend on it, as asking for each says", () => {
  fc.assert(
    fc.property(randomGraph, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (files, isAsked) => {
      const { graph } = buildRandom(files);
      const asked = files.map((_, index) => nameOf(index)).filter((_, index) => isAsked[index]);
      const expected = asked
        .map((file) => {
          const { paths } = graph.transitiveDependents([file]);
          return {
            file,
            dependents: asked.filter((other) => other !== file && paths.includes(other)).length,
          };
        })
        .filter(({ dependents }) => dependents > 0);
      const found = findUpstream(graph, asked);
      expect(new Map(found.map((each) => [each.file, each.dependents]))).toEqual(
        new Map(expected.map((each) => [each.file, each.dependents])),
      );
      expect(found.map(({ dependents }) => dependents)).toEqual(
        expected.map(({ dependents }) => dependents).sort((one, other) => other - one),
      );
    }),
  );
});

test("a file that is named twice, or is not in the graph, counts once and depends on nothing", () => {
  const { graph } = buildRandom([
    { content: "a", structure: null, targets: [], seen: [] },
    { content: "b", structure: null, targets: [0], seen: [] },
  ]);
  expect(findUpstream(graph, [nameOf(1), nameOf(0), nameOf(1), "elsewhere"])).toEqual([
    { file: nameOf(0), dependents: 1 },
  ]);
});

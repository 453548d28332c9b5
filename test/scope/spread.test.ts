import * as fc from "fast-check";
import { expect, it } from "vitest";
import { computeHashes } from "../../src/graph/closure/merkle.ts";
import { createDependents, spreadContent, spreadStructure } from "../../src/scope/spread.ts";
import { buildRandom, nameOf, type RandomGraph, randomGraph } from "../graph/random-graph.ts";
import { graphOf, p } from "../graph/repository.ts";

/** The files whose fingerprint sees something else than before when one file is another. */
function changedFor(
  kind: "content" | "structure",
  before: RandomGraph,
  after: RandomGraph,
): readonly string[] {
  const [one, other] = [before, after].map((files) => {
    const { graph, snapshot } = buildRandom(files);
    return computeHashes(graph, snapshot);
  });
  return before
    .map((_, index) => nameOf(index))
    .filter((path) => one?.dependenciesOf(path, kind) !== other?.dependenciesOf(path, kind));
}

/** A graph and which of its files gets another content, and another structure where it has one. */
const edited = randomGraph.chain((files) =>
  fc.nat({ max: files.length - 1 }).map((at) => {
    const after = files.map((file, index) =>
      index === at
        ? { ...file, content: "edited", structure: file.structure === null ? null : "edited" }
        : file,
    );
    return { files, at, after };
  }),
);

it("a structural change reaches exactly the files whose fingerprints cover the structure", () => {
  fc.assert(
    fc.property(edited, ({ files, at, after }) => {
      const { graph } = buildRandom(files);
      const reached = spreadStructure([nameOf(at)], graph, createDependents(graph, []));
      const found = reached.map(({ path }) => path).filter((path) => path !== nameOf(at));
      const expected = changedFor("structure", files, after).filter((path) => path !== nameOf(at));
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
  );
});

it("a change of content reaches exactly the files whose fingerprints cover the content", () => {
  fc.assert(
    fc.property(edited, ({ files, at, after }) => {
      const { graph } = buildRandom(files);
      const reached = spreadContent([nameOf(at)], createDependents(graph, []));
      const found = reached.map(({ path }) => path).filter((path) => path !== nameOf(at));
      const expected = changedFor("content", files, after).filter((path) => path !== nameOf(at));
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
  );
});

it("files that referred to a deleted file are found: by name, without extension, and as a directory", async () => {
  const { graph } = await graphOf({
    files: {
      "src/a.ts": 'import "./gone";\n',
      "src/b.ts": 'import "./gone.js";\n',
      "src/c.ts": 'import "./lib";\n',
      "docs/d.md": "[gone](../src/gone.ts) [root](/src/gone.ts)\n",
      "src/e.ts": 'import "./other";\n',
    },
  });
  const dependents = createDependents(graph, [p("src/gone.ts"), p("src/lib/index.ts")]);
  const from = (path: string): readonly string[] => [
    ...new Set(dependents.places(p(path)).map((each) => each.from)),
  ];
  expect(from("src/gone.ts")).toEqual(["docs/d.md", "src/a.ts", "src/b.ts"]);
  expect(from("src/lib/index.ts")).toEqual(["src/c.ts"]);
  expect(dependents.files(p("src/lib/index.ts"))).toEqual(["src/c.ts"]);
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDiffNodes, type NodeDifference } from "../../../src/graph/closure/diff-nodes.ts";
import { hashNode, type NodeHash } from "../../../src/graph/closure/merkle-node.ts";
import { computeHashes, type GraphHashes } from "../../../src/graph/closure/merkle.ts";
import { buildRandom, nameOf, type RandomFile, type RandomGraph, randomGraph } from "../random-graph.ts";

function hashesOf(files: RandomGraph): GraphHashes {
  const { graph, snapshot } = buildRandom(files);
  return computeHashes(graph, snapshot);
}

/** All that a hash must cover, spelled out: every reached file and where its references lead. */
function reached(files: RandomGraph, start: number, kind: "content" | "structure"): string {
  const seen = new Set<number>();
  const queue = [start];
  for (const index of queue) {
    if (seen.has(index)) continue;
    seen.add(index);
    queue.push(...followed(files[index] as RandomFile, kind).filter((target) => target < files.length));
  }
  return JSON.stringify(
    [...seen]
      .toSorted((a, b) => a - b)
      .map((index) => {
        const file = files[index] as RandomFile;
        const leads = followed(file, kind)
          .filter((target) => target !== index)
          .toSorted()
          .map((target) => [target, target < files.length]);
        return [index, valueOf(file, kind), leads];
      }),
  );
}

function followed(file: RandomFile, kind: "content" | "structure"): number[] {
  const all = kind === "content" || file.structure === null;
  return file.targets.filter((_, at) => all || file.seen[at] === true);
}

function valueOf(file: RandomFile, kind: "content" | "structure"): string {
  return kind === "structure" && file.structure !== null ? `s ${file.structure}` : `c ${file.content}`;
}

/** A graph and the same graph after some files changed. */
const edited = fc
  .tuple(randomGraph, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 3 }))
  .map(([files, edits]): [RandomGraph, RandomGraph] => {
    const after = files.map((file) => ({ ...file }));
    for (const [at, what, value] of edits) {
      const index = at % files.length;
      const file = after[index] as RandomFile;
      const target = value % (files.length + 1);
      const options: RandomFile[] = [
        { ...file, content: value % 2 === 0 ? "c" : "d" },
        { ...file, structure: value % 2 === 0 ? "u" : null },
        { ...file, targets: [...new Set([...file.targets, target])].slice(0, 3) },
        { ...file, targets: file.targets.slice(1) },
      ];
      after[index] = options[what % options.length] as RandomFile;
    }
    return [files, after];
  });

describe.each(["content", "structure"] as const)("the %s hash", (kind) => {
  test("changes exactly if something that it reaches changed", () => {
    fc.assert(
      fc.property(edited, ([before, after]) => {
        const [one, other] = [hashesOf(before), hashesOf(after)];
        for (const [index] of before.entries()) {
          const same = reached(before, index, kind) === reached(after, index, kind);
          const equal = one[kind](nameOf(index)) === other[kind](nameOf(index));
          // In one node with others, a file's hash covers what those reach: the same set.
          expect(equal).toBe(same);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("names a node that hashes to it", () => {
    fc.assert(
      fc.property(randomGraph, (files) => {
        const hashes = hashesOf(files);
        for (const [index] of files.entries()) {
          const hash = hashes[kind](nameOf(index));
          const node = hashes.node(hash);
          expect(node && hashNode(node)).toBe(hash);
        }
      }),
    );
  });

  test("covers what a file depends on without the file itself, where that is asked for", () => {
    fc.assert(
      fc.property(edited, ([before, after]) => {
        const [one, other] = [hashesOf(before), hashesOf(after)];
        for (const [index, file] of before.entries()) {
          const now = after[index] as RandomFile;
          const leads = (files: RandomGraph, own: RandomFile): string =>
            JSON.stringify(
              own.targets
                .filter((target) => target !== index)
                .toSorted()
                .map((target) => [target, target < files.length ? reached(files, target, kind) : null]),
            );
          const same = leads(before, file) === leads(after, now);
          const path = nameOf(index);
          expect(one.dependenciesOf(path, kind) === other.dependenciesOf(path, kind)).toBe(same);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** Where a difference found from a file is not real, or not the nearest. */
function faultsOf(
  difference: NodeDifference,
  index: number,
  [before, after]: readonly [RandomGraph, RandomGraph],
): readonly string[] {
  const leads = (files: RandomGraph, at: number): string =>
    JSON.stringify(files[at]?.targets.filter((target) => target !== at).toSorted());
  const moved = (at: number): boolean => leads(before, at) !== leads(after, at);
  const changed = (at: number): boolean => moved(at) || before[at]?.content !== after[at]?.content;
  if (difference.path === null) return moved(index) ? [] : ["the start did not move"];
  const place = Number(difference.path.slice(1));
  const distance = difference.chain.length;
  const near = new Map<number, number>();
  for (const target of before[index]?.targets ?? []) if (target !== index) near.set(target, 1);
  for (const [at, steps] of near) {
    for (const target of before[at]?.targets ?? []) {
      if (target !== at && !near.has(target)) near.set(target, steps + 1);
    }
  }
  const nearer = [...near].filter(([at, steps]) => steps < distance && at < before.length && changed(at));
  return [
    ...(moved(index) ? ["the start moved"] : []),
    ...(changed(place) ? [] : ["nothing changed there"]),
    ...(near.get(place) === distance ? [] : ["there is a shorter chain"]),
    ...(difference.before === difference.after ? ["both are the same"] : []),
    ...nearer.map(([at]) => `${at} is nearer`),
  ];
}

test("the difference between two nodes is real, and its chain is a shortest one", () => {
  fc.assert(
    fc.property(edited, ([before, after]) => {
      const [one, other] = [hashesOf(before), hashesOf(after)];
      const lookup = (hash: NodeHash) => one.node(hash) ?? other.node(hash);
      // One for all, as a run has: what is kept of one file must not mislead about another.
      const diffNodes = createDiffNodes(lookup);
      for (const [index] of before.entries()) {
        const path = nameOf(index);
        const hashes = [one.dependenciesOf(path, "content"), other.dependenciesOf(path, "content")] as const;
        const difference = diffNodes(hashes[0], hashes[1]);
        expect(difference === null).toBe(hashes[0] === hashes[1]);
        expect(difference === null ? [] : faultsOf(difference, index, [before, after])).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});

describe("a difference says what happened", () => {
  const file = (content: string, targets: readonly number[]): RandomFile => ({
    content,
    targets,
    structure: null,
    seen: [true, true, true],
  });
  const diff = (before: RandomGraph, after: RandomGraph): unknown => {
    const [one, other] = [hashesOf(before), hashesOf(after)];
    const lookup = (hash: NodeHash) => one.node(hash) ?? other.node(hash);
    return createDiffNodes(lookup)(one.content(nameOf(0)), other.content(nameOf(0)));
  };

  test("a difference says that a file changed at the end of a chain", () => {
    const before = [file("a", [1]), file("a", [2]), file("a", [])];
    const after = [file("a", [1]), file("a", [2]), file("b", [])];
    expect(diff(before, after)).toMatchObject({
      reason: "changed",
      chain: ["f00", "f01", "f02"],
      path: "f02",
    });
  });

  test("a difference says that a reference became unresolved", () => {
    expect(diff([file("a", [1]), file("a", [])], [file("a", [1])])).toEqual({
      reason: "became-unresolved",
      chain: ["f00"],
      path: "f00",
      specifier: "./f01",
      before: "f01",
      after: "unresolved",
    });
  });

  test("a difference says that a reference appeared in a file that is otherwise the same", () => {
    expect(diff([file("a", []), file("a", [])], [file("a", [1]), file("a", [])])).toMatchObject({
      reason: "reference-added",
      specifier: "./f01",
      before: null,
      after: "f01",
    });
  });

  test("a difference says that a file changed within a cycle that grew", () => {
    const before = [file("a", [1]), file("a", [0, 2]), file("a", [])];
    const after = [file("a", [1]), file("a", [0, 2]), file("b", [0])];
    expect(diff(before, after)).toMatchObject({ reason: "changed", chain: ["f01", "f02"] });
  });

  test("a difference is empty where nothing changed", () => {
    expect(diff([file("a", [])], [file("a", [])])).toBeNull();
  });
});

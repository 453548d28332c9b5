import * as fc from "fast-check";
import type { Structure } from "../../src/graph/extraction.ts";
import { FileGraph, type FileNode } from "../../src/graph/file-graph.ts";
import { toFiles, UNRESOLVED } from "../../src/graph/resolve/resolution.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Snapshot } from "../../src/vocabulary/tree/snapshot.ts";
import { snapshotOf } from "./repository.ts";

/** A file of a random graph: its content, its structure if it has one of its own, and where it leads. */
export interface RandomFile {
  readonly content: string;
  /** Null where the structure is the content. */
  readonly structure: string | null;
  /** A number that names no file is an unresolved reference. */
  readonly targets: readonly number[];
  /** Which of the targets the structure refers to. */
  readonly seen: readonly boolean[];
}

export type RandomGraph = readonly RandomFile[];

export const nameOf = (index: number): RepoPath => `f${String(index).padStart(2, "0")}` as RepoPath;

const file = (size: number): fc.Arbitrary<RandomFile> =>
  fc.record({
    content: fc.constantFrom("a", "b"),
    structure: fc.option(fc.constantFrom("s", "t")),
    targets: fc.uniqueArray(fc.nat({ max: size }), { maxLength: 3 }),
    seen: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  });

export const randomGraph: fc.Arbitrary<RandomGraph> = fc
  .integer({ min: 1, max: 9 })
  .chain((size) => fc.array(file(size), { minLength: size, maxLength: size }));

export function buildRandom(files: RandomGraph): { graph: FileGraph; snapshot: Snapshot } {
  const nodes = new Map<RepoPath, FileNode>();
  const entries: Record<string, string> = {};
  for (const [index, { content, structure, targets, seen }] of files.entries()) {
    const path = nameOf(index);
    entries[path] = content;
    const shape: Structure =
      structure === null
        ? { kind: "content" }
        : {
            kind: "declaration",
            hash: structure,
            refersTo: targets.filter((_, at) => seen[at]).map((target) => `./${nameOf(target)}`),
          };
    const references = targets.map((target) => ({
      reference: {
        kind: "module",
        specifier: `./${nameOf(target)}`,
        type: "import",
        strength: "strong",
        line: 1,
      } as const,
      resolution: target < files.length ? toFiles([nameOf(target)]) : UNRESOLVED,
    }));
    const extraction = {
      references: references.map((one) => one.reference),
      outline: { kind: "none" } as const,
      structure: shape,
    };
    nodes.set(path, { extraction, references, words: [] });
  }
  return { graph: new FileGraph(nodes), snapshot: snapshotOf("/", entries) };
}

import * as fc from "fast-check";
import { FileGraph, type FileNode, type ResolvedReference } from "../../src/graph/file-graph.ts";
import { toExternal, toFiles, toOutside, UNRESOLVED } from "../../src/graph/resolve/resolution.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Snapshot } from "../../src/vocabulary/tree/snapshot.ts";
import { p, snapshotOf } from "./repository.ts";

/** How a module names another: only the first two lead there when it runs. */
const WAYS = ["import", "mock", "type", "text"] as const;

export interface RandomModule {
  readonly content: string;
  /** A number that names no module is an import that does not resolve. */
  readonly edges: readonly { readonly to: number; readonly way: (typeof WAYS)[number] }[];
  readonly reachesOut: boolean;
  /** Packages that it imports; `out` stands for a file outside of the tree. */
  readonly beyond: readonly string[];
}

export type RandomModules = readonly RandomModule[];

export const moduleName = (index: number): RepoPath => p(`m${String(index).padStart(2, "0")}.ts`);

const module = (size: number): fc.Arbitrary<RandomModule> =>
  fc.record({
    content: fc.constantFrom("a", "b"),
    // Few of them name nothing, so that closures are large and some are closed.
    edges: fc.array(
      fc.record({
        to: fc.oneof({ weight: 20, arbitrary: fc.nat(size - 1) }, fc.constant(size)),
        way: fc.constantFrom(...WAYS),
      }),
      { maxLength: 4 },
    ),
    reachesOut: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    beyond: fc.subarray(["react", "vitest", "out"], { maxLength: 1 }),
  });

export const randomModules: fc.Arbitrary<RandomModules> = fc
  .integer({ min: 1, max: 12 })
  .chain((size) => fc.array(module(size), { minLength: size, maxLength: size }));

/** Modules, and the same after some of them changed. */
export const editedModules: fc.Arbitrary<readonly [RandomModules, RandomModules]> = fc
  .tuple(randomModules, randomModules, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }))
  .map(([before, others, edits]) => {
    const after = [...before];
    for (const [at, from] of edits) {
      const { edges, ...other } = others[from % others.length] as RandomModule;
      const near = edges.map((edge) => ({ ...edge, to: edge.to % (before.length + 1) }));
      after[at % before.length] = { ...other, edges: near };
    }
    return [before, after];
  });

export function buildModules(modules: RandomModules): { graph: FileGraph; snapshot: Snapshot } {
  const nodes = new Map<RepoPath, FileNode>();
  const files: Record<string, string> = {};
  for (const [index, { content, edges, reachesOut, beyond }] of modules.entries()) {
    const references = [
      ...edges.map(({ to, way }): ResolvedReference => {
        const specifier = `./${moduleName(to)}`;
        const found = { specifier, line: 1 };
        const resolution = to < modules.length ? toFiles([moduleName(to)]) : UNRESOLVED;
        if (way === "text")
          return {
            reference: { ...found, kind: "path", type: "reference", strength: "weak" },
            resolution,
          };
        const shared = { ...found, kind: "module", type: "import" } as const;
        if (way === "type")
          return { reference: { ...shared, strength: "strong", typeOnly: true }, resolution };
        return { reference: { ...shared, strength: way === "mock" ? "weak" : "strong" }, resolution };
      }),
      ...beyond.map((specifier): ResolvedReference => {
        const reference = { kind: "module", specifier, type: "import", strength: "strong", line: 2 } as const;
        return {
          reference,
          resolution: specifier === "out" ? toOutside(p("out.ts")) : toExternal(specifier),
        };
      }),
    ];
    // The graph leaves out what is weak and leads nowhere.
    const kept = references.filter(
      (one) => one.reference.strength === "strong" || one.resolution !== UNRESOLVED,
    );
    files[moduleName(index)] = content;
    nodes.set(moduleName(index), {
      extraction: {
        references: kept.map((one) => one.reference),
        outline: { kind: "module", exports: [], exportsFrom: [], complete: true },
        structure: { kind: "content" },
        ...(reachesOut ? { reachesOut: [{ how: "file-system", what: "node:fs", line: 3 }] } : {}),
      },
      references: kept,
      words: [],
    });
  }
  return { graph: new FileGraph(nodes), snapshot: snapshotOf("/", files) };
}

/** Where a module leads when it runs. */
export function leads(modules: RandomModules, index: number): readonly number[] {
  const edges = modules[index]?.edges ?? [];
  const run = edges.filter(({ way, to }) => way === "import" || (way === "mock" && to < modules.length));
  return [...new Set(run.map(({ to }) => to))];
}

/** All that a module leads to, found by a walk of its own. */
export function walk(modules: RandomModules, start: number): readonly number[] {
  const seen = new Set([start]);
  for (const index of seen) for (const to of leads(modules, index)) if (to < modules.length) seen.add(to);
  return [...seen];
}

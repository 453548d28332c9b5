import type { DeclaredEdge } from "../vocabulary/tree/graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { declareEdges } from "./declared-edges.ts";
import { extractAll, type ExtractAllOptions } from "./extract-all.ts";
import { PLAIN } from "./extraction.ts";
import { FileGraph } from "./file-graph.ts";
import { createFollowOutside, leadsOutside } from "./follow-outside.ts";
import { KeptNodes, type KeptNodesOptions } from "./kept/kept-nodes.ts";
import { GraphPacker, packFile } from "./kept/pack-graph.ts";
import { tryRead } from "./many/extract-one.ts";
import { HAS_TRAIT, type Trait, TRAITS } from "./references/traits.ts";
import { createResolver, type Extractions } from "./resolve/resolve.ts";

export interface BuildOptions extends ExtractAllOptions {
  /** Dependencies that a user declared. */
  readonly edges?: readonly DeclaredEdge[];
}

/**
 * Builds the graph of a snapshot. Reads only files whose extraction is not cached. References are resolved each time,
 * because the result depends on which other files exist.
 */
export async function buildGraph(options: BuildOptions): Promise<FileGraph> {
  const { snapshot, edges = [] } = options;
  const extractions = await extractAll(options, snapshot.files);
  const readText = (path: RepoPath): string | undefined => tryRead(options.read, path)?.toString("utf8");
  const resolve = await createResolver({ snapshot, extractions, readText });
  const paths = [...snapshot.files.keys()].sort();
  const declared = declareEdges(edges, [...snapshot.files.keys()]);
  const follow = createFollowOutside({ snapshot, extractions: options.extractions, resolve });
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const numberOf = (path: RepoPath): number => numbers.get(path) as number;
  const having = new Map(TRAITS.map((trait): [Trait, number[]] => [trait, []]));
  const packer = new GraphPacker();
  for (const [number, path] of paths.entries()) {
    const extraction = extractions.get(path) ?? PLAIN;
    const resolved = { extraction, ...declared(path, resolve(path, extraction)) };
    const node = leadsOutside(resolved) ? await follow(path, resolved) : resolved;
    packer.add(packFile(node, path, numberOf));
    for (const trait of TRAITS) if (HAS_TRAIT[trait](path, node)) having.get(trait)?.push(number);
  }
  const packed = packer.pack({ paths, entries: [], having: (trait) => having.get(trait) ?? [] });
  return new FileGraph(openNodes({ packed, paths, extractions }));
}

/** Apart, so that the nodes hold nothing else of what was needed to build the graph. */
function openNodes({
  extractions,
  ...graph
}: Pick<KeptNodesOptions, "packed" | "paths"> & { readonly extractions: Extractions }): KeptNodes {
  return new KeptNodes({
    ...graph,
    extractionsOf: (wanted) => new Map(wanted.map((path) => [path, extractions.get(path) ?? PLAIN])),
    changed: new Map(),
    redirected: new Set(),
    isRenumbered: false,
    most: MOST_NODES,
  });
}

/** They take about two kilobytes each. */
const MOST_NODES = 4096;

import type { DeclaredEdge } from "../vocabulary/tree/graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import { declareEdges } from "./declared-edges.ts";
import { extractAll } from "./extract-all.ts";
import type { ExtractionCache } from "./extraction-cache.ts";
import { type Extraction, PLAIN } from "./extraction.ts";
import { FileGraph } from "./file-graph.ts";
import { createFollowOutside, leadsOutside } from "./follow-outside.ts";
import { KeptNodes } from "./kept/kept-nodes.ts";
import { GraphPacker, packFile } from "./kept/pack-graph.ts";
import { tryRead } from "./many/extract-one.ts";
import type { Helpers } from "./many/helpers.ts";
import { HAS_TRAIT, type Trait, TRAITS } from "./references/traits.ts";
import { createResolver } from "./resolve/resolve.ts";

export interface BuildOptions {
  readonly snapshot: Snapshot;
  /** The bytes of a file of the snapshot. May throw; such a file may refer to anything. */
  readonly read: (path: RepoPath) => Buffer;
  /** `read` reads the files below the root of the snapshot, so that threads can do it too. */
  readonly isOnDisk?: boolean;
  /** Threads that were started before it was known what there is to do. They are ended. */
  readonly helpers?: Helpers;
  readonly extractions: ExtractionCache;
  /** Dependencies that a user declared. */
  readonly edges?: readonly DeclaredEdge[];
  /** The caller does not need the structure of files. Extractions without it are not cached. */
  readonly edgesOnly?: boolean;
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
  const extractionOf = (path: RepoPath): Extraction => extractions.get(path) ?? PLAIN;
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const numberOf = (path: RepoPath): number => numbers.get(path) as number;
  const having = new Map(TRAITS.map((trait): [Trait, number[]] => [trait, []]));
  const packer = new GraphPacker();
  for (const [number, path] of paths.entries()) {
    const extraction = extractionOf(path);
    const resolved = { extraction, ...declared(path, resolve(path, extraction)) };
    const node = leadsOutside(resolved) ? await follow(path, resolved) : resolved;
    packer.add(packFile(node, path, numberOf));
    for (const trait of TRAITS) if (HAS_TRAIT[trait](path, node)) having.get(trait)?.push(number);
  }
  return new FileGraph(
    new KeptNodes({
      packed: packer.pack({ paths, entries: [], having: (trait) => having.get(trait) ?? [] }),
      paths,
      extractionsOf: (wanted) => new Map(wanted.map((path) => [path, extractionOf(path)])),
      changed: new Map(),
      redirected: new Set(),
      isRenumbered: false,
      most: MOST_NODES,
    }),
  );
}

/** They take about two kilobytes each. */
const MOST_NODES = 4096;

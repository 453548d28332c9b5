import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry } from "../../vocabulary/tree/snapshot.ts";
import type { BuildOptions } from "../build.ts";
import { reach } from "../closure/reach.ts";
import { declareEdges } from "../declared-edges.ts";
import { extractAll } from "../extract-all.ts";
import { extensionOf } from "../extract.ts";
import { type ExtractionKey, extractionKey } from "../extraction-cache.ts";
import { type Extraction, PLAIN } from "../extraction.ts";
import { FileGraph, type FileNode } from "../file-graph.ts";
import { createFollowOutside, leadsOutside } from "../follow-outside.ts";
import { createResolver } from "../resolve/resolve.ts";
import { tryRead } from "../many/extract-one.ts";
import { type ChangeDepth, depthOf } from "./change-depth.ts";
import { KeptNodes, type KeptNodesOptions } from "./kept-nodes.ts";
import { digestPaths } from "./pack-graph.ts";
import { type PackedGraph, readRow } from "./packed-graph.ts";

export interface ReopenOptions extends BuildOptions {
  readonly packed: PackedGraph;
  /** The paths of the snapshot, sorted. */
  readonly paths: readonly RepoPath[];
  /** Whether a file may, judging by its name, decide where the references of others lead. */
  readonly decides: (path: RepoPath) => boolean;
  /** The files of the snapshot whose content has changed since the graph was packed, with the content id from then. */
  readonly changed: ReadonlyMap<RepoPath, ContentId>;
  /** Added files, which have no row yet. */
  readonly came?: readonly RepoPath[];
  /** Removed files, with the content id from then. */
  readonly went?: ReadonlyMap<RepoPath, ContentId>;
  /** Files whose references may lead elsewhere because files were added or removed. */
  readonly concerned?: ReadonlySet<RepoPath>;
  /** Called before references are resolved, and if files were added or removed. */
  readonly onResolve?: () => void;
}

export interface ReopenedGraph {
  readonly graph: FileGraph;
  readonly nodes: KeptNodes;
  /** How much others can notice of each file whose content has changed. */
  readonly depths: ReadonlyMap<RepoPath, ChangeDepth>;
}

/**
 * Reopens a packed graph for a snapshot in which only the content of some files changed. Reads only those files, and
 * resolves their references only if these changed. Or returns why the whole graph must be built again.
 */
export async function reopenGraph(options: ReopenOptions): Promise<ReopenedGraph | { readonly why: string }> {
  const { packed, paths, snapshot, changed } = options;
  if (packed.head.size !== paths.length || packed.head.paths !== digestPaths(paths))
    return { why: "the graph that was kept is one of other files" };
  const { came = [], went = new Map<RepoPath, ContentId>(), concerned = new Set<RepoPath>() } = options;
  const now = await extractAll(
    options,
    [...changed.keys(), ...came].map((path) => [path, snapshot.files.get(path) as FileEntry]),
  );
  const speaking =
    came.find((path) => speaksToOthers(now.get(path) ?? PLAIN)) ??
    [...went].find(([path, id]) => speaksToOthers(find(options, path, id)))?.[0];
  if (speaking !== undefined) return { why: `${speaking} decides what others mean` };
  const said = new Map<RepoPath, { readonly before: Extraction; readonly after: Extraction }>();
  const same: [RepoPath, Extraction][] = [];
  const others: [RepoPath, Extraction][] = [];
  for (const [path, id] of changed) {
    const after = now.get(path) ?? PLAIN;
    const before = find(options, path, id);
    if (before === undefined) return { why: `what ${path} said before is not known` };
    if (whatOthersTake(before) !== whatOthersTake(after)) return { why: `${path} decides what others mean` };
    const isSame = digestReferences(before) === digestReferences(after) && !concerned.has(path);
    (isSame ? same : others).push([path, after]);
    if (isSame) said.set(path, { before, after });
  }
  const extractionsOf = createKeptExtractions(options);
  const extractionOf = (path: RepoPath): Extraction | undefined => extractionsOf([path]).get(path);
  for (const path of came) others.push([path, now.get(path) ?? PLAIN]);
  for (const path of concerned) {
    if (changed.has(path)) continue;
    const extraction = extractionOf(path);
    if (extraction === undefined) return { why: `what ${path} says is not known` };
    if (leadsByOthers(extraction)) return { why: `${path} decides what others mean` };
    others.push([path, extraction]);
  }
  const isRenumbered = came.length + went.size > 0;
  if (isRenumbered || others.length > 0) options.onResolve?.();
  const redirected = await resolveAgain(others, options, (path) => now.get(path) ?? extractionOf(path));
  const nodes = new KeptNodes({
    packed,
    paths,
    extractionsOf,
    changed: new Map([
      ...same.map(([path, extraction]): [RepoPath, FileNode] => [path, keptNode(options, path, extraction)]),
      ...redirected,
    ]),
    redirected: new Set(redirected.keys()),
    isRenumbered,
  });
  const graph = new FileGraph(nodes);
  const deciding = [...changed.keys()].find((path) => isBehind(path, options.decides, graph));
  if (deciding !== undefined) return { why: `${deciding} is behind what decides what others mean` };
  const depths = new Map<RepoPath, ChangeDepth>();
  for (const path of changed.keys()) {
    const both = said.get(path);
    depths.set(path, both === undefined ? "references" : depthOf(path, { ...both, graph }));
  }
  return { graph, nodes, depths };
}

/** Whether a deciding file takes data from it, like a tsconfig.json from one that it extends. */
function isBehind(path: RepoPath, decides: (path: RepoPath) => boolean, graph: FileGraph): boolean {
  const isData = (each: RepoPath): boolean => graph.extraction(each).outline.kind === "data";
  if (!isData(path)) return false;
  return reach([path], (each) => graph.dependents(each).filter(isData)).paths.some(decides);
}

/** What a file says to files that do not refer to it, or about where their references lead. */
function whatOthersTake({ ambient, aliases, declares, places }: Extraction): string {
  return JSON.stringify([ambient, aliases, declares, places]);
}

/** Whether it may affect files that do not refer to it. True if unknown. */
function speaksToOthers(extraction: Extraction | undefined): boolean {
  if (extraction === undefined) return true;
  const { ambient, aliases, declares } = extraction;
  return [ambient, aliases, declares].some((said) => said !== undefined);
}

/** Whether its rules lead to a constant of another file, which may have been added or removed. */
function leadsByOthers({ aliases = [] }: Extraction): boolean {
  return aliases.some(({ places }) => places.some((place) => / from /.test(place)));
}

/** The line of a reference in its file does not count. */
function digestReferences({ references }: Extraction): string {
  return JSON.stringify(references.map((reference) => ({ ...reference, line: 0 })));
}

function find(
  { extractions }: Pick<BuildOptions, "extractions">,
  path: RepoPath,
  id: ContentId,
): Extraction | undefined {
  const extension = extensionOf(path);
  if (extension === undefined) return PLAIN;
  const key = extractionKey(id, extension);
  return extractions.get([key]).get(key);
}

/** Reads what was extracted from files that have not changed, many at a time. Leaves out what is no longer known. */
function createKeptExtractions({
  snapshot,
  extractions,
}: Pick<BuildOptions, "snapshot" | "extractions">): KeptNodesOptions["extractionsOf"] {
  return (paths) => {
    const found = new Map<RepoPath, Extraction>();
    const keys = new Map<RepoPath, ExtractionKey>();
    for (const path of paths) {
      const entry = snapshot.files.get(path);
      const extension = extensionOf(path);
      const isPlain = entry?.kind !== "file" && entry?.kind !== "executable";
      if (isPlain || extension === undefined) found.set(path, PLAIN);
      else keys.set(path, extractionKey(entry.id, extension));
    }
    const stored = extractions.get([...new Set(keys.values())]);
    for (const [path, key] of keys) {
      const extraction = stored.get(key);
      if (extraction !== undefined) found.set(path, extraction);
    }
    return found;
  };
}

async function resolveAgain(
  files: readonly (readonly [RepoPath, Extraction])[],
  options: ReopenOptions,
  get: (path: RepoPath) => Extraction | undefined,
): Promise<ReadonlyMap<RepoPath, FileNode>> {
  const nodes = new Map<RepoPath, FileNode>();
  if (files.length === 0) return nodes;
  const { snapshot, extractions } = options;
  const readText = (path: RepoPath): string | undefined => tryRead(options.read, path)?.toString("utf8");
  const resolve = await createResolver({ snapshot, extractions: { get }, readText });
  const declared = declareEdges(options.edges ?? [], [...snapshot.files.keys()]);
  const follow = createFollowOutside({ snapshot, extractions, resolve });
  for (const [path, extraction] of files) {
    const node = { extraction, ...declared(path, resolve(path, extraction)) };
    nodes.set(path, leadsOutside(node) ? await follow(path, node) : node);
  }
  return nodes;
}

/** For a file whose references are the same. */
function keptNode({ packed, paths }: ReopenOptions, path: RepoPath, extraction: Extraction): FileNode {
  const { rows, rowStarts, words, wordStarts } = packed;
  const number = paths.indexOf(path);
  const row = rows.toString("utf8", rowStarts[number], rowStarts[number + 1]);
  return {
    extraction,
    references: readRow(row, extraction, paths),
    words: [...words.subarray(wordStarts[number], wordStarts[number + 1])],
  };
}

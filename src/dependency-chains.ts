import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "./config/read.ts";
import { findRoot } from "./config/root.ts";
import { resolveIncremental } from "./config/settings.ts";
import { takeSnapshot } from "./detect/snapshot.ts";
import { buildGraph } from "./graph/build.ts";
import { createMemoryExtractionCache } from "./graph/extraction-cache.ts";
import type { FileGraph } from "./graph/file-graph.ts";
import { createStatIndex } from "./store/adapters.ts";
import { createNullStore } from "./store/null-store.ts";
import { succeed, type Result } from "./vocabulary/failure.ts";
import { encodePath, type RepoPath } from "./vocabulary/path.ts";
import type { CitedChange } from "./vocabulary/workflow.ts";

/**
 * Which of the files depend on one of the others, and through what. Also of a repository that declares no
 * check. Reads the tree as it is now and writes nothing, not even to the store.
 */
export async function findDependencyChains(options: {
  readonly cwd: string;
  readonly configFile: string | undefined;
  readonly from: readonly string[];
  readonly to: ReadonlySet<string>;
}): Promise<Result<readonly CitedChange[]>> {
  const { cwd, configFile, from, to } = options;
  const root = findRoot(cwd).path;
  const read = readConfig(root, { cwd, ...(configFile === undefined ? {} : { configFile }) });
  if (!read.ok) return read;
  const { primary, fallback, excludePatterns } = resolveIncremental(read.value.declared.input);
  const stats = createStatIndex(createNullStore({})).index;
  const snapshot = await takeSnapshot({
    root,
    primary,
    fallback,
    exclude: excludePatterns,
    declared: [],
    stats,
  });
  const graph = await buildGraph({
    snapshot,
    read: (path) => readFileSync(encodePath(join(root, path))),
    extractions: createMemoryExtractionCache(),
  });
  const targets = to as ReadonlySet<RepoPath>;
  const gone = new Set([...to].filter((path) => !snapshot.files.has(path as RepoPath)).map(withoutExtension));
  return succeed(
    (from as readonly RepoPath[]).flatMap((path) => {
      const chain = graph.chain(path, targets) ?? chainToGone(graph, path, gone);
      return chain === undefined ? [] : [{ path, chain }];
    }),
  );
}

/** The way to a file that is no longer there: what leads to it now leads nowhere. */
function chainToGone(
  graph: FileGraph,
  path: RepoPath,
  gone: ReadonlySet<string>,
): readonly string[] | undefined {
  if (gone.size === 0) return undefined;
  const reach = graph.transitiveDependencies(path);
  for (const each of reach.paths) {
    const isBroken = graph
      .unresolved(each)
      .some(({ specifier }) => gone.has(withoutExtension(join(each, "..", specifier))));
    if (isBroken) return reach.chain(each) ?? [path];
  }
  return undefined;
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}

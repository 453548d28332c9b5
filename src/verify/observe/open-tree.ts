import { loadConfig } from "../../config/load.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { beginSnapshot } from "../../detect/snapshot.ts";
import { buildGraph } from "../../graph/build.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import { countHelpers, startHelpers } from "../../graph/many/helpers.ts";
import { createStatIndex } from "../../store/database/adapters.ts";
import { createNullStore } from "../../store/null-store.ts";
import type { Store } from "../../store/store.ts";
import { guessTracked } from "../../system/git/git-index-stamp.ts";
import type { Tree } from "../../units/tree.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { AssessOptions } from "../assess/assess-options.ts";
import { findWrongOption } from "../find-wrong-option.ts";
import { openOwnRecords, openRepositoryStore } from "../repository-store.ts";
import { buildOptions, lookAtTree } from "./observe-tree.ts";

/** The tree and its graph, without the structure of files. The caller must close its store. */
export interface OpenTree {
  readonly config: ResolvedConfig;
  readonly store: Store;
  readonly tree: Pick<Tree, "snapshot"> & { readonly graph: EdgeGraph };
}

/** The part of a graph that needs no structure of files. */
export type EdgeGraph = Omit<FileGraph, "node" | "extraction" | "having" | "ambient">;

/** Observes the tree alone, for callers that need no units. */
export async function openTree(options: AssessOptions): Promise<Result<OpenTree>> {
  const wrong = findWrongOption(options);
  if (wrong !== null) return fail(wrong);
  const { cwd = process.cwd(), env = process.env } = options;
  const loaded = await loadConfig({ ...options, cwd, env });
  if (!loaded.ok) return loaded;
  const config = loaded.value;
  const begun = beginSnapshot({ root: config.root, primary: config.incremental.primary });
  const store =
    config.incremental.enabled && options.skipCache !== true
      ? await openRepositoryStore(config, { create: false })
      : createNullStore(openOwnRecords(config));
  const stats = createStatIndex(store).index;
  // Threads start while git is asked, if nothing is kept of what they would find.
  const helpers = store.origin === "" ? startHelpers(countHelpers(guessTracked(config.root))) : undefined;
  options.onEvent?.({ type: "looking", at: "files" });
  const snapshot = await lookAtTree(config, stats, { begun });
  options.onEvent?.({ type: "looking", at: "dependencies" });
  const graph = await buildGraph({
    ...buildOptions(snapshot, config, store),
    edges: config.edges,
    edgesOnly: true,
    ...(helpers === undefined ? {} : { helpers }),
  });
  return succeed({ config, store, tree: { snapshot, graph } });
}

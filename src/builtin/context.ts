import type { FileGraph } from "../graph/file-graph.ts";
import type { Tree } from "../graph/resolve/tree.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** What verifiers ask about the tree. */
export interface VerifierContext {
  readonly graph: FileGraph;
  readonly tree: Tree;
  /** Whether git would ignore a path that is not there: then something may make it, and nothing is known of it. */
  readonly isIgnored: (path: string) => boolean;
  /** The text of a file of the tree; empty where it cannot be read. */
  readonly readText: (path: RepoPath) => string;
  /** Whether a path lies in a repository of its own, which the tree does not show. */
  readonly isNested: (path: string) => boolean;
}

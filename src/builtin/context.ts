import type { FileGraph } from "../graph/file-graph.ts";
import type { TreeIndex } from "../graph/resolve/tree.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** What verifiers ask about the tree. */
export interface VerifierContext {
  readonly graph: FileGraph;
  readonly tree: TreeIndex;
  /** Whether git would ignore a missing path: then something may generate it, and nothing is known about it. */
  readonly isIgnored: (path: string) => boolean;
  /** The text of a file of the tree; empty if it cannot be read. */
  readonly readText: (path: RepoPath) => string;
  /** Whether a path is inside a nested repository, which the tree does not show. */
  readonly isNested: (path: string) => boolean;
}

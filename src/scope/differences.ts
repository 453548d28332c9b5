import type { NodeDifference } from "../graph/closure/diff-nodes.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { PathChange } from "../vocabulary/verdict/unit.ts";

/** Finds out what a component's hash was made from, before and now. */
export interface PartDifferences {
  /** Null if it is no longer known what the hashes were made from. */
  manifests(before: string, after: string): readonly PathChange[] | null;
  nodes(before: string, after: string): NodeDifference | null;
  /** The shortest path from one file to another; undefined if none is known. */
  chain?(from: RepoPath, to: RepoPath): readonly RepoPath[] | undefined;
  /**
   * The settings files around a file that its earlier value does not contain, preceded by those that extend
   * them.
   */
  around?(path: RepoPath, before: string): readonly RepoPath[] | undefined;
  /**
   * The files that lead from a target to an import that may resolve to another file, and the line of that
   * import.
   */
  hidden?(
    target: RepoPath,
    path: RepoPath,
  ): { readonly chain: readonly RepoPath[]; readonly line: number } | undefined;
  /** Whether the tree has this file now. */
  isThere?(path: string): boolean;
  /** Which files of a manifest lead to this one, in order. */
  leading?(manifest: string, path: string): readonly string[];
}

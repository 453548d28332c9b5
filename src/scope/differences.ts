import type { Difference } from "../graph/closure/diff-nodes.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { PathChange } from "../vocabulary/verdict/unit.ts";

/** Finds out what a component's hash stood for, then and now. */
export interface Differences {
  /** Null where what the hashes stand for is no longer known. */
  manifests(before: string, after: string): readonly PathChange[] | null;
  nodes(before: string, after: string): Difference | null;
  /** The shortest way from one file to another; undefined where none is known. */
  chain?(from: RepoPath, to: RepoPath): readonly RepoPath[] | undefined;
  /** The settings around a file that its earlier value does not have, with those that extend them before it. */
  around?(path: RepoPath, before: string): readonly RepoPath[] | undefined;
  /** Whether it is a file of the tree now. */
  isThere?(path: string): boolean;
  /** Which of the files of a manifest lead to this one of them, the first of them first. */
  leading?(manifest: string, path: string): readonly string[];
}

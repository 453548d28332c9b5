import type { RepoPath } from "./path.ts";

export type EdgeType = "import" | "reference" | "extends" | "includes" | "semantic";
export type Strength = "strong" | "weak";

/** `from` depends on `to`. */
export interface Edge {
  readonly from: RepoPath;
  readonly to: RepoPath;
  readonly type: EdgeType;
  readonly strength: Strength;
  /** As written in `from`. */
  readonly specifier: string;
  /** Counts from 1. */
  readonly line: number;
}

/**
 * Everything that matches `from` depends on everything that matches `to`, because it is declared. Globs from the root.
 */
export interface DeclaredEdge {
  readonly from: string;
  readonly to: readonly string[];
}

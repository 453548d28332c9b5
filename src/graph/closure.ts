import type { RepoPath } from "../vocabulary/path.ts";
import type { FileGraph } from "./file-graph.ts";
export interface Opening {
  readonly file: RepoPath;
  readonly line: number | null;
  readonly why: string;
}
export interface Closures {
  of(path: RepoPath): ReadonlySet<RepoPath>;
  opening(path: RepoPath): Opening | null;
  packages(path: RepoPath): ReadonlySet<string>;
}
export function createClosures(_graph: FileGraph, _isRead: (path: RepoPath) => boolean): Closures {
  throw new Error("stub");
}

import { hash } from "node:crypto";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

declare const brand: unique symbol;

/** The hash of a Merkle node. Equal hashes: equal files, and equal all the way down. */
export type NodeHash = string & { readonly [brand]: "NodeHash" };

/** One file that a reference leads to. */
export interface MerkleTarget {
  readonly path: RepoPath;
  /** Null where the target is a member of the same node. */
  readonly node: NodeHash | null;
}

export interface MerkleReference {
  /** How and by which words the target is named: unique within the member. */
  readonly name: string;
  readonly state: "resolved" | "unresolved" | "opaque";
  readonly targets: readonly MerkleTarget[];
  /** Files outside the snapshot (by path alone) and packages (by name alone). */
  readonly beyond: readonly string[];
}

export interface MerkleMember {
  /** Null in a node that stands for what a file depends on, without the file itself. */
  readonly path: RepoPath | null;
  /** What the file is: its kind and content id, or the hash of its structure. */
  readonly value: string | null;
  readonly references: readonly MerkleReference[];
}

/** A file, or the files of one cycle, and all that they depend on. Plain JSON: it can be kept and compared later. */
export interface MerkleNode {
  readonly members: readonly MerkleMember[];
}

export function hashNode(node: MerkleNode): NodeHash {
  return hash("sha256", JSON.stringify(node)) as NodeHash;
}

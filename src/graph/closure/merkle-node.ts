import { hash } from "node:crypto";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

declare const brand: unique symbol;

/** The hash of a Merkle node. Equal hashes mean equal files, all the way down. */
export type NodeHash = string & { readonly [brand]: "NodeHash" };

/** One file that a reference leads to. */
export interface MerkleTarget {
  readonly path: RepoPath;
  /** Null if the target is a member of the same node. */
  readonly node: NodeHash | null;
}

export interface MerkleReference {
  /** The kind of the reference and the words that it uses; unique within the member. */
  readonly name: string;
  readonly state: "resolved" | "unresolved" | "opaque";
  readonly targets: readonly MerkleTarget[];
  /** Files outside the snapshot (by path only) and packages (by name only). */
  readonly beyond: readonly string[];
}

export interface MerkleMember {
  /** Null in a node that describes what a file depends on, without the file itself. */
  readonly path: RepoPath | null;
  /** The kind and content id of the file, or the hash of its structure. */
  readonly value: string | null;
  readonly references: readonly MerkleReference[];
}

/**
 * A file, or the files of one cycle, and everything that they depend on. Plain JSON, so it can be stored and compared
 * later.
 */
export interface MerkleNode {
  readonly members: readonly MerkleMember[];
}

export function hashNode(node: MerkleNode): NodeHash {
  return hash("sha256", JSON.stringify(node)) as NodeHash;
}

import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { MerkleMember, MerkleNode, MerkleReference, NodeHash } from "./merkle-node.ts";

export type DifferenceReason =
  /** The file itself changed. */
  | "changed"
  /** A reference leads to different files, packages or places than before. */
  | "resolves-elsewhere"
  | "became-unresolved"
  | "became-resolved"
  /** A new reference, or one that led nowhere before and did not count. */
  | "reference-added"
  | "reference-removed";

/** The nearest real difference between two versions of what a file depends on. */
export interface NodeDifference {
  readonly reason: DifferenceReason;
  /** The files from the start to the one that differs. Without the start if its node has no path. */
  readonly chain: readonly RepoPath[];
  /** The file that differs or whose reference differs; null for the start of a node without a path. */
  readonly path: RepoPath | null;
  /** The reference that differs, unless the file itself does. */
  readonly specifier?: string;
  /** A value of the file, or what the reference led to; null if there was nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

type Lookup = (hash: NodeHash) => MerkleNode | undefined;

/** One file in both versions. */
interface Pair {
  readonly before: MerkleMember;
  readonly after: MerkleMember;
  readonly beforeNode: NodeHash;
  readonly afterNode: NodeHash;
  /** The file through which it was reached. */
  readonly previous: Pair | undefined;
}

export type DiffNodes = (before: NodeHash, after: NodeHash) => NodeDifference | null;

/**
 * Walks two versions of a node side by side, nearest files first, to the first real difference. Null if nothing
 * differs, or if a required node is no longer known. Units share most of what they reach, so results for a file are
 * reused for the next unit.
 */
export function createDiffNodes(lookup: Lookup): DiffNodes {
  const indices = new Map<NodeHash, Members>();
  const membersOf = (hash: NodeHash): Members => {
    const index = indices.get(hash);
    if (index !== undefined) return index;
    const node = lookup(hash);
    if (node === undefined) return NO_MEMBERS;
    const made = new Map(node.members.map((member) => [member.path, member]));
    indices.set(hash, made);
    return made;
  };
  const known = new Map<string, OwnDifference | undefined>();
  const differenceOf = (pair: Pair): OwnDifference | undefined => {
    const key = `${pair.beforeNode} ${pair.afterNode} ${pair.after.path ?? ""}`;
    if (!known.has(key)) known.set(key, ownDifference(pair));
    return known.get(key);
  };
  return (before, after) => {
    if (before === after) return null;
    const queue: Pair[] = [];
    const seen = new Set<RepoPath | null>();
    const add = (path: RepoPath | null, nodes: readonly [NodeHash, NodeHash], previous?: Pair): void => {
      const [beforeNode, afterNode] = nodes;
      if (seen.has(path) || beforeNode === afterNode) return;
      const [one, other] = [membersOf(beforeNode).get(path), membersOf(afterNode).get(path)];
      if (one === undefined || other === undefined) return;
      seen.add(path);
      queue.push({ before: one, after: other, beforeNode, afterNode, previous });
    };

    for (const path of membersOf(before).keys()) add(path, [before, after]);
    // Iteration over an array also visits what is added meanwhile, so the array is its own queue.
    for (const pair of queue) {
      const difference = differenceOf(pair);
      if (difference !== undefined) return { ...difference, chain: chainOf(pair) };
      // At this point the references lead to the same places, so both lists are equal except for the hashes.
      for (const [at, reference] of pair.before.references.entries()) {
        const other = pair.after.references[at];
        for (const [index, target] of reference.targets.entries()) {
          const node = target.node ?? pair.beforeNode;
          add(target.path, [node, other?.targets[index]?.node ?? pair.afterNode], pair);
        }
      }
    }
    return null;
  };
}

type Members = ReadonlyMap<RepoPath | null, MerkleMember>;
const NO_MEMBERS: Members = new Map();
type OwnDifference = Omit<NodeDifference, "chain">;

function chainOf(pair: Pair): readonly RepoPath[] {
  const chain: RepoPath[] = [];
  for (let at: Pair | undefined = pair; at !== undefined; at = at.previous) {
    if (at.after.path !== null) chain.push(at.after.path);
  }
  return chain.toReversed();
}

/** What differs in the file itself or in where its references lead, but not behind them. */
function ownDifference({ before, after }: Pair): OwnDifference | undefined {
  const { path } = after;
  if (before.value !== after.value)
    return { reason: "changed", path, before: before.value, after: after.value };
  const olds = new Map(before.references.map((one) => [one.name, one]));
  const news = new Map(after.references.map((one) => [one.name, one]));
  for (const name of [...new Set([...olds.keys(), ...news.keys()])].sort()) {
    const [one, other] = [olds.get(name), news.get(name)];
    const [from, to] = [placesOf(one), placesOf(other)];
    if (from === to && one?.state === other?.state) continue;
    const specifier = name.slice(name.indexOf(" ") + 1);
    return { reason: reasonOf(one, other), path, specifier, before: from, after: to };
  }
  return undefined;
}

function reasonOf(before?: MerkleReference, after?: MerkleReference): DifferenceReason {
  if (before === undefined) return "reference-added";
  if (after === undefined) return "reference-removed";
  if (before.state === after.state) return "resolves-elsewhere";
  return after.state === "resolved" ? "became-resolved" : "became-unresolved";
}

function placesOf(reference: MerkleReference | undefined): string | null {
  if (reference === undefined) return null;
  if (reference.state !== "resolved" && reference.beyond.length === 0) return reference.state;
  return [...reference.targets.map((target) => target.path), ...reference.beyond].join(", ");
}

import { join } from "node:path";
import { touchStamp } from "../system/touch-stamp.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";

/** What happened to a tree since it was first looked at. */
export interface Disturbance {
  /** Files of the tree that were written to, also those that are what they were before. */
  readonly touched: ReadonlySet<RepoPath>;
  /** The tree as it is now, where it is another; null where every file is what it was. */
  readonly changed: Snapshot | null;
}

/**
 * Notes how the files of a snapshot are now, and tells later what happened to them since. A file that was
 * changed and changed back counts as touched: a command may have seen it changed.
 */
export function watchTree(
  snapshot: Snapshot,
  lookAgain: () => Promise<Snapshot>,
): () => Promise<Disturbance> {
  const stamps = new Map<RepoPath, string>();
  for (const path of snapshot.files.keys()) stamps.set(path, touchStamp(join(snapshot.root, path)));
  return async () => {
    const now = await lookAgain();
    const touched = new Set<RepoPath>();
    for (const [path, stamp] of stamps)
      if (touchStamp(join(snapshot.root, path)) !== stamp) touched.add(path);
    return { touched, changed: isSame(snapshot, now) ? null : now };
  };
}

function isSame(one: Snapshot, other: Snapshot): boolean {
  if (one.files.size !== other.files.size || one.unreadable.size !== other.unreadable.size) return false;
  for (const [path, entry] of one.files) {
    const now = other.files.get(path);
    if (now?.id !== entry.id || now.kind !== entry.kind) return false;
  }
  return true;
}

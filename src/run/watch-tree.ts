import { join } from "node:path";
import { touchStamp } from "../system/touch-stamp.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";

/** How the files beside the snapshot were at one moment, by absolute path. */
export type Mark = ReadonlyMap<string, string>;

/** What happened to a tree since it was first looked at. */
export interface Look {
  /** Files of the tree that were written to, also those that are what they were before. */
  readonly touched: ReadonlySet<RepoPath>;
  /** The tree as it is now. */
  readonly snapshot: Snapshot;
  /** Whether any file of the tree is not what it was. */
  readonly changed: boolean;
  /** Whether a file beside the tree is not what it was at first. */
  readonly besideChanged: boolean;
  /** The files beside the tree that were written to since the mark. */
  readonly touchedSince: (mark: Mark) => readonly string[];
}

export interface TreeWatch {
  /** Notes how the files beside the tree are now. */
  mark(): Mark;
  look(): Promise<Look>;
}

export interface WatchOptions {
  readonly snapshot: Snapshot;
  /** The files that were read and are not part of the snapshot, each as it was before that. */
  readonly beside: Mark;
  readonly lookAgain: () => Promise<Snapshot>;
}

/**
 * Notes how files are now, and tells later what happened to them since. A file that was changed and changed back
 * counts as touched: a command may have seen it changed.
 */
export function watchTree({ snapshot, beside, lookAgain }: WatchOptions): TreeWatch {
  const stamps = new Map<RepoPath, string>();
  for (const path of snapshot.files.keys()) stamps.set(path, touchStamp(join(snapshot.root, path)));
  const first = new Map(beside);
  const mark = (): Mark => new Map([...beside.keys()].map((path) => [path, touchStamp(path)]));
  return {
    mark,
    look: async () => {
      const now = await lookAgain();
      const touched = new Set<RepoPath>();
      for (const [path, stamp] of stamps)
        if (touchStamp(join(snapshot.root, path)) !== stamp) touched.add(path);
      const last = mark();
      const touchedSince = (since: Mark): readonly string[] =>
        [...since].flatMap(([path, stamp]) => (last.get(path) === stamp ? [] : [path]));
      return {
        touched,
        snapshot: now,
        changed: !isSame(snapshot, now),
        besideChanged: touchedSince(first).length > 0,
        touchedSince,
      };
    },
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

import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import { isTreeUnchanged } from "./tree-stamp.ts";

export interface SecondLook {
  /** If the stamp of the tree still holds, returns the last snapshot without listing anything. */
  readonly lookAgain: () => Promise<Snapshot>;
  /** Whether every look so far has shown the same tree as the first. */
  readonly isUnmoved: () => boolean;
}

/** Reads a tree again. */
export function createSecondLook(first: Snapshot, look: () => Promise<Snapshot>): SecondLook {
  let latest = first;
  return {
    lookAgain: async () => {
      const { stamp, root } = latest;
      if (stamp !== null && stamp !== undefined && (await isTreeUnchanged(root, stamp))) return latest;
      latest = await look();
      return latest;
    },
    isUnmoved: () => latest === first,
  };
}

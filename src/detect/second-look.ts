import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import { isTreeUnchanged } from "./tree-stamp.ts";

export interface SecondLook {
  /** Where the stamp of the tree holds, it is the one that was seen last, and nothing has to be listed. */
  readonly lookAgain: () => Promise<Snapshot>;
  /** Whether every look so far has shown the tree that was seen first. */
  readonly isUnmoved: () => boolean;
}

/** Looks at a tree again. */
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

import type { Meta, Staleness } from "../../vocabulary/flow/workflow.ts";

/** Compares the commit of an item's analysis with the current one. Pure: the caller counts the commits between them. */
export function checkStaleness(meta: Meta | null | undefined, currentHash: string): Staleness {
  const recorded = typeof meta === "object" && meta !== null ? meta["codebase_hash"] : null;
  const originalHash = typeof recorded === "string" && recorded !== "" ? recorded : null;
  const stale = originalHash !== null && originalHash !== currentHash;
  return { stale, originalHash, currentHash, commitsBehind: null };
}

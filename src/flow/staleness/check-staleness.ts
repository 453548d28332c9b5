import type { Meta, Staleness } from "../../vocabulary/flow/workflow.ts";

/**
 * Compares the commit of an item's analysis with the current one. How many commits lie between them is for the
 * caller to find out: this asks nobody.
 */
export function checkStaleness(meta: Meta | null | undefined, currentHash: string): Staleness {
  const recorded = typeof meta === "object" && meta !== null ? meta["codebase_hash"] : null;
  const originalHash = typeof recorded === "string" && recorded !== "" ? recorded : null;
  const stale = originalHash !== null && originalHash !== currentHash;
  return { stale, originalHash, currentHash, commitsBehind: null };
}

import type { Difference } from "../vocabulary/run/replay.ts";

/** Whether a difference shows that a verdict was reused which a fresh run would not give. */
export function isReuseToBlame({ cause }: Pick<Difference, "cause">): boolean {
  return cause.type === "stale" || cause.type === "left-behind";
}

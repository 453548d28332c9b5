import type { Origin } from "../vocabulary/verdict/origin.ts";
import type { Provenance } from "../vocabulary/verdict/shared-cache.ts";

/** The prefix of the origin of a verdict from another machine. */
export const ELSEWHERE = "shared:";

export function isFromElsewhere(origin: Origin): boolean {
  return origin.startsWith(ELSEWHERE);
}

/** The name of the worktree in which something was found; null for the main one. */
export function worktreeOf(origin: Origin): string | null {
  if (isFromElsewhere(origin)) return null;
  const name = origin.slice(0, Math.max(0, origin.lastIndexOf("#")));
  return name === "" ? null : name;
}

/** The origin of a verdict that was taken over. No checkout has such an origin: theirs end with a mark after a `#`. */
export function sharedOrigin({ writer, runId, scope }: Provenance): Origin {
  return `${ELSEWHERE}${writer}:${runId}:${scope}`;
}

/** Null for a verdict from a checkout on this machine. */
export function provenanceOf(origin: Origin): Provenance | null {
  if (!isFromElsewhere(origin)) return null;
  const [, writer, runId, scope] =
    /^([0-9a-f]{16}):([\w-]{1,64}):(.+)$/s.exec(origin.slice(ELSEWHERE.length)) ?? [];
  return writer === undefined || runId === undefined || scope === undefined ? null : { writer, runId, scope };
}

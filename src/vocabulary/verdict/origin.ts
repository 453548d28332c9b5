/** A checkout of a repository: the name of a linked worktree; empty for the main one, and where there is no git. */
export type Worktree = string;

/** Tells a checkout from all others, also from one that had its name before: the worktree's name and a mark. */
export type Origin = string;

/** What a verdict has before its origin that was not reached on this machine. */
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

import type { ShareScope } from "../../vocabulary/verdict/shared-cache.ts";
import type { CiContext } from "./ci-context.ts";

/** What a run may read and write. */
export interface ShareScopes {
  /** The scope of the base branch, and of the verified branch. */
  readonly reads: readonly ShareScope[];
  /** Null if it writes nothing. */
  readonly writes: ShareScope | null;
  /** Why it writes nothing. */
  readonly why: string | null;
}

export interface ScopeFacts {
  readonly base: string;
  readonly checkedOut: string | null;
  readonly ci: CiContext | null;
  /** Whether the base branch makes runs write even in a CI that does not say what it verifies. */
  readonly isInsisting: boolean;
}

/**
 * The base branch reads only what the base branch wrote. Any other branch reads that and its own, and writes its own.
 * Anything that is not a branch of the repository itself, such as a fork's pull request, writes nothing.
 */
export function decideScopes({ base, checkedOut, ci, isInsisting }: ScopeFacts): ShareScopes {
  const branch = ci === null ? checkedOut : (ci.branch ?? checkedOut);
  // A fork's branch can have the name of one of ours, but is a different one.
  const isForeign = ci !== null && ci.isOwn === false;
  const reads = branch === null || branch === base || isForeign ? [base] : [branch, base];
  if (ci !== null && ci.isOwn !== true && !(ci.isOwn === "unknown" && isInsisting))
    return { reads, writes: null, why: "this job does not verify a branch of the repository itself" };
  if (branch === null) return { reads, writes: null, why: "no branch is checked out" };
  return { reads, writes: branch, why: null };
}

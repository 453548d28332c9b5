import { GIT_HEAD, GIT_INDEX } from "../vocabulary/tree/git-state.ts";
import type { Place } from "../vocabulary/tree/path-set.ts";

/** The checked-out commit, in all its forms except the branch itself. */
const HEAD = /^(?:HEAD|logs\/(?:HEAD|refs\/heads\/.*))$/s;
/**
 * Objects never change, a lock lasts only a moment, a part of the index is not an index, and one directory is this
 * tool's own.
 */
const OTHER = /^$|^(?:objects|verification)(?:\/|$)|^sharedindex\.|\.lock$/s;

/** Where git keeps what it knows about a repository. */
export interface GitSurroundings {
  readonly root: string;
  readonly gitDirectories: readonly string[];
  /** The branch that is checked out. */
  readonly branch?: string | null;
}

/**
 * The part of git's state that a file of git belongs to. A command that reads the index asks about the whole tree, and
 * one that reads HEAD or its branch asks about the commit; both count by their meaning, not by their bytes. Everything
 * else (other branches, settings, a merge in progress) counts like any file. Null for a file that is not git's.
 */
export function gitPlace(
  path: string,
  { gitDirectories, root, branch }: GitSurroundings,
): Place | "file" | "other" | null {
  // A worktree's own directory is inside the shared one.
  const [directory] = [...gitDirectories, `${root}/.git`]
    .filter((each) => path === each || path.startsWith(`${each}/`))
    .sort((one, other) => other.length - one.length);
  if (directory === undefined) return null;
  const name = path.slice(directory.length + 1);
  if (OTHER.test(name)) return "other";
  if (name === "index") return GIT_INDEX;
  return HEAD.test(name) || name === `refs/heads/${branch ?? ""}` ? GIT_HEAD : "file";
}

import { GIT_HEAD, GIT_INDEX } from "../vocabulary/tree/git-state.ts";
import type { Place } from "../vocabulary/tree/path-set.ts";

/** Which commit is checked out, in all its forms but for the branch itself. */
const HEAD = /^(?:HEAD|logs\/(?:HEAD|refs\/heads\/.*))$/s;
/** Objects never change, a lock lasts for a moment, a part of the index is no index, and one directory is this tool's own. */
const OTHER = /^$|^(?:objects|verification)(?:\/|$)|^sharedindex\.|\.lock$/s;

/** Where git keeps what it knows of a repository. */
export interface GitSurroundings {
  readonly root: string;
  readonly gitDirectories: readonly string[];
  /** The branch that is checked out. */
  readonly branch?: string | null;
}

/**
 * The part of git's state that a file of git belongs to. Whoever reads the index asks about the whole tree, and whoever reads
 * HEAD or its branch asks about the commit; both count by what they say, not by their bytes. All else (other branches,
 * settings, a merge that goes on) counts as any file does. Null for a file that is not git's.
 */
export function gitPlace(
  path: string,
  { gitDirectories, root, branch }: GitSurroundings,
): Place | "file" | "other" | null {
  // A worktree's own directory is in the one that it shares with others.
  const [directory] = [...gitDirectories, `${root}/.git`]
    .filter((each) => path === each || path.startsWith(`${each}/`))
    .sort((one, other) => other.length - one.length);
  if (directory === undefined) return null;
  const name = path.slice(directory.length + 1);
  if (OTHER.test(name)) return "other";
  if (name === "index") return GIT_INDEX;
  return HEAD.test(name) || name === `refs/heads/${branch ?? ""}` ? GIT_HEAD : "file";
}

import { GIT_HEAD, GIT_INDEX } from "../vocabulary/tree/git-state.ts";
import type { Place } from "../vocabulary/tree/path-set.ts";

/** Which commit is checked out, in all its forms. */
const HEAD = /^(?:HEAD|refs\/heads(?:\/.*)?|logs(?:\/.*)?|[A-Z_]+_HEAD)$/s;
/** What counts by its bytes, as any file does. */
const FILES = /^(?:config(?:\.worktree)?|packed-refs|refs\/tags(?:\/.*)?|info\/.*|description|hooks\/.*)$/s;

/**
 * The part of git's state that a file of git belongs to. Anyone who reads the index asks about the whole tree, and whoever reads
 * HEAD or a branch asks about the commit; both count by what they say, not by their bytes. Null for a file that is not git's.
 */
export function gitPlace(
  path: string,
  { gitDirectories, root }: { readonly gitDirectories: readonly string[]; readonly root: string },
): Place | "file" | "other" | null {
  const directory = [...gitDirectories, `${root}/.git`].find(
    (each) => path === each || path.startsWith(`${each}/`),
  );
  if (directory === undefined) return null;
  const name = path.slice(directory.length + 1).replace(/^worktrees\/[^/]*\//, "");
  if (name === "index") return GIT_INDEX;
  if (FILES.test(name)) return "file";
  // Objects and the like change neither the tree nor the commit.
  return HEAD.test(name) ? GIT_HEAD : "other";
}

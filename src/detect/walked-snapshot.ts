import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../vocabulary/tree/snapshot.ts";
import { createContentReader } from "./content-reader.ts";
import type { GitTreeOptions } from "./git/git-tree.ts";
import { walkTree } from "./walk.ts";

/**
 * The tree as the file system alone shows it. Git is not asked, so its ignore files do not count: only the exclude
 * globs leave something out. With `stats`, an untouched file is not read again.
 */
export async function takeWalkedSnapshot(
  options: GitTreeOptions,
  notes: readonly string[],
): Promise<Snapshot> {
  const { root, excluded, stats } = options;
  const reader = createContentReader({ ...options, algorithm: "sha1" });
  const walked = walkTree(root, excluded);
  const unreadable = new Set(walked.unreadable);
  const files = new Map<RepoPath, FileEntry>();
  for (const path of walked.files) {
    const reading = await reader(path);
    if (reading === "unreadable") unreadable.add(path);
    else if (reading !== "absent") files.set(path, reading);
  }
  return {
    root,
    method: stats === null ? "hash" : "timestamp",
    files,
    commit: null,
    branch: null,
    uncommitted: new Set(),
    unreadable,
    notes,
  };
}

import { createHash } from "node:crypto";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry } from "../../vocabulary/tree/snapshot.ts";
import type { Reading } from "../content-reader.ts";
import { type GitTree, sameEntry, type TreeFiles } from "../tree-files.ts";

/**
 * The one entry of a repository inside the tree. Its id is the checked-out commit if no file differs from it, and else
 * a hash of that commit and all files.
 */
export function nestedEntry(tree: GitTree, { files, unreadable }: TreeFiles): Reading {
  if (unreadable.size > 0) return "unreadable";
  const { commit } = tree.scan;
  const id = commit !== null && isPristine(tree, files) ? commit : hashFiles(files, commit ?? "");
  return { kind: "submodule", id: id as ContentId, within: listWithin(files) };
}

/** Including those of its submodules, recursively. */
function listWithin(files: ReadonlyMap<RepoPath, FileEntry>): readonly RepoPath[] {
  return [...files].flatMap(([path, { within }]) =>
    within === undefined ? [path] : within.map((inner) => `${path}/${inner}` as RepoPath),
  );
}

function isPristine({ scan }: GitTree, files: ReadonlyMap<RepoPath, FileEntry>): boolean {
  if (scan.changed.size > 0 || scan.index.files.size !== files.size) return false;
  for (const [path, stored] of scan.index.files) {
    const entry = files.get(path);
    if (entry === undefined || !sameEntry(entry, stored)) return false;
  }
  return true;
}

/** One hash of a set of files, in any order. */
function hashFiles(files: ReadonlyMap<RepoPath, FileEntry>, seed: string): string {
  const hash = createHash("sha256").update(JSON.stringify(seed));
  for (const path of [...files.keys()].sort()) {
    const entry = files.get(path) as FileEntry;
    hash.update(JSON.stringify([path, entry.kind, entry.id]));
  }
  return hash.digest("hex");
}

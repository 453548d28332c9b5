import { createHash, type Hash } from "node:crypto";
import { statPath } from "../system/file-stat.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import { settledBefore } from "./stat-index.ts";
import type { GitTree } from "./tree-files.ts";

export interface TreeDigestOptions {
  readonly tree: GitTree;
  /** The globs that decided what belongs to the tree. */
  readonly exclude: readonly string[];
  readonly declared: readonly string[];
  /** Milliseconds of the wall clock, from before the tree was read. */
  readonly now: number;
}

/**
 * One hash for the whole tree, without building its list of files. Equal digests mean equal files. Different
 * ones need not mean different files: staging an edit, or touching a file that git converts, changes it too.
 * Null where equality could not be relied on: something is unreadable, or a file that git converts was
 * touched so recently that it can change again without showing it.
 */
export function digestTree({ tree, exclude, declared, now }: TreeDigestOptions): string | null {
  const { scan, read, convertible } = tree;
  if (scan.unreadable.length > 0) return null;
  const hash = createHash("sha256");
  hash.update(JSON.stringify([scan.commit, scan.branch, exclude, declared, scan.listing.length]));
  hash.update(scan.listing);
  for (const path of [...read.keys()].sort()) {
    const reading = read.get(path);
    if (reading === "unreadable" || reading === undefined) return null;
    hash.update(JSON.stringify(reading === "absent" ? [path] : [path, reading.kind, reading.id]));
  }
  const settled = convertible.every((path) => addStat(hash, `${scan.root}/${path}`, { path, now }));
  return settled ? hash.digest("hex") : null;
}

/** Adds what the file system says about a file. False where that says too little. */
function addStat(hash: Hash, absolute: string, { path, now }: { path: RepoPath; now: number }): boolean {
  const stat = statPath(absolute);
  if (typeof stat === "string" || stat.mtimeNs >= settledBefore(now) || stat.ctimeNs >= settledBefore(now)) {
    return false;
  }
  const { size, mtimeNs, ctimeNs, ino, mode } = stat;
  hash.update(JSON.stringify([path, size, `${mtimeNs}`, `${ctimeNs}`, `${ino}`, mode]));
  return true;
}

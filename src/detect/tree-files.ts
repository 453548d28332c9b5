import { layer } from "../values/layered-map.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileEntry } from "../vocabulary/tree/snapshot.ts";
import type { ContentReader, Reading } from "./content-reader.ts";
import type { GitScan } from "./git/git-scan.ts";

/** What git says about a tree, and what was read from disk because git cannot tell. */
export interface GitTree {
  readonly scan: GitScan;
  /** Every changed, untracked, hidden and nested path. */
  readonly read: ReadonlyMap<RepoPath, Reading>;
  /** Files that git calls unchanged but may have converted, so that their blob ids are not those of their bytes. */
  readonly convertible: readonly RepoPath[];
  /** Reads a file that is not in `read`. */
  readonly reader: ContentReader;
}

export interface TreeFiles {
  readonly files: ReadonlyMap<RepoPath, FileEntry>;
  readonly uncommitted: ReadonlySet<RepoPath>;
  readonly unreadable: ReadonlySet<RepoPath>;
}

/**
 * The files of a tree. With `trustBlobs`, a file that git calls unchanged and cannot have converted gets the id of its
 * blob and is not read; without it, every file is read.
 */
export async function listTreeFiles(tree: GitTree, trustBlobs: boolean): Promise<TreeFiles> {
  const { scan, read, reader } = tree;
  const uncommitted = findUncommitted(tree);
  const unread = trustBlobs
    ? tree.convertible
    : [...scan.index.files.keys()].filter((path) => !read.has(path));
  const unreadable = new Set<RepoPath>(scan.unreadable);
  const differing = new Map<RepoPath, FileEntry | null>();
  const add = (path: RepoPath, reading: Reading): void => {
    if (reading === "unreadable") unreadable.add(path);
    differing.set(path, typeof reading === "string" ? null : reading);
  };
  for (const path of unread) add(path, await reader(path));
  for (const [path, reading] of read) add(path, reading);
  return { files: layer(scan.index.files, differing), uncommitted, unreadable };
}

/** What git reports, and what it would report if it checked hidden files and submodules. */
function findUncommitted({ scan, read }: GitTree): ReadonlySet<RepoPath> {
  const paths = new Set([...scan.changed.keys(), ...scan.untracked, ...scan.nested]);
  const { files, submodules, hidden } = scan.index;
  for (const path of scan.doubtful ? files.keys() : [...submodules, ...hidden.keys()]) {
    const reading = read.get(path);
    const mayBeAbsent = submodules.includes(path) || hidden.get(path) === "skipped";
    if (reading === undefined || (reading === "absent" && mayBeAbsent)) continue;
    const stored = files.get(path);
    if (typeof reading === "string" || stored === undefined || !sameEntry(reading, stored)) paths.add(path);
  }
  return paths;
}

export function sameEntry(one: FileEntry, other: FileEntry): boolean {
  return one.id === other.id && one.kind === other.kind;
}

import type { RepoPath } from "../vocabulary/path.ts";
import type { FileEntry, FileKind } from "../vocabulary/snapshot.ts";
import type { ContentReader, Reading } from "./content-reader.ts";
import type { PathTest } from "./exclude.ts";
import type { GitScan } from "./git-scan.ts";
import type { IndexFile } from "./index-listing.ts";

/** What git says about a tree, and what was read from disk where git cannot vouch for a file. */
export interface GitTree {
  readonly scan: GitScan;
  readonly excluded: PathTest;
  /** Every changed, untracked, hidden, nested and declared path. */
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
 * The files of a tree. With `trustBlobs` a file that git calls unchanged and cannot have converted has the id
 * of its blob and is not looked at again; without, every file is.
 */
export async function listTreeFiles(tree: GitTree, trustBlobs: boolean): Promise<TreeFiles> {
  const { scan, excluded, read, reader } = tree;
  const files = new Map<RepoPath, FileEntry>();
  const unreadable = new Set<RepoPath>(scan.unreadable);
  const convertible = new Set(tree.convertible);
  const add = (path: RepoPath, reading: Reading): void => {
    if (reading === "unreadable") unreadable.add(path);
    else if (reading !== "absent") files.set(path, reading);
  };
  for (const file of scan.index) {
    if (excluded(file.path) || read.has(file.path)) continue;
    if (trustBlobs && !convertible.has(file.path)) files.set(file.path, blobEntry(file));
    else add(file.path, await reader(file.path));
  }
  for (const [path, reading] of read) add(path, reading);
  return { files, unreadable, uncommitted: findUncommitted(tree) };
}

/** What the index says about a file. */
export function blobEntry(file: IndexFile): FileEntry {
  return { kind: KINDS[file.mode], id: file.blob };
}

const KINDS: Readonly<Record<IndexFile["mode"], FileKind>> = {
  "100644": "file",
  "100755": "executable",
  "120000": "symlink",
  "160000": "submodule",
};

/** What git reports, and what it would report if it looked at hidden files and into submodules. */
function findUncommitted({ scan, excluded, read }: GitTree): ReadonlySet<RepoPath> {
  const paths = new Set([...scan.changed.keys(), ...scan.untracked, ...scan.nested]);
  for (const file of scan.index) {
    const reading = file.hidden !== null || file.mode === "160000" ? read.get(file.path) : undefined;
    if (reading === undefined || (reading === "absent" && file.hidden !== "assumed")) continue;
    if (typeof reading === "string" || !sameEntry(reading, blobEntry(file))) paths.add(file.path);
  }
  for (const path of paths) if (excluded(path)) paths.delete(path);
  return paths;
}

export function sameEntry(one: FileEntry, other: FileEntry): boolean {
  return one.id === other.id && one.kind === other.kind;
}

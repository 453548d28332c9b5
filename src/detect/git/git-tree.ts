import { statPath } from "../../system/files/file-stat.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { type ContentReader, createContentReader, type Reading } from "../content-reader.ts";
import { createExclude, type PathTest } from "../exclude.ts";
import { createLinkTest } from "../link-test.ts";
import { type StatIndex, statIndexBelow } from "../stat-index.ts";
import { type GitTree, listTreeFiles } from "../tree-files.ts";
import { walkTree } from "../walk.ts";
import { type BegunScan, type GitProblem, type GitScan, scanGit } from "./git-scan.ts";
import type { KnownIndex } from "./index-listing.ts";
import { nestedEntry } from "./nested-entry.ts";

export interface GitTreeOptions {
  readonly root: string;
  readonly excluded: PathTest;
  /** If null, every file that git cannot tell about is read every time. */
  readonly stats: StatIndex | null;
  readonly now: () => number;
  /** What an earlier run knew of git's index. */
  readonly known?: KnownIndex | undefined;
}

/** Asks git about a tree, and reads what git cannot tell. */
export async function readGitTree(options: GitTreeOptions, begun?: BegunScan): Promise<GitTree | GitProblem> {
  const { root, excluded } = options;
  const scan = await scanGit(root, { excluded, known: options.known, begun });
  if ("ok" in scan) return scan;
  const reader = createContentReader({ ...options, algorithm: scan.settings.algorithm });
  const read = await readUnvouched(scan, options, reader);
  return { scan, read, convertible: findConverted(scan, read), reader };
}

/** Paths that git reports, was told to ignore, or sees only from outside. */
async function readUnvouched(
  scan: GitScan,
  options: GitTreeOptions,
  reader: ContentReader,
): Promise<Map<RepoPath, Reading>> {
  const { index, changed, settings } = scan;
  const read = new Map<RepoPath, Reading>();
  const behindLink = createLinkTest(scan.root);
  const addNested = async (path: RepoPath): Promise<void> => {
    for await (const [at, reading] of readNested(path, options, reader)) read.set(at, reading);
  };
  for (const path of (scan.doubtful ? index.files : index.hidden).keys()) {
    read.set(path, behindLink(path) ? "absent" : await reader(path));
  }
  for (const path of settings.linksAreFiles ? index.links : []) read.set(path, await reader(path));
  for (const [path, { tree }] of changed) {
    if (tree !== "same") read.set(path, tree === "deleted" ? "absent" : await reader(path));
  }
  for (const path of index.submodules) if (changed.get(path)?.tree !== "deleted") await addNested(path);
  for (const path of scan.untracked) read.set(path, await reader(path));
  for (const path of scan.nested) await addNested(path);
  return read;
}

/** Regular files whose blobs may differ from the bytes on disk, and which were not read already. */
function findConverted(scan: GitScan, read: ReadonlyMap<RepoPath, Reading>): readonly RepoPath[] {
  const { files } = scan.index;
  return [...(scan.convertible ?? files.keys())].filter((path) => {
    const kind = files.get(path)?.kind;
    return (kind === "file" || kind === "executable") && !read.has(path);
  });
}

/**
 * A repository inside the tree, as a submodule or untracked, is one entry. A submodule that is not checked out is
 * absent. If git does not answer (the repository is broken, or its `.git` is missing), each of its files counts.
 */
async function* readNested(
  path: RepoPath,
  options: GitTreeOptions,
  reader: ContentReader,
): AsyncGenerator<readonly [RepoPath, Reading]> {
  const inPlace = await reader(path);
  yield [path, inPlace];
  if (inPlace !== "absent") return;
  const root = `${options.root}/${path}`;
  const excluded = createExclude([]);
  const stats = options.stats === null ? null : statIndexBelow(options.stats, path);
  const isRepository = statPath(`${root}/.git`) !== "absent";
  const tree = isRepository
    ? await readGitTree({ ...options, root, excluded, stats, known: undefined })
    : null;
  if (tree !== null && !("ok" in tree)) {
    yield [path, nestedEntry(tree, await listTreeFiles(tree, true))];
    return;
  }
  const walked = walkTree(root, excluded);
  const outer = (file: RepoPath): RepoPath => (file === "." ? path : `${path}/${file}`) as RepoPath;
  for (const file of walked.files.map(outer)) if (!options.excluded(file)) yield [file, await reader(file)];
  for (const file of walked.unreadable.map(outer)) yield [file, "unreadable"];
}

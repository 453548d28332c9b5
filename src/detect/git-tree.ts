import { statPath } from "../system/file-stat.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import { type ContentReader, createContentReader, type Reading } from "./content-reader.ts";
import { findDeclaredFiles } from "./declared-files.ts";
import { createExclude, type PathTest } from "./exclude.ts";
import { type GitProblem, type GitScan, scanGit } from "./git-scan.ts";
import { createLinkTest } from "./link-test.ts";
import { nestedEntry } from "./nested-entry.ts";
import { type StatIndex, statIndexBelow } from "./stat-index.ts";
import { type GitTree, listTreeFiles } from "./tree-files.ts";
import { walkTree } from "./walk.ts";

export interface GitTreeOptions {
  readonly root: string;
  readonly excluded: PathTest;
  /** Globs of files to include although git ignores them. */
  readonly declared: readonly string[];
  /** Null reads the bytes of every file that git cannot vouch for, every time. */
  readonly stats: StatIndex | null;
  readonly now: () => number;
}

/** Asks git about a tree, and reads what git cannot vouch for. */
export async function readGitTree(options: GitTreeOptions): Promise<GitTree | GitProblem> {
  const { root, excluded, declared } = options;
  const scan = await scanGit(root);
  if ("ok" in scan) return scan;
  const reader = createContentReader({ ...options, algorithm: scan.settings.algorithm });
  const read = await readUnvouched(scan, options, reader);
  const listed = new Set(scan.index.map((file) => file.path));
  for (const path of findDeclaredFiles({ root, globs: declared, excluded })) {
    if (!read.has(path) && (excluded(path) || !listed.has(path))) read.set(path, await reader(path));
  }
  const convertible = scan.index.filter(
    ({ path, mode }) => mode.startsWith("100") && scan.mayConvert(path) && !read.has(path) && !excluded(path),
  );
  return { scan, excluded, read, convertible: convertible.map((file) => file.path), reader };
}

/** Paths that git reports, was told not to look at, or sees only from outside. */
async function readUnvouched(
  scan: GitScan,
  options: GitTreeOptions,
  reader: ContentReader,
): Promise<Map<RepoPath, Reading>> {
  const read = new Map<RepoPath, Reading>();
  const excluded = options.excluded;
  const behindLink = createLinkTest(scan.root);
  const addAll = async (readings: AsyncIterable<readonly [RepoPath, Reading]>): Promise<void> => {
    for await (const [path, reading] of readings) read.set(path, reading);
  };
  for (const { path, mode, hidden } of scan.index) {
    if (excluded(path) || scan.changed.get(path)?.tree === "deleted") continue;
    if (mode === "160000") await addAll(readNested(path, options, reader));
    else if (hidden !== null) read.set(path, behindLink(path) ? "absent" : await reader(path));
    else if (mode === "120000" && scan.settings.linksAreFiles) read.set(path, await reader(path));
  }
  for (const [path, { tree }] of scan.changed) {
    if (tree === "same" || read.has(path) || excluded(path)) continue;
    read.set(path, tree === "deleted" ? "absent" : await reader(path));
  }
  for (const path of scan.untracked) if (!excluded(path)) read.set(path, await reader(path));
  for (const path of scan.nested) if (!excluded(path)) await addAll(readNested(path, options, reader));
  return read;
}

/**
 * A repository in the tree, as a submodule or untracked, is one entry. A submodule that is not checked out is
 * absent. Where git does not answer (the repository is broken, or its `.git` is gone) each file counts.
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
  const tree = isRepository ? await readGitTree({ ...options, root, excluded, declared: [], stats }) : null;
  if (tree !== null && !("ok" in tree)) {
    yield [path, nestedEntry(tree, await listTreeFiles(tree, true))];
    return;
  }
  const walked = walkTree(root, excluded);
  const outer = (file: RepoPath): RepoPath => (file === "." ? path : `${path}/${file}`) as RepoPath;
  for (const file of walked.files.map(outer)) if (!options.excluded(file)) yield [file, await reader(file)];
  for (const file of walked.unreadable.map(outer)) yield [file, "unreadable"];
}

import { hashBlob } from "../../system/files/hash-blob.ts";
import type { ChangeSet, RenamedFile } from "../../vocabulary/tree/change-set.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry } from "../../vocabulary/tree/snapshot.ts";
import { findGitRenames } from "./git-renames.ts";
import type { LineSketch } from "./line-sketch.ts";
import { type ContentFile, matchIdentical } from "./match-identical.ts";
import { matchSimilar, type SimilarPair } from "./match-similar.ts";
import { moveTypeOf } from "./nearness.ts";
import { isRegular, type SketchCache, sketchGone, sketchPresent } from "./sketches.ts";

export interface RenameOptions {
  /** How similar two files must be to count as renamed, from 0 to 1. At 1, only identical ones do. */
  readonly threshold: number;
  readonly sketches: SketchCache;
}

/** Where the contents of a change set come from. */
export interface RenameContext extends RenameOptions {
  readonly root: string;
  readonly before: ReadonlyMap<RepoPath, FileEntry>;
  readonly after: ReadonlyMap<RepoPath, FileEntry>;
  /** The commit of the earlier state, or of a part of it; null if it is not a commit. */
  readonly commit: string | null;
}

/** Only identical files have a similarity of 1, whatever a measure says. */
const NEARLY = 0.999;

/**
 * Recognises files that were moved or renamed: first those with identical content, then those that git pairs if it
 * knows both sides, and finally those that share enough lines. It takes them out of the lists of added and deleted
 * files. Costs nothing unless there are both.
 */
export async function linkRenames(changes: ChangeSet, context: RenameContext): Promise<ChangeSet> {
  if (changes.added.length === 0 || changes.deleted.length === 0) return changes;
  const deleted = filesOf(changes.deleted, context.before);
  const added = filesOf(changes.added, context.after);
  const identical = matchIdentical(deleted, added).map((pair) => ({ ...pair, similarity: 1 }));
  const pairs: SimilarPair<RenameFile>[] = [...identical];
  for (const find of [findByGit, findSimilar]) {
    const taken = new Set(pairs.flatMap(({ from, to }) => [from, to]));
    const rest = (files: readonly RenameFile[]): readonly RenameFile[] =>
      files.filter((file) => !taken.has(file) && file.regular && !file.empty);
    pairs.push(...(await find(rest(deleted), rest(added), context)));
  }
  const renamed = pairs.map(renamedFile);
  const renamedFrom = new Set(renamed.map(({ previousPath }) => previousPath));
  const renamedTo = new Set(renamed.map(({ currentPath }) => currentPath));
  return {
    ...changes,
    added: changes.added.filter(({ path }) => !renamedTo.has(path)),
    deleted: changes.deleted.filter(({ path }) => !renamedFrom.has(path)),
    renamed: renamed.sort((one, other) => (one.currentPath < other.currentPath ? -1 : 1)),
  };
}

interface RenameFile extends ContentFile {
  readonly id: ContentId;
  /** Links and nested repositories are not regular: they are only compared as a whole. */
  readonly regular: boolean;
}

const EMPTY: ReadonlySet<string> = new Set(
  (["sha1", "sha256"] as const).map((algorithm) => hashBlob(Buffer.alloc(0), algorithm)),
);

/** A file that could not be read has no content to be recognised by. */
function filesOf(
  list: readonly { readonly path: RepoPath }[],
  tree: ReadonlyMap<RepoPath, FileEntry>,
): readonly RenameFile[] {
  return list.flatMap(({ path }) => {
    const entry = tree.get(path);
    if (entry === undefined) return [];
    const regular = isRegular(entry);
    const content = regular ? entry.id : `${entry.kind} ${entry.id}`;
    return [{ path, id: entry.id, content, regular, empty: regular && EMPTY.has(entry.id) }];
  });
}

/** Git compares the content in the commit, which may not be the one that was verified. */
async function findByGit(
  deleted: readonly RenameFile[],
  added: readonly RenameFile[],
  { root, commit, threshold }: RenameContext,
): Promise<readonly SimilarPair<RenameFile>[]> {
  if (commit === null || threshold >= 1 || deleted.length === 0 || added.length === 0) return [];
  const deletedFiles = new Map(deleted.map((file) => [`${file.path}\0${file.id}`, file]));
  const addedFiles = new Map(added.map((file) => [file.path as string, file]));
  const renames = await findGitRenames(root, commit, threshold);
  return renames.flatMap(({ from, fromId, to, similarity }) => {
    const pair = { from: deletedFiles.get(`${from}\0${fromId}`), to: addedFiles.get(to) };
    return pair.from === undefined || pair.to === undefined
      ? []
      : [{ from: pair.from, to: pair.to, similarity: Math.min(similarity, NEARLY) }];
  });
}

async function findSimilar(
  deleted: readonly RenameFile[],
  added: readonly RenameFile[],
  context: RenameContext,
): Promise<readonly SimilarPair<RenameFile>[]> {
  const { root, commit, threshold, sketches: cache } = context;
  const git = commit !== null;
  if (threshold >= 1 || deleted.length === 0 || added.length === 0) return [];
  const oldSketches = await sketchGone([...new Set(deleted.map(({ id }) => id))], { root, git, cache });
  const comparable = sketched(deleted, oldSketches);
  if (comparable.length === 0) return [];
  return matchSimilar(comparable, sketched(added, sketchPresent(added, { root, cache })), threshold);
}

function sketched(
  files: readonly RenameFile[],
  sketches: ReadonlyMap<ContentId, LineSketch | null>,
): readonly (RenameFile & { readonly sketch: LineSketch })[] {
  return files.flatMap((file) => {
    const sketch = sketches.get(file.id) ?? null;
    return sketch === null ? [] : [{ ...file, sketch }];
  });
}

function renamedFile({ from, to, similarity }: SimilarPair<RenameFile>): RenamedFile {
  return {
    previousPath: from.path,
    currentPath: to.path,
    previousId: from.id,
    currentId: to.id,
    similarity,
    moveType: moveTypeOf(from.path, to.path),
  };
}

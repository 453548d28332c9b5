import { hashBlob } from "../system/hash-blob.ts";
import type { ChangeSet, RenamedFile } from "../vocabulary/change-set.ts";
import type { ContentId, RepoPath } from "../vocabulary/path.ts";
import type { FileEntry } from "../vocabulary/snapshot.ts";
import type { LineSketch } from "./line-sketch.ts";
import { type ContentFile, matchIdentical } from "./match-identical.ts";
import { matchSimilar, type SimilarPair } from "./match-similar.ts";
import { moveTypeOf } from "./nearness.ts";
import { isRegular, type SketchCache, sketchGone, sketchPresent } from "./sketches.ts";

export interface RenameOptions {
  /** How similar two files must be to be one that was renamed, from 0 to 1. At 1 only identical ones are. */
  readonly threshold: number;
  readonly sketches: SketchCache;
}

/** Where the contents of a change set come from. */
export interface RenameContext extends RenameOptions {
  readonly root: string;
  readonly before: ReadonlyMap<RepoPath, FileEntry>;
  readonly after: ReadonlyMap<RepoPath, FileEntry>;
  /** Whether the state before is, at least in part, a commit. */
  readonly git: boolean;
}

/**
 * Recognises files that were moved or renamed: those of identical content first, then those that share enough of
 * their lines. They are taken out of the lists of added and deleted files. Costs nothing unless there are both.
 */
export async function linkRenames(changes: ChangeSet, context: RenameContext): Promise<ChangeSet> {
  if (changes.added.length === 0 || changes.deleted.length === 0) return changes;
  const deleted = filesOf(changes.deleted, context.before);
  const added = filesOf(changes.added, context.after);
  const identical = matchIdentical(deleted, added).map((pair) => ({ ...pair, similarity: 1 }));
  const taken = new Set(identical.flatMap(({ from, to }) => [from, to]));
  const rest = (files: readonly RenameFile[]): readonly RenameFile[] =>
    files.filter((file) => !taken.has(file) && file.regular && !file.empty);
  const similar = await findSimilar(rest(deleted), rest(added), context);
  const renamed = [...identical, ...similar].map(renamedFile);
  const gone = new Set(renamed.map(({ previousPath }) => previousPath));
  const found = new Set(renamed.map(({ currentPath }) => currentPath));
  return {
    ...changes,
    added: changes.added.filter(({ path }) => !found.has(path)),
    deleted: changes.deleted.filter(({ path }) => !gone.has(path)),
    renamed: renamed.sort((one, other) => (one.currentPath < other.currentPath ? -1 : 1)),
  };
}

interface RenameFile extends ContentFile {
  readonly id: ContentId;
  /** Not a link or a repository in the tree: those are compared as a whole only. */
  readonly regular: boolean;
}

const EMPTY: ReadonlySet<string> = new Set(
  (["sha1", "sha256"] as const).map((algorithm) => hashBlob(Buffer.alloc(0), algorithm)),
);

/** What could not be read has no content to be recognised by. */
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

async function findSimilar(
  deleted: readonly RenameFile[],
  added: readonly RenameFile[],
  context: RenameContext,
): Promise<readonly SimilarPair<RenameFile>[]> {
  const { root, git, threshold, sketches: cache } = context;
  if (threshold >= 1 || deleted.length === 0 || added.length === 0) return [];
  const gone = await sketchGone([...new Set(deleted.map(({ id }) => id))], { root, git, cache });
  const comparable = sketched(deleted, gone);
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

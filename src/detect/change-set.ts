import { keysThatMayDiffer } from "../values/layered-map.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import type {
  AddedFile,
  BaselineIdentity,
  ChangeSet,
  DeletedFile,
  ModifiedFile,
} from "../vocabulary/tree/change-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../vocabulary/tree/snapshot.ts";
import { readCommitTree } from "./git/commit-tree.ts";
import type { Baselines } from "./past/baseline-file.ts";
import { type Baseline, readBaselineTree } from "./past/baseline.ts";
import { commitTime } from "./past/commits.ts";
import { byPath } from "./renames/nearness.ts";
import { linkRenames, type RenameOptions } from "./renames/renames.ts";
import { sameEntry } from "./tree-files.ts";

export interface ChangeOptions {
  readonly snapshot: Snapshot;
  /** The last verified states, or why there are none; or the full hash of a commit to compare with instead. */
  readonly against: Baselines | { readonly commit: string };
  /** The globs that the snapshot was taken with. */
  readonly exclude: readonly string[];
  readonly renames: RenameOptions;
}

/**
 * What changed since the newest baseline whose files are known. If no baseline is known, every file counts as added,
 * and the reason says why: missing history means more work, never less.
 */
export async function detectChanges(options: ChangeOptions): Promise<ChangeSet> {
  const { snapshot, against, exclude, renames } = options;
  const baselines =
    "commit" in against ? [await commitBaseline(snapshot, against.commit, exclude)] : against.found;
  const unusable: string[] = [];
  for (const baseline of baselines) {
    const tree = await readBaselineTree(snapshot.root, baseline);
    if (!tree.ok) {
      unusable.push(tree.reason);
      continue;
    }
    const { commitHash, timestamp, isWhole } = baseline;
    return linkRenames(compareTrees(tree.files, snapshot, { commitHash, timestamp }), {
      ...renames,
      root: snapshot.root,
      before: tree.files,
      after: snapshot.files,
      commit: isWhole ? null : commitHash,
    });
  }
  return unknownBaseline(snapshot, [...unusable, ...("commit" in against ? [] : explain(against))][0] ?? "");
}

/** Why there is no baseline. A file that exists but cannot be used says more than one that is missing. */
function explain({ problems }: Baselines): readonly string[] {
  const there = problems.find(({ problem }) => problem !== "missing") ?? problems[0];
  return there === undefined ? [] : [there.reason];
}

/** A commit that was never recorded as verified: nothing differed from it. */
async function commitBaseline(
  snapshot: Snapshot,
  commit: string,
  exclude: readonly string[],
): Promise<Baseline> {
  const timestamp = (await commitTime(snapshot.root, commit)) ?? "";
  return { commitHash: commit, timestamp, exclude, files: new Map(), isWhole: false };
}

/** Pure: compares the files of two trees, path by path. */
export function compareTrees(
  before: ReadonlyMap<RepoPath, FileEntry>,
  snapshot: Pick<Snapshot, "files" | "unreadable" | "method">,
  baseline: BaselineIdentity | null,
): ChangeSet {
  const added: AddedFile[] = [];
  const modified: ModifiedFile[] = [];
  const deleted: DeletedFile[] = [];
  const { files, unreadable } = snapshot;
  const paths = keysThatMayDiffer(before, files) ?? [...files.keys(), ...before.keys()];
  for (const path of new Set([...paths, ...unreadable])) {
    const current = files.get(path);
    const previous = before.get(path);
    const isThere = current !== undefined || unreadable.has(path);
    if (previous === undefined) {
      if (isThere) added.push({ path, currentId: current?.id ?? null });
    } else if (!isThere) deleted.push({ path, previousId: previous.id });
    else if (current === undefined || !sameEntry(current, previous))
      modified.push(modifiedFile(path, previous, current));
  }
  const all = files.size + [...unreadable].filter((path) => !files.has(path)).length;
  return {
    added: added.sort(byPath),
    modified: modified.sort(byPath),
    deleted: deleted.sort(byPath),
    renamed: [],
    unchangedCount: all - added.length - modified.length,
    method: snapshot.method,
    baseline,
    complete: true,
    reason: null,
  };
}

function modifiedFile(path: RepoPath, previous: FileEntry, current: FileEntry | undefined): ModifiedFile {
  return {
    path,
    previousId: previous.id,
    currentId: current?.id ?? null,
    previousKind: previous.kind,
    currentKind: current?.kind ?? null,
  };
}

function unknownBaseline(snapshot: Snapshot, reason: string): ChangeSet {
  return { ...compareTrees(new Map(), snapshot, null), complete: false, reason };
}

/**
 * What differs between two commits, given by their full hashes. A renamed file counts as two. The checkout does not
 * matter.
 */
export async function compareCommits(
  root: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Result<ChangeSet>> {
  const [before, after, timestamp] = await Promise.all([
    readCommitTree(root, from),
    readCommitTree(root, to),
    commitTime(root, from),
  ]);
  for (const tree of [before, after]) if (!tree.ok) return fail({ kind: "usage", message: tree.reason });
  if (!before.ok || !after.ok) return fail();
  const identity = { commitHash: from, timestamp: timestamp ?? "" };
  return succeed(
    compareTrees(before.files, { files: after.files, unreadable: new Set(), method: "git" }, identity),
  );
}

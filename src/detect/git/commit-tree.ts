import { decodePath } from "../../paths/encode-path.ts";
import { type GitFailure, runGit } from "../../system/git/git.ts";
import { memo } from "../../values/memo.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry } from "../../vocabulary/tree/snapshot.ts";
import type { PathTest } from "../exclude.ts";
import { KINDS } from "../file-kinds.ts";
import { isShallow } from "../past/commits.ts";

export type CommitTree =
  | { readonly ok: true; readonly files: Files }
  | { readonly ok: false; readonly reason: string };

type Files = ReadonlyMap<RepoPath, FileEntry>;

interface NotedTree {
  readonly root: string;
  readonly commit: string;
  /** Which paths are left out. */
  readonly excluded: PathTest;
}

let known: (NotedTree & { readonly files: () => Files | null }) | undefined;

/**
 * Sets how to get the files of a commit without asking git; `files` returns null if it cannot. Only the last call
 * counts.
 */
export function noteCommitTree(tree: NotedTree, files: () => Files | null): void {
  known = { ...tree, files: memo(files) };
}

/** If git no longer answers, nothing is known about its commits. */
export function forgetCommitTree(): void {
  known = undefined;
}

/**
 * Every file of a commit below the root that is not excluded, with the id of its blob. If git converts a file, that is not
 * the id of the bytes in a checkout: such a file compares as changed. `commit` is a full hash.
 */
export async function readCommitTree(
  root: string,
  commit: string,
  excluded: PathTest = excludeNothing,
): Promise<CommitTree> {
  const isNoted = known?.root === root && known.commit === commit && known.excluded === excluded;
  const noted = isNoted ? known?.files() : null;
  if (noted) return { ok: true, files: noted };
  const output = await runGit({ root, args: ["ls-tree", "-r", "-z", "--end-of-options", commit] });
  if (!output.ok) return { ok: false, reason: await reasonOf(root, commit, output) };
  const files = new Map<RepoPath, FileEntry>();
  const { stdout } = output;
  // `<mode> <type> <id>\t<path>\0`
  for (let start = 0; start < stdout.length;) {
    const end = stdout.indexOf(0, start);
    const tab = stdout.indexOf(9, start);
    const [mode = "", , id = ""] = stdout.toString("latin1", start, tab).split(" ");
    const path = decodePath(stdout.subarray(tab + 1, end));
    if (!excluded(path)) files.set(path, { kind: KINDS[mode] ?? "file", id: id as ContentId });
    start = end + 1;
  }
  return { ok: true, files };
}

const excludeNothing: PathTest = () => false;

async function reasonOf(root: string, commit: string, failure: GitFailure): Promise<string> {
  const short = commit.slice(0, 12);
  if (failure.reason === "missing") return `The commit ${short} cannot be read: git is not installed.`;
  if (failure.reason !== "failed")
    return `The commit ${short} cannot be read: this is not a usable repository.`;
  return (await isShallow(root))
    ? `The commit ${short} is not in this shallow clone; fetch more history to compare with it.`
    : `The commit ${short} or its files are not in this repository.`;
}

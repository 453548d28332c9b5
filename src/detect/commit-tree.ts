import { type GitFailure, runGit } from "../system/git.ts";
import { type ContentId, decodePath, type RepoPath } from "../vocabulary/path.ts";
import type { FileEntry, FileKind } from "../vocabulary/snapshot.ts";
import { isShallow } from "./history.ts";

export type CommitTree =
  | { readonly ok: true; readonly files: ReadonlyMap<RepoPath, FileEntry> }
  | { readonly ok: false; readonly reason: string };

const KINDS: Readonly<Record<string, FileKind>> = {
  "100644": "file",
  "100664": "file",
  "100755": "executable",
  "120000": "symlink",
  "160000": "submodule",
};

/**
 * Every file of a commit, below the root, with the id of its blob. Where git converts a file, that is not the
 * id of the bytes that a checkout gives: such a file compares as changed. `commit` is a full hash.
 */
export async function readCommitTree(root: string, commit: string): Promise<CommitTree> {
  const asked = await runGit({ root, args: ["ls-tree", "-r", "-z", "--end-of-options", commit] });
  if (!asked.ok) return { ok: false, reason: await reasonOf(root, commit, asked) };
  const files = new Map<RepoPath, FileEntry>();
  const { stdout } = asked;
  // `<mode> <type> <id>\t<path>\0`
  for (let start = 0; start < stdout.length;) {
    const end = stdout.indexOf(0, start);
    const tab = stdout.indexOf(9, start);
    const [mode = "", , id = ""] = stdout.toString("latin1", start, tab).split(" ");
    files.set(decodePath(stdout.subarray(tab + 1, end)), {
      kind: KINDS[mode] ?? "file",
      id: id as ContentId,
    });
    start = end + 1;
  }
  return { ok: true, files };
}

async function reasonOf(root: string, commit: string, failure: GitFailure): Promise<string> {
  const short = commit.slice(0, 12);
  if (failure.reason === "missing") return `The commit ${short} cannot be read: git is not installed.`;
  if (failure.reason !== "failed")
    return `The commit ${short} cannot be read: this is not a usable repository.`;
  return (await isShallow(root))
    ? `The commit ${short} is not in this shallow clone; fetch more history to compare with it.`
    : `The commit ${short} or its files are not in this repository.`;
}

import { decodePath } from "../../paths/encode-path.ts";
import { runGit } from "../../system/git/git.ts";

export interface GitRename {
  readonly from: string;
  /** Of the content in the commit. */
  readonly fromId: string;
  readonly to: string;
  /** As git measures it, from 0 to 1: the share of the larger file that was copied from the other. */
  readonly similarity: number;
}

/** With more candidates on a side, git only compares files of the same name. */
const LIMIT = 1000;

/**
 * What git calls renamed between a commit and the tree, among the files that it tracks on both sides; nothing if git
 * does not answer.
 */
export async function findGitRenames(
  root: string,
  commit: string,
  threshold: number,
): Promise<readonly GitRename[]> {
  const share = `${Math.max(1, threshold * 100)}%`;
  const options = ["-z", "--relative", "--diff-filter=R", `--find-renames=${share}`, `-l${LIMIT}`];
  const args = ["diff-index", ...options, "--ignore-submodules=all", "--end-of-options", commit, "--"];
  const output = await runGit({ root, args });
  return output.ok ? parseRawRenames(output.stdout) : [];
}

/** `:<mode> <mode> <id> <id> R<score>\0<from>\0<to>\0` */
function parseRawRenames(output: Buffer): readonly GitRename[] {
  const fields: Buffer[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    fields.push(output.subarray(start, end));
    start = end + 1;
  }
  const renames: GitRename[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [header, from, to] = fields.slice(at, at + 3) as [Buffer, Buffer, Buffer];
    const [, , fromId = "", , status = ""] = header.toString("latin1").split(" ");
    const similarity = Number(status.slice(1)) / 100;
    renames.push({ from: decodePath(from), fromId, to: decodePath(to), similarity });
  }
  return renames;
}

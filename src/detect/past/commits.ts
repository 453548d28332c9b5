import { splitPaths } from "../../system/files/path-list.ts";
import { type GitFailure, runGit } from "../../system/git/git.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** The full hash of the commit that a revision (a branch, a tag, `HEAD~2`, a hash) names. */
export async function resolveCommit(root: string, revision: string): Promise<Result<string>> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const output = await runGit({ root, args });
  if (output.ok) return succeed(output.stdout.toString("utf8").trim());
  const message = await whyUnknown(root, revision, output);
  // If there are no commits at all, no other name would work either.
  const expected = output.reason === "failed" ? { expected: "a commit, a branch or a tag" } : {};
  return fail({ kind: "usage", message, value: revision, ...expected });
}

export interface CommitRange {
  readonly from: string;
  readonly to: string;
}

/** The files that differ between two revisions, including deleted ones. A renamed file counts as two. */
export async function changedInRange(
  root: string,
  { from, to }: CommitRange,
): Promise<Result<readonly RepoPath[]>> {
  const [start, end] = await Promise.all([resolveCommit(root, from), resolveCommit(root, to)]);
  if (!start.ok) return start;
  if (!end.ok) return end;
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--relative", start.value, end.value];
  const output = await runGit({ root, args });
  if (output.ok) return succeed(splitPaths(output.stdout));
  const message = `Git could not compare "${from}" with "${to}": ${output.stderr.trim()}`;
  return fail({ kind: "usage", message, value: `${from}..${to}` });
}

/** Whether older history is missing here. */
export async function isShallow(root: string): Promise<boolean> {
  const output = await runGit({ root, args: ["rev-parse", "--is-shallow-repository"] });
  return output.ok && output.stdout.toString("utf8").trim() === "true";
}

/** When a commit was made, in ISO 8601. `commit` is a full hash. */
export async function commitTime(root: string, commit: string): Promise<string | null> {
  const output = await runGit({ root, args: ["show", "-s", "--format=%cI", "--end-of-options", commit] });
  return output.ok ? output.stdout.toString("utf8").trim() : null;
}

async function whyUnknown(root: string, revision: string, failure: GitFailure): Promise<string> {
  if (failure.reason === "missing") return `"${revision}" cannot be looked up: git is not installed.`;
  if (failure.reason === "not-a-repository")
    return `"${revision}" cannot be looked up: this is not a git repository.`;
  if (failure.reason === "dubious-ownership") {
    return `"${revision}" cannot be looked up: the repository belongs to another user.`;
  }
  const hint = (await isShallow(root)) ? "; the clone is shallow, so older history is missing" : "";
  return `"${revision}" is not a commit of this repository${hint}.`;
}

import { runGit } from "../system/git.ts";
import { splitPaths } from "../system/path-list.ts";

/** The commit that is checked out. */
export interface Head {
  readonly commit: string;
  readonly short: string;
}

async function ask(root: string, ...args: readonly string[]): Promise<string | null> {
  const asked = await runGit({ root, args });
  return asked.ok ? asked.stdout.toString("utf8").trim() : null;
}

/** Null without git or before the first commit. */
export async function readHead(root: string, at = "HEAD"): Promise<Head | null> {
  const [commit, short] = await Promise.all([
    ask(root, "rev-parse", "--verify", "--quiet", `${at}^{commit}`),
    ask(root, "rev-parse", "--short", at),
  ]);
  return commit === null || short === null ? null : { commit, short };
}

/** The full name of a commit that is in this repository; null where it is not, or not any more. */
export async function findCommit(root: string, name: string): Promise<string | null> {
  return ask(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
}

/** How many commits one has (HEAD unless given) that the other has not; with paths, only those that touch one of them. */
export async function countCommits(
  root: string,
  since: string,
  { paths = [], at = "HEAD" }: { readonly paths?: readonly string[]; readonly at?: string } = {},
): Promise<number | null> {
  const limit = paths.length === 0 ? [] : ["--", ...paths];
  const count = await ask(root, "--literal-pathspecs", "rev-list", "--count", `${since}..${at}`, ...limit);
  return count === null || !/^\d+$/.test(count) ? null : Number(count);
}

/** Files that differ between two commits, deleted ones included; null where git cannot tell. */
export async function changedSince(
  root: string,
  commit: string,
  at = "HEAD",
): Promise<readonly string[] | null> {
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", commit, at];
  const asked = await runGit({ root, args });
  return asked.ok ? splitPaths(asked.stdout) : null;
}

/** The files that git tracks here, or those of a commit that is not checked out. */
export async function trackedFiles(root: string, at = "HEAD"): Promise<readonly string[]> {
  const args = at === "HEAD" ? ["ls-files", "-z"] : ["ls-tree", "-r", "-z", "--name-only", at];
  const asked = await runGit({ root, args });
  return asked.ok ? splitPaths(asked.stdout) : [];
}

/** Null where HEAD is detached, or without git. */
export async function currentBranch(root: string): Promise<string | null> {
  return ask(root, "symbolic-ref", "--quiet", "--short", "HEAD");
}

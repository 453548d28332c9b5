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
export async function readHead(root: string): Promise<Head | null> {
  const [commit, short] = await Promise.all([
    ask(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"),
    ask(root, "rev-parse", "--short", "HEAD"),
  ]);
  return commit === null || short === null ? null : { commit, short };
}

/** The full name of a commit that is in this repository; null where it is not, or not any more. */
export async function findCommit(root: string, name: string): Promise<string | null> {
  return ask(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
}

/** How many commits HEAD has that the other has not; with paths, only those that touch one of them. */
export async function countCommits(
  root: string,
  since: string,
  paths: readonly string[] = [],
): Promise<number | null> {
  const limit = paths.length === 0 ? [] : ["--", ...paths];
  const count = await ask(root, "--literal-pathspecs", "rev-list", "--count", `${since}..HEAD`, ...limit);
  return count === null || !/^\d+$/.test(count) ? null : Number(count);
}

/** Files that differ between a commit and HEAD, deleted ones included; null where git cannot tell. */
export async function changedSince(root: string, commit: string): Promise<readonly string[] | null> {
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", commit, "HEAD"];
  const asked = await runGit({ root, args });
  return asked.ok ? splitPaths(asked.stdout) : null;
}

export async function trackedFiles(root: string): Promise<readonly string[]> {
  const asked = await runGit({ root, args: ["ls-files", "-z"] });
  return asked.ok ? splitPaths(asked.stdout) : [];
}

/** Null where HEAD is detached, or without git. */
export async function currentBranch(root: string): Promise<string | null> {
  return ask(root, "symbolic-ref", "--quiet", "--short", "HEAD");
}

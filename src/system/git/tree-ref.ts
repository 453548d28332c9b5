import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { explainGitFailure, type GitFailure, runGit } from "./git.ts";

/** Where trees are on a remote, as long as a run needs them. */
const NAMESPACE = "refs/verification/";

/** A tree as git names it. */
const TREE = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isTree(text: string): boolean {
  return TREE.test(text);
}

export function refOf(tree: string): string {
  return `${NAMESPACE}${tree}`;
}

export type OrTrouble<T> = T | { readonly trouble: string };

/** Author and time are fixed: the same tree on the same commit gives the same commit. */
const NOBODY = {
  GIT_AUTHOR_NAME: "verification",
  GIT_AUTHOR_EMAIL: "verification@localhost",
  GIT_AUTHOR_DATE: "@0 +0000",
  GIT_COMMITTER_NAME: "verification",
  GIT_COMMITTER_EMAIL: "verification@localhost",
  GIT_COMMITTER_DATE: "@0 +0000",
} as const;

/**
 * Makes a commit of the current working directory, with untracked but without ignored files. The index stays unchanged.
 */
export async function commitTree(
  root: string,
  remote: string,
): Promise<OrTrouble<{ readonly tree: string; readonly commit: string }>> {
  const directory = mkdtempSync(join(tmpdir(), "verification-index-"));
  try {
    const index = join(directory, "index");
    const own = await ask(root, ["rev-parse", "--git-path", "index"]);
    if (typeof own !== "string") return own;
    try {
      copyFileSync(resolve(root, own), index);
    } catch {
      // A repository without an index gets one now.
    }
    const env = { GIT_INDEX_FILE: index };
    const added = await ask(root, ["add", "--all", "--", "."], env);
    if (typeof added !== "string") return added;
    const tree = await ask(root, ["write-tree"], env);
    if (typeof tree !== "string") return tree;
    const parent = await findParent(root, remote);
    const onto = parent === null ? [] : ["-p", parent];
    const commit = await ask(root, ["commit-tree", ...onto, "-m", "verification", tree], NOBODY);
    return typeof commit === "string" ? { tree, commit } : commit;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The newest commit of this branch that the remote has, as far as known here, so that little must be transferred. */
async function findParent(root: string, remote: string): Promise<string | null> {
  const head = await ask(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (typeof head !== "string") return null;
  const own = await ask(root, ["rev-list", "--boundary", "HEAD", "--not", `--remotes=${remote}`]);
  if (typeof own !== "string") return null;
  const lines = own.split("\n").filter((line) => line !== "");
  if (lines.length === 0) return head;
  return lines.find((line) => line.startsWith("-"))?.slice(1) ?? null;
}

/** Pushes a commit to the remote under the name of its tree. Null, or what git said. */
export async function pushTree(
  root: string,
  { remote, tree, commit, signal }: PushTreeOptions,
): Promise<{ readonly trouble: string } | null> {
  const args = ["push", "--quiet", "--no-verify", "--force", "--", remote, `${commit}:${refOf(tree)}`];
  const pushed = await runGit({ root, args, isOnline: true, ...(signal && { signal }) });
  return pushed.ok ? null : explain(pushed);
}

export interface PushTreeOptions {
  readonly remote: string;
  readonly tree: string;
  readonly commit: string;
  readonly signal?: AbortSignal;
}

/** Removes trees from the remote; a missing one is fine. */
export async function removeTrees(
  root: string,
  remote: string,
  trees: readonly string[],
): Promise<{ readonly trouble: string } | null> {
  const gone = trees.filter(isTree).map((tree) => `:${refOf(tree)}`);
  if (gone.length === 0) return null;
  const args = ["push", "--quiet", "--no-verify", "--", remote, ...gone];
  const removed = await runGit({ root, args, isOnline: true });
  return removed.ok || /remote ref does not exist|unable to delete/.test(removed.stderr)
    ? null
    : explain(removed);
}

/** Fetches a tree from the remote, and returns its commit. A different tree under its name is rejected. */
export async function fetchTree(
  root: string,
  remote: string,
  tree: string,
): Promise<OrTrouble<{ commit: string }>> {
  const ref = refOf(tree);
  const args = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
  const fetched = await runGit({ root, args: [...args, "--", remote, `+${ref}:${ref}`], isOnline: true });
  if (!fetched.ok) return explain(fetched);
  const commit = await ask(root, ["rev-parse", "--verify", `${ref}^{commit}`]);
  if (typeof commit !== "string") return commit;
  const found = await ask(root, ["rev-parse", "--verify", `${ref}^{tree}`]);
  // From now on, the checkout keeps it.
  if (found !== tree) {
    await ask(root, ["update-ref", "-d", ref]);
    return { trouble: `${ref} on ${remote} holds another tree` };
  }
  return { commit };
}

/** Removes the name under which a tree was fetched. */
export async function forgetTree(root: string, tree: string): Promise<void> {
  await ask(root, ["update-ref", "-d", refOf(tree)]);
}

/** The address of a remote; null if there is none with this name. */
export async function remoteUrl(root: string, remote: string): Promise<string | null> {
  const url = await ask(root, ["config", "--get", `remote.${remote}.url`]);
  return typeof url === "string" && url !== "" ? url : null;
}

async function ask(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string | { readonly trouble: string }> {
  const answer = await runGit({ root, args, env });
  return answer.ok ? answer.stdout.toString("utf8").trim() : explain(answer);
}

function explain(failure: GitFailure): { readonly trouble: string } {
  // An address may contain a password.
  const text = explainGitFailure(failure).replaceAll(/\/\/[^@/\s]+@/g, "//");
  return { trouble: text.length > 300 ? `${text.slice(0, 300)}…` : text };
}

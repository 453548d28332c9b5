import { existsSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../system/git/git.ts";
import { fetchTree, forgetTree } from "../system/git/tree-ref.ts";
import type { WorkerTrouble } from "./trouble.ts";
import { lockOf } from "./install-packages.ts";

/** A tree that has been fetched into the clone. */
export interface FetchedTree {
  readonly tree: string;
  readonly commit: string;
  /** A digest of its lockfiles; null if it has none. */
  readonly lock: string | null;
}

/** Fetches a tree from the remote into the clone. */
export async function bringTree(
  clone: string,
  remote: string,
  tree: string,
): Promise<FetchedTree | WorkerTrouble> {
  const fetched = await fetchTree(clone, remote, tree);
  if ("trouble" in fetched) {
    const isMissing = /couldn't find remote ref|another tree/i.test(fetched.trouble);
    return { kind: isMissing ? "no-tree" : "trouble", why: fetched.trouble };
  }
  return { tree, commit: fetched.commit, lock: await lockOf(clone, tree) };
}

/**
 * Puts exactly this tree into a checkout, with nothing else but packages. Returns whether the checkout was created for
 * it.
 */
export async function checkOut(
  clone: string,
  root: string,
  { tree, commit }: FetchedTree,
): Promise<{ readonly isNew: boolean } | WorkerTrouble> {
  const isNew = !existsSync(join(root, ".git"));
  const still = ["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"];
  const add = ["worktree", "add", "--quiet", "--force", "--detach", "--no-checkout", "--", root, commit];
  const steps: readonly (readonly [where: string, args: readonly string[]])[] = [
    ...(isNew ? ([[clone, ["worktree", "prune"]] as const, [clone, add] as const] as const) : []),
    [root, [...still, "checkout", "--quiet", "--force", "--detach", commit]],
    [root, ["clean", "-ffdxq", "--exclude", "node_modules"]],
  ];
  try {
    for (const [where, args] of steps) {
      const did = await runGit({ root: where, args });
      if (!did.ok) return { kind: "trouble", why: did.stderr.trim().slice(0, 300) };
    }
  } finally {
    // From here on, the checkout keeps it.
    await forgetTree(clone, tree);
  }
  const found = await runGit({ root, args: ["rev-parse", "HEAD^{tree}"] });
  const isSame = found.ok && found.stdout.toString("utf8").trim() === tree;
  return isSame ? { isNew } : { kind: "trouble", why: "git checked out another tree" };
}

/** Whether a path is a plain file of a tree: not outside of it, and not behind a link. */
export async function isFileOf(clone: string, tree: string, path: string): Promise<boolean> {
  const found = await runGit({ root: clone, args: ["ls-tree", "-z", tree, "--", path] });
  return found.ok && /^100(?:644|755) blob [^\0]*\0$/.test(found.stdout.toString("utf8"));
}

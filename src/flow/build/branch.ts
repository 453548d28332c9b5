import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../../system/git/git.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { Item } from "../../vocabulary/flow/workflow.ts";
import { META_FILE } from "../items/meta.ts";
import { currentBranch, findCommit, readHead } from "../staleness/commit-graph.ts";
import type { BranchChoice } from "./choose-branch.ts";
import { type FlowContext, warn } from "./context.ts";

/**
 * Switches to the item's branch, and creates it if needed; announces that first. Uncommitted work stays: nothing is
 * stashed or committed, and if git refuses, nothing has changed. Null without git.
 */
export async function switchBranch(
  context: FlowContext,
  item: Item,
  { name: branch, update }: Pick<BranchChoice, "name" | "update">,
): Promise<Result<string | null>> {
  const { root, git } = context.config;
  if (!git) {
    warn(context, "This is not a git repository, so there is no branch for the item.");
    return succeed(null);
  }
  const before = await currentBranch(root);
  if (before === branch) return succeed(branch);
  const known = await runGit({ root, args: ["show-ref", "--verify", "--quiet", `refs/heads/${branch}`] });
  if (!known.ok && known.reason !== "failed") {
    warn(context, "Git cannot be used here, so there is no branch for the item.");
    return succeed(null);
  }
  const record = recordOf(item);
  const [head, tip] = await Promise.all([readHead(root), findCommit(root, `refs/heads/${branch}`)]);
  const from = before ?? head?.short ?? "here";
  const message = known.ok
    ? `Switching from ${from} to the existing branch ${branch}.`
    : `Creating the branch ${branch} from ${from}.`;
  context.emit({ type: "note", message });
  const args = known.ok ? ["switch", "--no-guess", branch] : ["switch", "--no-track", "--create", branch];
  const switched = await runGit({ root, args });
  if (!switched.ok) return fail(refused(branch, switched.stderr));
  context.declared.expire();
  if (!known.ok) return succeed(branch);
  const failure =
    (update === null || head === null
      ? null
      : await updateBranch(context, { branch, update, from, commit: head.commit })) ??
    (recordOf(item) === record ? null : otherRecord(item.slug, branch, before));
  if (failure === null) return succeed(branch);
  if (update !== null && tip !== null) await runGit({ root, args: ["reset", "--quiet", "--keep", tip] });
  const back = before === null ? ["--detach", head?.commit ?? ""] : ["--no-guess", before];
  const returned = await runGit({ root, args: ["switch", ...back] });
  return fail(
    returned.ok ? failure : { ...failure, message: `${failure.message} Git could not switch back.` },
  );
}

/** Brings the checked-out branch up to date. Null on success; otherwise the branch is unchanged. */
async function updateBranch(
  context: FlowContext,
  {
    branch,
    update,
    from,
    commit,
  }: { branch: string; update: "merge" | "rebase"; from: string; commit: string },
): Promise<Failure | null> {
  const { root } = context.config;
  const message = update === "merge" ? `Merging ${from} into ${branch}.` : `Rebasing ${branch} onto ${from}.`;
  context.emit({ type: "note", message });
  const name = update === "merge" ? ["-m", `Merge ${from} into ${branch}`] : [];
  const done = await runGit({ root, args: [update, "--quiet", ...name, commit] });
  if (done.ok) return null;
  await runGit({ root, args: [update, "--abort"] });
  const reason = oneLine(done.stderr);
  return {
    kind: "usage",
    message: `Git cannot ${update} ${branch} without help, so nothing was changed${reason === "" ? ": there are conflicts." : `. It says: ${reason}`}`,
    value: branch,
    hint: "Do it by hand and build again, or pass --on-behind fresh for a new branch.",
  };
}

function recordOf({ dir }: Item): string | null {
  try {
    return readFileSync(join(dir, META_FILE), "utf8");
  } catch {
    return null;
  }
}

function refused(branch: string, stderr: string): Failure {
  return {
    kind: "usage",
    message: `Git does not switch to ${branch}, so nothing was changed. It says: ${oneLine(stderr)}`,
    value: branch,
    hint: "Commit or stash the changes that are in the way, and build again.",
  };
}

function otherRecord(slug: string, branch: string, before: string | null): Failure {
  return {
    kind: "usage",
    message: `The branch ${branch} has a different record of ${slug}, so nothing was changed.`,
    value: branch,
    hint: `Merge ${before ?? "what you have checked out"} into it, or delete it, and build again; --on-behind fresh creates a new branch.`,
  };
}

function oneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

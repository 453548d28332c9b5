import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../system/git.ts";
import { fail, succeed, type Failure, type Result } from "../vocabulary/failure.ts";
import type { Item } from "../vocabulary/workflow.ts";
import { warn, type FlowContext } from "./context.ts";
import { currentBranch } from "./history.ts";
import { META_FILE } from "./meta.ts";

/**
 * Goes to the item's branch, and makes it where it is not there. Uncommitted work comes along: nothing is stashed
 * or committed, and where git refuses, nothing has changed. Null without git.
 */
export async function switchBranch(
  context: FlowContext,
  item: Item,
  branch: string,
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
  const commit = await runGit({ root, args: ["rev-parse", "--verify", "--quiet", "HEAD"] });
  const args = known.ok ? ["switch", "--no-guess", branch] : ["switch", "--no-track", "--create", branch];
  const switched = await runGit({ root, args });
  if (!switched.ok) return fail(refused(branch, switched.stderr));
  if (!known.ok || recordOf(item) === record) return succeed(branch);
  const back = before ?? (commit.ok ? commit.stdout.toString("utf8").trim() : "");
  const detach = before === null ? ["--detach"] : ["--no-guess"];
  const returned = await runGit({ root, args: ["switch", ...detach, back] });
  const failure = otherRecord(item.slug, branch, before);
  return fail(
    returned.ok ? failure : { ...failure, message: `${failure.message} Git could not switch back.` },
  );
}

function recordOf({ dir }: Item): string | null {
  try {
    return readFileSync(join(dir, META_FILE), "utf8");
  } catch {
    return null;
  }
}

function refused(branch: string, stderr: string): Failure {
  const said = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
  return {
    kind: "usage",
    message: `Git does not switch to ${branch}, so nothing was changed. It says: ${said}`,
    value: branch,
    hint: "Commit what is in the way, or put it aside, and build again.",
  };
}

function otherRecord(slug: string, branch: string, before: string | null): Failure {
  return {
    kind: "usage",
    message: `The branch ${branch} has another record of ${slug}, so nothing was changed.`,
    value: branch,
    hint: `Merge ${before ?? "what you have checked out"} into it, or delete it, and build again.`,
  };
}

import { runGit } from "../../system/git/git.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { Choice, OnBehind } from "../../vocabulary/flow/flow.ts";
import type { Item, Workflow } from "../../vocabulary/flow/workflow.ts";
import { countCommits, currentBranch, findCommit, readHead } from "../staleness/commit-graph.ts";
import type { FlowContext } from "./context.ts";

/** The branch that an item will be built on. */
export interface BranchChoice {
  readonly name: string;
  /** How to bring it up to date with the checked-out commit, after switching. */
  readonly update: "merge" | "rebase" | null;
  /** The commit that the build will work on, if it exists already. */
  readonly at: string;
}

/**
 * Decides on which branch an item is built. An existing branch that lacks commits of the checked-out one would bring
 * back old files, so using it is never decided without asking. Changes nothing.
 */
export async function chooseBranch(
  context: FlowContext,
  { item, workflow }: { readonly item: Item; readonly workflow: Workflow },
  onBehind: OnBehind | null,
): Promise<Result<BranchChoice>> {
  const { root, git } = context.config;
  const name = `${workflow.branch}/${item.slug}`;
  const asIs = { name, update: null, at: "HEAD" } as const;
  if (!git) return succeed(asIs);
  const current = await currentBranch(root);
  if (current === name || (await findCommit(root, `refs/heads/${name}`)) === null) return succeed(asIs);
  const there = { ...asIs, at: `refs/heads/${name}` } as const;
  const commits = await countCommits(root, there.at);
  if (commits === null || commits === 0) return succeed(there);
  const here = current ?? (await readHead(root))?.short ?? "HEAD";
  const fresh = await freeName(root, name);
  context.emit({ type: "behind", slug: item.slug, branch: name, here, commits, fresh });
  const answer = onBehind ?? (await askBehind(context, { here, fresh }));
  if (answer === null) return fail(undecided({ name, here, commits }));
  if (answer === "proceed") return succeed(there);
  return succeed(answer === "fresh" ? { ...asIs, name: fresh } : { ...asIs, update: answer });
}

async function askBehind(
  { ask }: FlowContext,
  { here, fresh }: { readonly here: string; readonly fresh: string },
): Promise<OnBehind | null> {
  const choices: readonly (Choice & { readonly means: OnBehind })[] = [
    { key: "M", means: "merge", label: `Merge ${here} into it, and build there` },
    { key: "R", means: "rebase", label: `Rebase it onto ${here}, and build there` },
    { key: "G", means: "proceed", label: "Continue there, with its files as they are" },
    { key: "F", means: "fresh", label: `Start a fresh branch from ${here}: ${fresh}` },
  ];
  const key = ask === null ? null : await ask({ text: "", choices, suggested: "M" });
  return choices.find((choice) => choice.key === key)?.means ?? null;
}

/** The first free name of this kind. */
async function freeName(root: string, name: string): Promise<string> {
  const args = ["for-each-ref", "--format=%(refname:short)", `refs/heads/${name}-*`];
  const listed = await runGit({ root, args });
  const taken = new Set(listed.ok ? listed.stdout.toString("utf8").split("\n") : []);
  let number = 2;
  while (taken.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

function undecided({ name, here, commits }: { name: string; here: string; commits: number }): Failure {
  return {
    kind: "usage",
    message: `The branch ${name} lacks ${commits} ${commits === 1 ? "commit" : "commits"} of ${here}, so nothing was changed.`,
    value: name,
    hint: "No terminal here; pass --on-behind merge, rebase, proceed (work with its files as they are) or fresh (a new branch).",
  };
}

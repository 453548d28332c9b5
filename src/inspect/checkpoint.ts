import { findRoot } from "../config/root.ts";
import { explainGitFailure, type GitFailure, runGit } from "../system/git/git.ts";
import { fail, succeed } from "../values/succeed.ts";
import { assessFromChange } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import { findUnverified, type UnverifiedCheck } from "../verify/find-unverified.ts";
import { snapshotByGit } from "../verify/observe/observe-tree.ts";
import { closeStore } from "../verify/repository-store.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";

export interface Checkpoint {
  readonly schemaVersion: 1;
  readonly name: string;
  /** The name of the tag, without `refs/tags/`. */
  readonly tag: string;
  /** The commit of HEAD, and of the tag if `success`. */
  readonly commit: string;
  readonly branch: string | null;
  /** Whether the tag is now at this commit. */
  readonly success: boolean;
  readonly created: boolean;
  readonly moved: boolean;
  /** The earlier commit of the tag; null if there was no tag. */
  readonly previousCommit: string | null;
  readonly uncommittedFiles: readonly string[];
  /** The checks that have passed for this tree. */
  readonly verified: readonly string[];
  readonly unverified: readonly UnverifiedCheck[];
}

/** A checkpoint covers every check, so there is nothing to select. */
export type CheckpointOptions = Pick<
  PlanOptions,
  "cwd" | "env" | "config" | "configFile" | "profiles" | "onEvent"
>;

/**
 * Tags the commit as `verification-<name>` if the tree is clean and every check has passed for it. Runs no
 * check. The tag is lightweight: it needs no identity and no key, because it only names the commit.
 */
export async function checkpoint(name: string, options: CheckpointOptions = {}): Promise<Result<Checkpoint>> {
  const { path: root } = findRoot(options.cwd ?? process.cwd());
  const tag = `verification-${name}`;
  const unusable = (await checkName(root, name, tag)) ?? (await checkHead(root));
  if (unusable !== null) return fail(unusable);
  const assessed = await assessFromChange(options);
  if (!assessed.ok) return assessed;
  closeStore(assessed.value.store, options.onEvent);
  const { plan } = assessed.value;
  const { commit, branch, uncommitted, notes } = await snapshotByGit(assessed.value);
  if (commit === null) return fail({ kind: "usage", message: notes[0] ?? NO_COMMIT });

  const { verified, unverified } = findUnverified(plan);
  const found = {
    schemaVersion: 1,
    name,
    tag,
    commit,
    branch,
    uncommittedFiles: [...uncommitted].sort(),
    verified,
    unverified,
  } as const;
  const isDue = uncommitted.size === 0 && unverified.length === 0 && verified.length > 0;
  const previous = await readTag(root, tag);
  if (!isDue)
    return succeed({
      ...found,
      success: false,
      created: false,
      moved: false,
      previousCommit: previous?.commit ?? null,
    });
  const unset = previous?.id === commit ? null : await setTag(root, { tag, commit, previous });
  if (unset !== null) return fail(unset);
  return succeed({
    ...found,
    success: true,
    created: previous === null,
    moved: previous !== null && previous.id !== commit,
    previousCommit: previous?.commit ?? null,
  });
}

const NO_COMMIT = "There is no commit yet, so there is nothing to tag.";

async function checkName(root: string, name: string, tag: string): Promise<Failure | null> {
  const asked = await runGit({ root, args: ["check-ref-format", `refs/tags/${tag}`] });
  if (name !== "" && asked.ok) return null;
  if (!asked.ok && asked.reason === "missing") return gitUnusable(asked);
  return {
    kind: "usage",
    message: "This is not a valid name for a checkpoint.",
    value: name,
    expected: "a valid git tag name: no space, no `..`, none of ~ ^ : ? * [ \\, no `.lock` at the end",
  };
}

async function checkHead(root: string): Promise<Failure | null> {
  const asked = await runGit({ root, args: ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"] });
  if (asked.ok) return null;
  if (asked.reason !== "failed" || asked.stderr !== "") return gitUnusable(asked);
  return { kind: "usage", message: NO_COMMIT, hint: "Commit first." };
}

function gitUnusable(failure: GitFailure): Failure {
  return { kind: "usage", message: `A checkpoint is a tag of git, and ${explainGitFailure(failure)}.` };
}

interface Tag {
  /** The object of the tag: the commit itself, or an annotation. */
  readonly id: string;
  readonly commit: string;
}

async function readTag(root: string, tag: string): Promise<Tag | null> {
  const ask = (revision: string): Promise<string | null> =>
    runGit({ root, args: ["rev-parse", "--verify", "--quiet", "--end-of-options", revision] }).then(
      (asked) => (asked.ok ? asked.stdout.toString("utf8").trim() : null),
    );
  const id = await ask(`refs/tags/${tag}`);
  return id === null ? null : { id, commit: (await ask(`refs/tags/${tag}^{}`)) ?? id };
}

/** Replaces exactly what was read, so that a tag that someone else sets at the same time is not overwritten. */
async function setTag(
  root: string,
  { tag, commit, previous }: { tag: string; commit: string; previous: Tag | null },
): Promise<Failure | null> {
  const expected = previous?.id ?? "0".repeat(commit.length);
  const ref = `refs/tags/${tag}`;
  const asked = await runGit({ root, args: ["update-ref", "--no-deref", ref, commit, expected] });
  if (asked.ok) return null;
  return { kind: "usage", message: `The tag ${tag} could not be set.`, value: asked.stderr.trim() };
}

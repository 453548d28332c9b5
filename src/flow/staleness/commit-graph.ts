import { splitPaths } from "../../system/files/path-list.ts";
import { runGit } from "../../system/git/git.ts";

/** The checked-out commit. */
export interface Head {
  readonly commit: string;
  readonly short: string;
}

async function ask(root: string, ...args: readonly string[]): Promise<string | null> {
  const output = await runGit({ root, args });
  return output.ok ? output.stdout.toString("utf8").trim() : null;
}

/** Null without git or before the first commit. */
export async function readHead(root: string, at = "HEAD"): Promise<Head | null> {
  const [commit, short] = await Promise.all([
    ask(root, "rev-parse", "--verify", "--quiet", `${at}^{commit}`),
    ask(root, "rev-parse", "--short", at),
  ]);
  return commit === null || short === null ? null : { commit, short };
}

/** The full hashes of those names that are commits of this repository. */
export async function findCommits(
  root: string,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const validNames = [...names].filter((name) => name !== "" && !/[\n\0]/.test(name));
  if (validNames.length === 0) return new Map();
  const input = Buffer.from(validNames.map((name) => `${name}^{commit}\n`).join(""));
  const answer = await runGit({ root, args: ["cat-file", "--batch-check=%(objectname)"], input });
  const lines = answer.ok ? answer.stdout.toString("utf8").trimEnd().split("\n") : [];
  if (lines.length !== validNames.length) return new Map();
  const found = validNames.map((name, at) => [name, lines[at] ?? ""] as const);
  return new Map(found.filter(([, commit]) => OBJECT.test(commit)));
}

const OBJECT = /^[0-9a-f]{40,64}$/;

/** The full hash of a commit in this repository; null if it is not there, or no longer. */
export async function findCommit(root: string, name: string): Promise<string | null> {
  return ask(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
}

/**
 * How many commits one has (HEAD by default) that the other does not; with paths, those that change one of them,
 * without merges.
 */
export async function countCommits(
  root: string,
  since: string,
  { paths = [], at = "HEAD" }: { readonly paths?: readonly string[]; readonly at?: string } = {},
): Promise<number | null> {
  const range = ["rev-list", "--count", `${since}..${at}`];
  const limit = paths.length === 0 ? [] : ["--full-history", "--no-merges", "--", ...paths];
  const count = await ask(root, "--literal-pathspecs", ...range, ...limit);
  return count === null || !/^\d+$/.test(count) ? null : Number(count);
}

/** The commits that some but not all of these have, each with its parents. Null if git cannot tell. */
export async function listBetween(
  root: string,
  head: string,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const base = await ask(root, "merge-base", "--octopus", head, ...commits);
  const input = Buffer.from([head, ...commits, ...(base === null ? [] : [`^${base}`]), ""].join("\n"));
  const output = await runGit({ root, args: ["rev-list", "--parents", "--stdin"], input });
  if (!output.ok) return null;
  const lines = output.stdout.toString("utf8").split("\n");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => {
        const [commit = "", ...parents] = line.split(" ");
        return [commit, parents];
      }),
  );
}

/** A file before and after a commit: mode and object. */
export interface FileStep {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** From a parent to its child; a commit without parents starts from nothing. */
export interface CommitStep {
  readonly commit: string;
  readonly parent: string | null;
}

/** What each step did to the files, in the same order. Null if git cannot tell. */
export async function readSteps(
  root: string,
  steps: readonly CommitStep[],
): Promise<readonly (readonly FileStep[])[] | null> {
  const input = Buffer.from(
    steps.map(({ commit, parent }) => `${commit}${parent === null ? "" : ` ${parent}`}\n`).join(""),
  );
  const options = ["--stdin", "--root", "--always", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"];
  const output = await runGit({ root, args: ["diff-tree", ...options], input });
  if (!output.ok) return null;
  const read: FileStep[][] = [];
  const fields = splitPaths(output.stdout);
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? "";
    if (!field.startsWith(":")) {
      if (field !== steps[read.length]?.commit) return null;
      read.push([]);
      continue;
    }
    const [before = "", after = "", from = "", to = ""] = field.slice(1).split(" ");
    const path = fields[++at] ?? "";
    read.at(-1)?.push({ path, before: `${before} ${from}`, after: `${after} ${to}` });
  }
  return read.length === steps.length ? read : null;
}

/** Files that differ between two commits, including deleted ones; null if git cannot tell. */
export async function changedSince(
  root: string,
  commit: string,
  at = "HEAD",
): Promise<readonly string[] | null> {
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", commit, at];
  const output = await runGit({ root, args });
  return output.ok ? splitPaths(output.stdout) : null;
}

/** The files that git tracks here, or those of another commit. */
export async function trackedFiles(root: string, at = "HEAD"): Promise<readonly string[]> {
  const args = at === "HEAD" ? ["ls-files", "-z"] : ["ls-tree", "-r", "-z", "--name-only", at];
  const output = await runGit({ root, args });
  return output.ok ? splitPaths(output.stdout) : [];
}

/** Null if HEAD is detached, or without git. */
export async function currentBranch(root: string): Promise<string | null> {
  return ask(root, "symbolic-ref", "--quiet", "--short", "HEAD");
}

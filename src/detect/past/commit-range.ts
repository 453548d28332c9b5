import { runGit } from "../../system/git/git.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import { resolveCommit } from "./commits.ts";

export interface ListedCommit {
  readonly commit: string;
  /** For a merge, the first one. Null if it has none here. */
  readonly parent: string | null;
  readonly subject: string;
}

export interface RangeOptions {
  /** Only every n-th commit, counted from the newest. */
  readonly every?: number;
  /** At most this many, the newest. */
  readonly limit?: number;
}

/**
 * The commits of a range, oldest first: those of `a..b`, the last n for a number, or the one that a revision names.
 * Follows the first parent of merges.
 */
export async function listCommits(
  root: string,
  range: string,
  { every = 1, limit = Infinity }: RangeOptions = {},
): Promise<Result<readonly ListedCommit[]>> {
  const which = await revisionsOf(root, range);
  if (!which.ok) return (await isWithoutCommits(root)) ? fail(noCommit(range)) : which;
  const args = ["rev-list", "--first-parent", "--format=%H%x09%P%x09%s", ...which.value, "--"];
  const output = await runGit({ root, args });
  if (!output.ok) {
    if (await isWithoutCommits(root)) return fail(noCommit(range));
    const isGit = output.reason === "failed";
    const message = isGit
      ? `"${range}" is not a range of commits of this repository.`
      : "The commits cannot be listed: git is not installed, or this is not a repository that it may read.";
    return fail({ kind: "usage", message, value: range, ...(isGit ? { expected: EXPECTED } : {}) });
  }
  // Each has a line `commit <hash>` above it, which older versions of git cannot leave out.
  const lines = output.stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line.includes("\t"));
  const commits = lines.map(parseLine).filter((_, index) => index % every === 0);
  if (commits.length > 0) return succeed(commits.slice(0, limit).toReversed());
  return fail({
    kind: "usage",
    message: `There is no commit in "${range}".`,
    value: range,
    expected: EXPECTED,
  });
}

const EXPECTED = "a range (main~50..main, HEAD~20..), a number of commits (50), or one commit";

/** The arguments for `rev-list`. A number of more than six digits is the hash of a commit. */
async function revisionsOf(root: string, range: string): Promise<Result<readonly string[]>> {
  if (/^[1-9]\d{0,5}$/.test(range)) return succeed([`--max-count=${range}`, "HEAD"]);
  if (range.includes("..")) return succeed(["--end-of-options", range]);
  const commit = await resolveCommit(root, range);
  if (commit.ok) return succeed(["--max-count=1", commit.value]);
  return fail(...commit.failures.map((failure) => ({ ...failure, expected: EXPECTED })));
}

async function isWithoutCommits(root: string): Promise<boolean> {
  const output = await runGit({ root, args: ["rev-list", "--max-count=1", "--all"] });
  return output.ok && output.stdout.length === 0;
}

function noCommit(range: string): Failure {
  const message = "There is no commit yet in this repository.";
  return { kind: "usage", message, value: range, hint: "Commit first." };
}

function parseLine(line: string): ListedCommit {
  const [commit = "", parents = "", ...subject] = line.split("\t");
  const [parent] = parents.split(" ");
  return {
    commit,
    parent: parent === undefined || parent === "" ? null : parent,
    subject: subject.join("\t"),
  };
}
